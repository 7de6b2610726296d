import { onChannel } from './broker-channel.ts'

/** The bodies at the beginning of a stream, read as any consumer may; waits until so many are there. */
export async function readStream(url: string, stream: string, count: number): Promise<string[]> {
  return await onChannel(url, async (channel) => {
    const bodies: string[] = []
    const all = Promise.withResolvers<void>()
    await channel.prefetch(1_000)
    const take = (message: { content: Buffer } | null): void => {
      if (message === null) return all.reject(new Error('the stream was deleted'))
      bodies.push(message.content.toString())
      if (bodies.length === count) all.resolve()
      return undefined
    }
    await channel.consume(stream, take, { arguments: { 'x-stream-offset': 'first' } })
    await all.promise
    return bodies.slice(0, count)
  })
}
