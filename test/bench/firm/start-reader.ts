import type { DatabaseSync } from 'node:sqlite'
import { createSystemClock } from '../../../src/adapters/system-clock.ts'
import { createFeedStore } from '../../../src/engine/feed/inbox/inbox-store.ts'
import type { QueueSource } from '../../../src/engine/feed/queue/queue-source.ts'
import { createSubscription, type Subscription } from '../../../src/engine/feed/queue/subscription.ts'
import { storeDeliveries } from '../../../src/engine/feed/store-deliveries.ts'
import { createStreamPlaces, streamKey } from '../../../src/engine/feed/stream/stream-places.ts'
import type { LinkPort } from '../../../src/engine/ports/link.ts'
import { DEFAULT_HEARTBEAT_SECONDS, DEFAULT_PREFETCH } from '../../../src/shared/model/queue-defaults.ts'
import { PASSWORD, stampOf } from './firm-site.ts'

export interface ReaderOptions {
  port: number
  link: LinkPort
  database: DatabaseSync
  customers: readonly string[]
  /** Called for each message once it is in the inbox. */
  onStored(customerId: string, stamp: { number: number; atMs: number }): void
}

export interface Reader {
  /** Resolves when messages of all its streams flow. */
  live: Promise<void>
  stop(): Promise<void>
}

/** What a desk and `watch --stream` read with, on one inbox. */
export function startReader(options: ReaderOptions): Reader {
  const { database, customers } = options
  const feed = createFeedStore(database, 'production')
  const places = createStreamPlaces(database)
  const clock = createSystemClock()
  const lives: Promise<void>[] = []
  const subscriptions = customers.map((customerId): Subscription => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    lives.push(promise)
    const source = sourceOf(options, customerId)
    const name = streamKey(source)
    const stores = { feed, clock, beforeCommit: () => undefined, stream: { name, places } }
    const fail = (sentence: string): void => reject(new Error(sentence))
    const reading = { from: 'next', place: () => places.read(name), onGone: fail, onReplaced: fail } as const
    const subscription = createSubscription({
      link: options.link,
      clock,
      source: { ...source, stream: reading },
      store: (batch) => {
        storeDeliveries(stores, batch)
        for (const { body } of batch) options.onStored(customerId, stampOf(body))
      },
      onStatus: ({ state }) => {
        if (state === 'live') resolve()
      },
      toFailure: (thrown) => {
        throw thrown
      },
    })
    subscription.start()
    return subscription
  })
  return {
    live: Promise.all(lives).then(() => undefined),
    stop: async () => void (await Promise.all(subscriptions.map((one) => one.stop()))),
  }
}

function sourceOf({ port }: ReaderOptions, customerId: string): QueueSource {
  return {
    hosts: [{ host: '127.0.0.1', port }],
    virtualHost: '/',
    queue: `parcel.${customerId}`,
    username: 'parcel-desk',
    password: () => Promise.resolve(PASSWORD),
    heartbeatSeconds: DEFAULT_HEARTBEAT_SECONDS,
    prefetch: DEFAULT_PREFETCH,
  }
}
