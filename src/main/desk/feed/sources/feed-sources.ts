import type { Environment } from '../../../../shared/model/connection.ts'
import type { FeedEntry } from '../../../../shared/model/feed-entry.ts'
import { assertUnderstood } from '../../../../shared/policy/effective-policy.ts'
import type { BrokerPasswords } from '../../../../engine/accounts/broker-passwords.ts'
import { serialize } from '../../../../engine/base/async.ts'
import type { Logger } from '../../../../engine/base/logger.ts'
import type { FeedSettings, StoredFeed } from '../../../../engine/feed/feed-settings.ts'
import type { BeforeCommit } from '../../../../engine/feed/inbox/inbox-arrivals.ts'
import type { FeedStore } from '../../../../engine/feed/inbox/inbox-store.ts'
import { journalForbiddenBy } from '../../../../engine/feed/managed-feed.ts'
import { followJournal, type JournalStatus } from '../../../../engine/feed/journal/follow-journal.ts'
import { journalFileIn } from '../../../../engine/feed/journal/journal-format.ts'
import { type Journal, openJournal } from '../../../../engine/feed/journal/journal.ts'
import { queueForbiddenBy, serviceForbiddenBy } from '../../../../engine/policy/guards.ts'
import { createStatusBoard, type QueueStatus } from '../../../../engine/feed/queue/queue-status.ts'
import type { StreamChecks } from '../../../../engine/feed/stream/store-from-stream.ts'
import type { StreamPlaces } from '../../../../engine/feed/stream/stream-places.ts'
import { storeDeliveries } from '../../../../engine/feed/store-deliveries.ts'
import type { DeskPorts } from '../../desk-ports.ts'
import { customerQueues, type QueueDependencies } from './customer-queues.ts'
import { customerStreams, type FoundGap, type StreamDependencies } from './customer-streams.ts'
import { createSubscriptions, type Subscriptions, type Wanted } from './subscriptions.ts'

interface SourceDependencies {
  environment: Environment
  settings: Pick<FeedSettings, 'read'>
  store: () => FeedStore
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
  places: () => StreamPlaces
  /** Takes what a collector tells of its checks in the stream of this customer. */
  checksOf: (customerId: string | null) => StreamChecks
  onGap: (gap: FoundGap) => void
}

/** Where messages come from: this desk’s own queues, the journal of another desk, or the firm’s streams; or nowhere. */
export interface FeedSources extends Pick<Subscriptions, 'reconnectBroker' | 'retryNow' | 'reconnect'> {
  /** Applies the current settings. */
  apply(): Promise<void>
  /** Who forbids the queue now; taking messages ends with the next `apply`. */
  forbiddenBy(): string | undefined
  /** Of a customer’s queue or stream, or of another stream by its `streamId`. */
  queueStatus(id: string): QueueStatus
  journalStatus(): JournalStatus | undefined
  stop(): Promise<void>
}

