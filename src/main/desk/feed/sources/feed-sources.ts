import type { Environment } from '../../../../shared/model/connection.ts'
import type { FeedEntry } from '../../../../shared/model/feed-entry.ts'
import type { BrokerPasswords } from '../../../../engine/accounts/broker-passwords.ts'
import { serialize } from '../../../../engine/base/async.ts'
import type { Logger } from '../../../../engine/base/logger.ts'
import type { FeedSettings, StoredFeed } from '../../../../engine/feed/feed-settings.ts'
import type { BeforeCommit } from '../../../../engine/feed/inbox/inbox-arrivals.ts'
import type { Feed } from '../../../../engine/feed/open-feed.ts'
import { queueForbiddenBy, serviceForbiddenBy } from '../../../../engine/policy/guards.ts'
import { createStatusBoard, type QueueStatus } from '../../../../engine/feed/queue/queue-status.ts'
import type { StreamChecks } from '../../../../engine/feed/stream/store-from-stream.ts'
import { storeDeliveries } from '../../../../engine/feed/store-deliveries.ts'
import type { DeskPorts } from '../../desk-ports.ts'
import { customerQueues, type QueueDependencies } from './customer-queues.ts'
import { customerStreams, type FoundGap, type StreamDependencies } from './customer-streams.ts'
import { createSubscriptions, type Subscriptions, type Wanted } from './subscriptions.ts'

interface SourceDependencies {
  environment: Environment
  settings: Pick<FeedSettings, 'read'>
  store: () => Feed
  ports: Pick<DeskPorts, 'link' | 'clock' | 'policy'>
  logger: Logger
  passwords: Pick<BrokerPasswords, 'read'>
  largestMessageBytes: () => number
  /** See `InboxArrivals.add`. */
  beforeCommit: BeforeCommit
  /** Called after a batch is stored, with the entries that are new: none where only repetitions came. */
  onEntries: (entries: readonly FeedEntry[]) => void
  onStatus: () => void
  onReconnected: (customerId: string) => void
  /** Takes what a collector tells of its checks in the stream of this customer. */
  checksOf: (customerId: string | null) => StreamChecks
  onGap: (gap: FoundGap) => void
}

/** Where messages come from: this desk’s own queues, or the firm’s streams; or nowhere. */
export interface FeedSources extends Pick<Subscriptions, 'reconnectBroker' | 'retryNow' | 'reconnect'> {
  /** Applies the current settings. */
  apply(): Promise<void>
  /** Who forbids the queue now; taking messages ends with the next `apply`. */
  forbiddenBy(): string | undefined
  /** Of a customer’s queue or stream, or of another stream by its `streamId`. */
  queueStatus(id: string): QueueStatus
  stop(): Promise<void>
}

export function createFeedSources(dependencies: SourceDependencies): FeedSources {
  const { environment, settings, store, ports, logger, passwords, beforeCommit, onEntries } = dependencies
  const { clock, link, policy } = ports
  const { largestMessageBytes, onStatus, onReconnected, checksOf, onGap } = dependencies
  const isPlainAllowed = (): boolean => policy.current().values.PlainAmqpAllowed
  const common = { environment, link, clock, logger, passwords, isPlainAllowed, largestMessageBytes, onStatus }
  const ofQueues: QueueDependencies = {
    ...common,
    onReconnected,
    proveStorage: () => store().proveStorage(),
    store: (batch) => {
      onEntries(storeDeliveries({ feed: store(), clock, beforeCommit }, batch))
    },
  }
  const ofStreams: StreamDependencies = {
    ...common,
    places: () => store().places,
    onGap,
    store: (batch, { name, customerId }) => {
      const stream = { name, places: store().places, checks: checksOf(customerId) }
      const entries = storeDeliveries({ feed: store(), clock, beforeCommit, stream }, batch)
      onEntries(entries)
      return entries
    },
  }
  const subscriptions = createSubscriptions()
  const off = createStatusBoard(clock, () => undefined, 'desk').status()
  // Disconnecting from a queue takes a moment; changes made meanwhile are applied after it.
  const inTurn = serialize()
  let isStopped = false
  const serviceForbidden = (): string | undefined => {
    const { account } = settings.read()
    return account === null ? undefined : serviceForbiddenBy(policy, { baseUrl: account.baseUrl, environment })
  }
  const forbiddenBy = (): string | undefined => serviceForbidden() ?? queueForbiddenBy(policy, 'own')
  const wantedOf = (feed: StoredFeed): Wanted[] => {
    // Streams stay as they are for others: no switch and no policy is about them.
    if (feed.mode === 'streams') return customerStreams(ofStreams, feed)
    return feed.isOn && forbiddenBy() === undefined ? customerQueues(ofQueues, feed) : []
  }
  const applyAll = async (): Promise<void> => {
    const feed = isStopped || serviceForbidden() !== undefined ? undefined : settings.read()
    await subscriptions.follow(feed === undefined ? [] : wantedOf(feed))
  }
  return {
    reconnectBroker: subscriptions.reconnectBroker,
    retryNow: subscriptions.retryNow,
    reconnect: subscriptions.reconnect,
    apply: () => inTurn(applyAll),
    forbiddenBy,
    queueStatus: (id) => subscriptions.status(id) ?? off,
    stop: () => {
      isStopped = true
      return inTurn(applyAll)
    },
  }
}
