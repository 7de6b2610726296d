import type { FeedEntry } from '../../../../shared/model/feed-entry.ts'
import type { Environment } from '../../../../shared/model/connection.ts'
import type { BrokerPasswords } from '../../../../engine/accounts/broker-passwords.ts'
import type { Logger } from '../../../../engine/base/logger.ts'
import { serialize } from '../../../../engine/base/async.ts'
import type { DeskPorts } from '../../desk-ports.ts'
import { createCustomerQueues, type CustomerQueues } from './customer-queues.ts'
import { queueForbiddenBy } from '../../../../engine/feed/queue/queue-policy.ts'
import type { FeedSettings, StoredFeed } from '../../../../engine/feed/feed-settings.ts'
import { followJournal, type JournalStatus } from '../../../../engine/feed/journal/follow-journal.ts'
import type { FeedStore } from '../../../../engine/feed/inbox/inbox-store.ts'
import { journalFileIn } from '../../../../engine/feed/journal/journal-format.ts'
import { createStatusBoard, type QueueStatus } from '../../../../engine/feed/queue/queue-status.ts'
import type { ClockPort } from '../../../../engine/ports/clock.ts'
import type { Delivery } from '../../../../engine/ports/link.ts'
import { type Journal, openJournal } from '../../../../engine/feed/journal/journal.ts'

interface SourceDependencies {
  environment: Environment
  settings: Pick<FeedSettings, 'read'>
  store: () => FeedStore
  ports: Pick<DeskPorts, 'link' | 'clock' | 'policy'>
  logger: Logger
  passwords: Pick<BrokerPasswords, 'read'>
  largestMessageBytes: () => number
  onEntries: (entries: readonly FeedEntry[]) => void
  onStatus: () => void
  onReconnected: (customerId: string) => void
}

/** Where messages come from: queues of our own, or the journal of another desk; one of them, or none. */
export interface FeedSources extends Pick<CustomerQueues, 'reconnectBroker' | 'retryNow' | 'reconnect'> {
  /** Goes by the settings as they are now. */
  apply(): Promise<void>
  /** Who forbids the queue, as it is now; taking messages ends with the next `apply`. */
  forbiddenBy(): string | undefined
  queueStatus(customerId: string): QueueStatus
  journalStatus(): JournalStatus | undefined
  stop(): Promise<void>
}

export function createFeedSources(parts: SourceDependencies): FeedSources {
  const { environment, settings, store, ports, logger, passwords, onEntries, onStatus, onReconnected } = parts
  const { clock, link, policy } = ports
  const intake = createFeedIntake({ environment, settings, store, clock, onStored: onEntries })
  const queues = createCustomerQueues({
    environment,
    link,
    clock,
    logger,
    passwords,
    onStatus,
    onReconnected,
    largestMessageBytes: parts.largestMessageBytes,
    store: intake.store,
  })
  const follower = createJournalFollower(parts)
  const off = createStatusBoard(clock, () => undefined, 'desk').status()
  // Letting go of a queue takes a moment; what is changed meanwhile has its turn afterwards.
  const inTurn = serialize()
  let isStopped = false
  const follow = async (): Promise<void> => {
    const feed = isStopped ? undefined : settings.read()
    const isTaking = feed?.isOn === true && feed.mode !== 'follower' && queueForbiddenBy(policy) === undefined
    await Promise.all([queues.follow(isTaking ? feed : undefined), follower.follow(feed)])
    settle(intake, isStopped)
  }
  return {
    reconnectBroker: queues.reconnectBroker,
    retryNow: queues.retryNow,
    reconnect: queues.reconnect,
    apply: () => inTurn(follow),
    forbiddenBy: () => queueForbiddenBy(policy),
    queueStatus: (customerId) => queues.status(customerId) ?? off,
    journalStatus: follower.status,
    stop: () => {
      isStopped = true
      return inTurn(follow)
    },
  }
}

function settle(intake: FeedIntake, isStopped: boolean): void {
  if (isStopped) intake.close()
  else intake.settle()
}

interface FollowedJournal {
  file: string
  stop: AbortController
  ended: Promise<void>
  status?: JournalStatus
}

function createJournalFollower({ environment, store, ports, onEntries, onStatus }: SourceDependencies) {
  let current: FollowedJournal | undefined
  return {
    status: () => current?.status,
    follow: async (feed: StoredFeed | undefined): Promise<void> => {
      const folder = feed?.mode === 'follower' ? feed.journalFolder : null
      const file = folder === null ? undefined : journalFileIn(folder, environment)
      if (file === current?.file) return
      current?.stop.abort()
      await current?.ended
      current = undefined
      if (file === undefined) return
      const stop = new AbortController()
      const started: FollowedJournal = { file, stop, ended: Promise.resolve() }
      current = started
      const told = (status: JournalStatus): void => {
        started.status = status
        onStatus()
      }
      started.ended = followJournal({ file, feed: store(), clock: ports.clock, onEntries, onStatus: told }, stop.signal)
    },
  }
}

interface FeedIntakeParts {
  environment: Environment
  settings: Pick<FeedSettings, 'read'>
  store: () => Pick<FeedStore, 'add' | 'database'>
  clock: ClockPort
  /** Called with what is new, and with nothing where only repetitions came. */
  onStored: (entries: readonly FeedEntry[]) => void
}

/** What comes from the queues: into the journal of a collector, then into the inbox, then it may be acknowledged (T39). */
export interface FeedIntake {
  /** Fails with storage-failed, journal-held: then nothing may be acknowledged. */
  store(batch: readonly Delivery[]): void
  /** Lets go of a journal that is not written to any more. */
  settle(): void
  close(): void
}

function createFeedIntake({ environment, settings, store, clock, onStored }: FeedIntakeParts): FeedIntake {
  let open: { file: string; journal: Journal } | undefined
  const wantedFile = (): string | undefined => {
    const { mode, journalFolder, isOn } = settings.read()
    return isOn && mode === 'collector' && journalFolder !== null
      ? journalFileIn(journalFolder, environment)
      : undefined
  }
  const close = (): void => {
    open?.journal.close()
    open = undefined
  }
  const journal = (): Journal | undefined => {
    const file = wantedFile()
    if (open?.file === file) return open?.journal
    close()
    if (file === undefined) return undefined
    open = { file, journal: openJournal(file, store().database) }
    return open.journal
  }
  return {
    store: (batch) => {
      const seenAt = clock.now().toISOString()
      const collected = journal()
      collected?.append(batch.map(({ body }) => ({ body, seenAt })))
      const arrivals = batch.map(
        ({ body, isRedelivered }) =>
          ({ source: 'queue', body, isRedelivered, seenAt, journal: collected?.id }) as const,
      )
      onStored(store().add(arrivals))
    },
    settle: () => {
      if (open !== undefined && open.file !== wantedFile()) close()
    },
    close,
  }
}
