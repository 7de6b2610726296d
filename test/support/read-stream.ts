import { setTimeout as pause } from 'node:timers/promises'
import type { ConsumeMessage } from 'amqplib'
import { onChannel } from './broker-channel.ts'
import type { RunningBroker } from './private-broker.ts'

interface Wanted {
  readonly count: number
  readonly skipsEqual?: boolean
}

/** What a broker answers while a stream is being declared, or starts with it. */
const NOT_YET = /NOT_FOUND|does not have a replica|INTERNAL_ERROR/

/**
 * The bodies at the beginning of a stream, read as any consumer may; waits until the stream is served and so many are there.
 * (The number of messages that a broker reports of a stream is an estimate.)
 */
export async function readStream(
  broker: Pick<RunningBroker, 'url'>,
  stream: string,
  wanted: Wanted,
): Promise<string[]> {
  for (;;) {
    try {
      return await readOnce(broker, stream, wanted)
    } catch (thrown) {
      if (!(thrown instanceof Error && NOT_YET.test(thrown.message))) throw thrown
      await pause(100)
    }
  }
}

async function readOnce(
  { url }: Pick<RunningBroker, 'url'>,
  stream: string,
  { count, skipsEqual = false }: Wanted,
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
