import type { Environment } from '../../../../shared/model/connection.ts'
import type { BrokerPasswords } from '../../../../engine/accounts/broker-passwords.ts'
import { type Logger, unexpectedFailure } from '../../../../engine/base/logger.ts'
import { brokerOf, type StoredBroker, type StoredFeed } from '../../../../engine/feed/feed-settings.ts'
import { createSubscription, type Subscription } from '../../../../engine/feed/queue/subscription.ts'
import type { ClockPort } from '../../../../engine/ports/clock.ts'
import type { Delivery, LinkPort } from '../../../../engine/ports/link.ts'
import { accountOf, connectionKey, sourceOrRefusal } from './broker-source.ts'
import type { Wanted } from './subscriptions.ts'

export interface QueueDependencies {
  environment: Environment
  link: LinkPort
  clock: ClockPort
  logger: Logger
  passwords: Pick<BrokerPasswords, 'read'>
  /** Stores durably, or throws. */
  store: (batch: readonly Delivery[]) => void
  /** Throws where it could not. */
  proveStorage: () => void
  /** Whether AMQP without encryption may leave this computer. */
  isPlainAllowed: () => boolean
  largestMessageBytes: () => number
  onStatus: () => void
  /** Messages arrive again after an interruption, during which some may have been missed. */
  onReconnected: (customerId: string) => void
}

/** A subscription for every followed customer that has a broker, each with its own connection (T37). */
export function customerQueues(dependencies: QueueDependencies, feed: StoredFeed): Wanted[] {
  return feed.followed.flatMap(({ customerId, brokerId }) => {
    const broker = brokerOf(feed, brokerId)
    if (broker === undefined) return []
    const subscribeNow = (): Subscription => subscribe(dependencies, customerId, broker)
    const key = connectionKey(broker, dependencies.isPlainAllowed())
    return [{ id: customerId, brokerId: broker.brokerId, key, subscribe: subscribeNow }]
  })
}

function subscribe(dependencies: QueueDependencies, customerId: string, broker: StoredBroker): Subscription {
  const { environment, link, clock, logger, passwords, store, proveStorage, largestMessageBytes, onStatus } =
    dependencies
  const { onReconnected } = dependencies
  let wasLive = false
  let isLive = false
  return createSubscription({
    link,
    clock,
    store,
    proveStorage,
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
