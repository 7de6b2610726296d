import type { ConsumeMessage } from 'amqplib'
import { onChannel } from './broker-channel.ts'
import type { RunningBroker } from './private-broker.ts'

/**
 * The bodies at the beginning of a stream, read as any consumer may; waits until so many are there. (The number of messages
 * that a broker reports of a stream is an estimate.)
 */
export async function readStream(
  { url }: Pick<RunningBroker, 'url'>,
  stream: string,
  { count, skipsEqual = false }: { count: number; skipsEqual?: boolean },
): Promise<string[]> {
  return await onChannel(url, async (channel) => {
    const bodies: string[] = []
    const seen = new Set<string>()
    const all = Promise.withResolvers<void>()
    await channel.prefetch(1_000)
    const take = (message: ConsumeMessage | null): void => {
      if (message === null) return all.reject(new Error('the stream was deleted'))
      channel.ack(message)
      const body = message.content.toString()
      if (!skipsEqual || !seen.has(body)) bodies.push(body)
      seen.add(body)
      if (bodies.length === count) all.resolve()
      return undefined
    }
    await channel.consume(stream, take, { arguments: { 'x-stream-offset': 'first' } })
    await all.promise
    return bodies.slice(0, count)
  })
}
