import { join } from 'node:path'
import { createAmqpLink } from '../../../src/adapters/amqp/amqp-link.ts'
import { createSystemClock } from '../../../src/adapters/system-clock.ts'
import { keepHeapSmall } from '../../../src/engine/base/small-heap.ts'
import { createFeedStore } from '../../../src/engine/feed/inbox/inbox-store.ts'
import type { QueueSource } from '../../../src/engine/feed/queue/queue-source.ts'
import { createSubscription } from '../../../src/engine/feed/queue/subscription.ts'
import type { LinkPort } from '../../../src/engine/ports/link.ts'
import { FEED_SCHEMA } from '../../../src/engine/storage/schema.ts'
import { openDatabase } from '../../../src/engine/storage/database.ts'
import { nowMs, type Order, type Taken } from './order.ts'

/** The subscription with its inbox, each message durably stored before it is acknowledged. */
export async function takeOurs(order: Order, onReady: () => void): Promise<Taken> {
  keepHeapSmall()
  const database = openDatabase(join(order.folder, 'feed.sqlite'), FEED_SCHEMA, () => undefined)
  const feed = createFeedStore(database, 'test')
  const { link, taken, done } = timedLink(order.count)
  const subscription = createSubscription({
    link,
    clock: createSystemClock(),
    source: sourceOf(order),
    store: (batch) => {
      const seenAt = new Date().toISOString()
      feed.add(batch.map(({ body, isRedelivered }) => ({ source: 'queue', body, isRedelivered, seenAt })))
    },
    onStatus: ({ state, sentence }) => {
      if (state === 'live') onReady()
      else if (state !== 'connecting' && state !== 'off') throw new Error(sentence)
    },
    toFailure: (thrown) => {
      throw thrown
    },
  })
  subscription.start()
  await done
  await subscription.stop()
  const { total } = feed.counts()
  if (total !== order.count) throw new Error(`${total} of ${order.count} messages are in the inbox`)
  database.close()
  return taken
}

/** The link of the application with a watch on what passes. */
function timedLink(count: number): { link: LinkPort; taken: Taken; done: Promise<void> } {
  const amqp = createAmqpLink()
  const done = Promise.withResolvers<void>()
  const taken: Taken = { beginMs: 0, endMs: 0, acknowledgedAtMs: [] }
  const link: LinkPort = {
    ...amqp,
    connect: async (target, receiver, signal) => {
      const delivered: typeof receiver.delivered = (delivery) => {
        if (taken.beginMs === 0) taken.beginMs = nowMs()
        receiver.delivered(delivery)
      }
      const opened = await amqp.connect(target, { ...receiver, delivered }, signal)
      const acknowledgeUpTo = (tag: number): void => {
        opened.acknowledgeUpTo(tag)
        taken.endMs = nowMs()
        while (taken.acknowledgedAtMs.length < tag) taken.acknowledgedAtMs.push(taken.endMs)
        if (tag === count) done.resolve()
      }
      return { ...opened, acknowledgeUpTo }
    },
  }
  return { link, taken, done: done.promise }
}

function sourceOf({ url, queue, prefetch }: Order): QueueSource {
  const { hostname, port, username, password } = new URL(url)
  return {
    hosts: [{ host: hostname, port: Number(port) }],
    virtualHost: '/',
    queue,
    username,
    password: () => Promise.resolve(password),
    heartbeatSeconds: 15,
    prefetch,
  }
}