export function createFeedSources(dependencies: SourceDependencies): FeedSources {
  const { environment, settings, store, ports, logger, passwords, beforeCommit, onEntries } = dependencies
  const { clock, link, policy } = ports
  const journal = createCollectorJournal(dependencies)
  const { largestMessageBytes, onStatus, onReconnected, places, checksOf, onGap } = dependencies
  const isPlainAllowed = (): boolean => policy.current().values.PlainAmqpAllowed
  const common = { environment, link, clock, logger, passwords, isPlainAllowed, largestMessageBytes, onStatus }
  const ofQueues: QueueDependencies = {
    ...common,
    onReconnected,
    store: (batch) => {
      onEntries(storeDeliveries({ journal: journal.current(), feed: store(), clock, beforeCommit }, batch))
    },
  }
  const ofStreams: StreamDependencies = {
    ...common,
    places,
    onGap,
    store: (batch, { name, customerId }) => {
      const stream = { name, places: places(), checks: checksOf(customerId) }
      const entries = storeDeliveries({ journal: undefined, feed: store(), clock, beforeCommit, stream }, batch)
      onEntries(entries)
      return entries
    },
  }
  const subscriptions = createSubscriptions()
  const follower = createJournalFollower(dependencies)
  const off = createStatusBoard(clock, () => undefined, 'desk').status()
  // Disconnecting from a queue takes a moment; changes made meanwhile are applied after it.
  const inTurn = serialize()
  let isStopped = false
  const serviceForbidden = (): string | undefined => {
    const { account } = settings.read()
    return account === null ? undefined : serviceForbiddenBy(policy, { baseUrl: account.baseUrl, environment })
  }
  const forbiddenBy = (): string | undefined => {
    const isCollector = settings.read().mode === 'collector'
    return (
      serviceForbidden() ??
      queueForbiddenBy(policy, isCollector ? 'collector' : 'own') ??
      // Without a journal, what it takes would reach nobody else.
      (isCollector ? journalForbiddenBy(policy) : undefined)
    )
  }
  const wantedOf = (feed: StoredFeed): Wanted[] => {
    // Streams stay as they are for others: no switch and no policy is about them.
    if (feed.mode === 'streams') return customerStreams(ofStreams, feed)
    const isTaking = feed.isOn && feed.mode !== 'follower' && forbiddenBy() === undefined
    return isTaking ? customerQueues(ofQueues, feed) : []
  }
  const applyAll = async (): Promise<void> => {
    const feed = isStopped || serviceForbidden() !== undefined ? undefined : settings.read()
    await Promise.all([subscriptions.follow(feed === undefined ? [] : wantedOf(feed)), follower.follow(feed)])
    if (isStopped) journal.close()
    else journal.closeUnused()
  }
  return {
    reconnectBroker: subscriptions.reconnectBroker,
    retryNow: subscriptions.retryNow,
    reconnect: subscriptions.reconnect,
    apply: () => inTurn(applyAll),
    forbiddenBy,
    queueStatus: (id) => subscriptions.status(id) ?? off,
    journalStatus: follower.status,
    stop: () => {
      isStopped = true
      return inTurn(applyAll)
    },
  }
}

/** The journal that a collector writes for other desks. */
interface CollectorJournal {
  /** Opened when first needed; undefined where this desk does not collect. Fails with journal-held, storage-failed, set-by-organisation. */
  current(): Journal | undefined
  /** Closes a journal that the settings no longer name. */
  closeUnused(): void
  close(): void
}

function createCollectorJournal({ environment, settings, store, ports }: SourceDependencies): CollectorJournal {
  let open: { file: string; journal: Journal } | undefined
  const configuredFile = (): string | undefined => {
    const { mode, journalFolder, isOn } = settings.read()
    return isOn && mode === 'collector' && journalFolder !== null
      ? journalFileIn(journalFolder, environment)
      : undefined
  }
  const close = (): void => {
    open?.journal.close()
    open = undefined
  }
  const closeUnused = (): void => {
    if (open !== undefined && open.file !== configuredFile()) close()
  }
  return {
    close,
    closeUnused,
    current: () => {
      closeUnused()
      if (settings.read().mode === 'collector') assertUnderstood(ports.policy.current(), 'JournalFolder', 'Collecting')
      const file = configuredFile()
      if (file !== undefined) open ??= { file, journal: openJournal(file, store().database, { clock: ports.clock }) }
      return open?.journal
    },
  }
}

interface FollowedJournal {
  file: string
  stop: AbortController
  ended: Promise<void>
  status?: JournalStatus
}

function createJournalFollower({ environment, store, ports, beforeCommit, onEntries, onStatus }: SourceDependencies) {
  let current: FollowedJournal | undefined
  const start = (file: string): FollowedJournal => {
    const stop = new AbortController()
    const followed: FollowedJournal = { file, stop, ended: Promise.resolve() }
    const onJournalStatus = (status: JournalStatus): void => {
      followed.status = status
      onStatus()
    }
    followed.ended = followJournal(
      { file, feed: store(), clock: ports.clock, beforeCommit, onEntries, onStatus: onJournalStatus },
      stop.signal,
    )
    return followed
  }
  return {
    status: () => current?.status,
    follow: async (feed: StoredFeed | undefined): Promise<void> => {
      const folder = feed?.mode === 'follower' ? feed.journalFolder : null
      const file = folder === null ? undefined : journalFileIn(folder, environment)
      if (file === current?.file) return
      current?.stop.abort()
      await current?.ended
      current = file === undefined ? undefined : start(file)
    },
  }
}
