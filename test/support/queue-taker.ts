import { expect, onTestFinished } from 'vitest'
import { createAmqpLink } from '../../src/adapters/amqp/amqp-link.ts'
import { createSystemClock } from '../../src/adapters/system-clock.ts'
import { createFeedStore, type FeedStore } from '../../src/engine/feed/inbox/inbox-store.ts'
import type { QueueSource } from '../../src/engine/feed/queue/queue-source.ts'
import type { QueueStatus } from '../../src/engine/feed/queue/queue-status.ts'
import { createSubscription, type Subscription } from '../../src/engine/feed/queue/subscription.ts'
import type { Delivery, LinkPort } from '../../src/engine/ports/link.ts'
import { FEED_SCHEMA } from '../../src/engine/storage/schema.ts'
import { openDatabase } from '../../src/engine/storage/database.ts'
import type { RunningBroker } from './private-broker.ts'
import { tempFolder } from './temp-folder.ts'

export interface QueueTaker {
  subscription: Subscription
  feed: FeedStore
  statuses: QueueStatus[]
  /** How often it has connected, successfully or not. */
  readonly attempts: number
  /** Every state that it went through, without repetitions in a row. */
  states(): string[]
  /** Bodies in the inbox, in the order in which they came. */
  bodies(): string[]
}

interface Options {
  /** Called before each batch is stored; may throw. */
  beforeStore?: (batch: readonly Delivery[]) => void
  /** Straight to the broker unless given. */
  amqp?: LinkPort
}

/** A started subscription that stores in a real inbox; both go with the test. */
export async function takeQueue(
  source: Partial<QueueSource>,
  { beforeStore, amqp = createAmqpLink() }: Options = {},
): Promise<QueueTaker> {
  const file = `${await tempFolder()}/feed.sqlite`
  const database = openDatabase(file, FEED_SCHEMA, () => undefined)
  const feed = createFeedStore(database, 'test')
  const statuses: QueueStatus[] = []
  let attempts = 0
  const link: LinkPort = {
    ...amqp,
    connect: (...given) => {
      attempts += 1
      return amqp.connect(...given)
    },
  }
  const subscription = createSubscription({
    link,
    clock: createSystemClock(),
    source: { ...SOURCE, ...source },
    store: (batch) => {
      beforeStore?.(batch)
      const seenAt = new Date().toISOString()
      feed.add(batch.map(({ body, isRedelivered }) => ({ source: 'queue', body, isRedelivered, seenAt })))
    },
    onStatus: (status) => statuses.push(status),
    toFailure: (thrown) => {
      throw thrown
    },
  })
  onTestFinished(async () => {
    await subscription.stop()
    database.close()
  })
  subscription.start()
  const states = (): string[] => statuses.map(({ state }) => state).filter((state, at, all) => state !== all[at - 1])
  return {
    subscription,
    feed,
    statuses,
    states,
    bodies: () => [...feed.all()].map(({ raw }) => raw),
    get attempts() {
      return attempts
    },
  }
}

/** A broker and a proxy take their time. */
export const SOON = { interval: 20 }

export const stateOf = ({ subscription }: QueueTaker): string => subscription.status().state

/** Everything published is in the inbox, each body once, and nothing is left in the queue. */
export async function expectWhole(
  { feed, bodies, subscription }: QueueTaker,
  { broker, queue }: { broker: RunningBroker; queue: string },
  published: readonly string[],
): Promise<void> {
  await expect.poll(() => feed.counts().total, SOON).toBe(published.length)
  expect(new Set(bodies())).toEqual(new Set(published))
  // What was stored, but not acknowledged before its connection broke, comes again.
  await expect.poll(() => broker.countHeld(queue), SOON).toBe(0)
  await subscription.stop()
  expect(await broker.count(queue)).toBe(0)
}

const SOURCE: QueueSource = {
  hosts: [],
  virtualHost: '/',
  queue: 'parcels',
  username: 'guest',
  password: () => Promise.resolve('guest'),
  heartbeatSeconds: 15,
  prefetch: 100,
}
