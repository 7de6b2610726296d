import type { Environment } from '../../../../shared/model/connection.ts'
import type { BrokerPasswords } from '../../../../engine/accounts/broker-passwords.ts'
import { type Logger, unexpectedFailure } from '../../../../engine/base/logger.ts'
import { brokerOf, type StoredBroker, type StoredFeed } from '../../../../engine/feed/feed-settings.ts'
import type { QueueSource } from '../../../../engine/feed/queue/queue-source.ts'
import type { QueueStatus } from '../../../../engine/feed/queue/queue-status.ts'
import { createSubscription, type Subscription } from '../../../../engine/feed/queue/subscription.ts'
import type { ClockPort } from '../../../../engine/ports/clock.ts'
import type { Delivery, LinkPort } from '../../../../engine/ports/link.ts'
import { accountOf, sourceOf } from './broker-source.ts'

interface QueueDependencies {
  environment: Environment
  link: LinkPort
  clock: ClockPort
  logger: Logger
  passwords: Pick<BrokerPasswords, 'read'>
  /** Stores durably, or throws. */
  store: (batch: readonly Delivery[]) => void
  largestMessageBytes: () => number
  onStatus: () => void
  /** Messages arrive again after an interruption, during which some may have been missed. */
  onReconnected: (customerId: string) => void
}

/** One subscription for every followed customer that has a broker, each with its own connection (T37). */
export interface CustomerQueues {
  /** Subscribes to exactly the queues of this feed; to none where it is undefined. Unchanged subscriptions stay. */
  follow(feed: StoredFeed | undefined): Promise<void>
  /** Retries a broker’s queues with what is entered now, such as another password. */
  reconnectBroker(brokerId: string): void
  /** Undefined for a customer whose queue is not subscribed to. */
  status(customerId: string): QueueStatus | undefined
  retryNow(): void
  reconnect(): void
}

interface FollowedQueue {
  subscription: Subscription
  brokerId: string
  /** Changes when the settings of its connection change. */
  key: string
}

export function createCustomerQueues(dependencies: QueueDependencies): CustomerQueues {
  const followed = new Map<string, FollowedQueue>()
  const unsubscribe = async (customerId: string): Promise<void> => {
    const left = followed.get(customerId)
    followed.delete(customerId)
    await left?.subscription.stop()
  }
  return {
    follow: async (feed) => {
      const current = feed === undefined ? [] : queuesOf(feed)
      const keys = new Map(current.map((one) => [one.customerId, one.key]))
      const left = [...followed].filter(([customerId, { key }]) => keys.get(customerId) !== key)
      const leaving = Promise.all(left.map(([customerId]) => unsubscribe(customerId)))
      for (const { customerId, broker, key } of current) {
        if (followed.has(customerId)) continue
        const subscription = subscribe(dependencies, customerId, broker)
        followed.set(customerId, { subscription, brokerId: broker.brokerId, key })
        subscription.start()
      }
      await leaving
    },
    reconnectBroker: (brokerId) => {
      for (const one of followed.values()) if (one.brokerId === brokerId) one.subscription.retryNow()
    },
    status: (customerId) => followed.get(customerId)?.subscription.status(),
    retryNow: () => {
      for (const { subscription } of followed.values()) subscription.retryNow()
    },
    reconnect: () => {
      for (const { subscription } of followed.values()) subscription.reconnect()
    },
  }
}

function queuesOf(feed: StoredFeed): { customerId: string; broker: StoredBroker; key: string }[] {
  return feed.followed.flatMap(({ customerId, brokerId }) => {
    const broker = brokerOf(feed, brokerId)
    if (broker === undefined) return []
    // Its name, and where its password is kept, are no reason to reconnect.
    const { name: _name, isPasswordKept: _kept, ...source } = broker
    return [{ customerId, broker, key: JSON.stringify(source) }]
  })
}

function subscribe(dependencies: QueueDependencies, customerId: string, broker: StoredBroker): Subscription {
  const { environment, link, clock, logger, passwords, store, largestMessageBytes, onStatus, onReconnected } =
    dependencies
  let wasLive = false
  let isLive = false
  return createSubscription({
    link,
    clock,
    store,
    largestMessageBytes,
    source: sourceOrRefusal(broker, customerId, async () => await passwords.read(accountOf(broker, environment))),
    toFailure: (thrown) => unexpectedFailure(logger, `queue of ${customerId}`, thrown),
    onStatus: ({ state }) => {
      // A broker short of memory or disk still delivers.
      const isLiveNow = state === 'live' || state === 'blocked'
      if (isLiveNow && !isLive && wasLive) onReconnected(customerId)
      wasLive ||= isLiveNow
      isLive = isLiveNow
      onStatus()
    },
  })
}

/** Invalid settings show as a refused queue, not as a feed that does not start. */
function sourceOrRefusal(broker: StoredBroker, customerId: string, password: () => Promise<string>): QueueSource {
  try {
    return sourceOf(broker, customerId, password)
  } catch (thrown) {
    const { virtualHost, queue, username, heartbeatSeconds, prefetch } = broker
    const hosts = [{ host: broker.hosts[0] ?? '', port: 0 }]
    const refuse = (): Promise<never> => Promise.reject(thrown)
    return { hosts, virtualHost, queue, username, heartbeatSeconds, prefetch, password: refuse }
  }
}
