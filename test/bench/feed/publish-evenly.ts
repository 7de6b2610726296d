import { onChannel } from '../../support/broker-channel.ts'
import type { Broker } from '../../support/private-broker.ts'
import { statusMessage } from '../../support/status-messages.ts'

const MESSAGES_A_SECOND = 500

interface Publishing {
  queue: string
  count: number
  /** Filled with when each was handed to the broker, by `now`. */
  publishedAtMs: number[]
  now: () => number
}

/** Publishes at 500 messages a second, without bursts. */
export async function publishEvenly(broker: Broker, { queue, count, publishedAtMs, now }: Publishing): Promise<void> {
  await onChannel(broker.url, async (channel) => {
    const beginMs = now()
    while (publishedAtMs.length < count) {
      const due = Math.min(count, Math.floor(((now() - beginMs) * MESSAGES_A_SECOND) / 1000))
      while (publishedAtMs.length < due) {
        const body = Buffer.from(statusMessage(publishedAtMs.length))
        publishedAtMs.push(now())
        channel.sendToQueue(queue, body, { persistent: true })
      }
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    await channel.waitForConfirms()
  })
}
