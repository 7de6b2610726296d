import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { hostname } from 'node:os'
import type { Environment } from '../../../shared/model/connection.ts'
import type { FeedEntry } from '../../../shared/model/feed-entry.ts'
import type { Problem } from '../../../shared/model/parcel-set.ts'
import { throttle } from '../../../engine/base/async.ts'
import { managedFeedSettings } from '../../../engine/feed/managed-feed.ts'
import { createFeedSettings, type FeedSettings } from '../../../engine/feed/feed-settings.ts'
import type { InboxFilter } from '../../../engine/feed/inbox/inbox-filter.ts'
import type { InboxCounts } from '../../../engine/feed/inbox/inbox-query.ts'
import type { FeedStore } from '../../../engine/feed/inbox/inbox-store.ts'
import type { Feed } from '../../../engine/feed/open-feed.ts'
import type { StreamGap } from '../../../engine/feed/stream/stream-gaps.ts'
import type { ParcelDesk } from '../../../engine/parcel-desk.ts'
import type { DeskPorts } from '../desk-ports.ts'
import type { EventHub } from '../event-hub.ts'
import type { JobQueue } from '../saving/job-queue.ts'
import type { OpenSessions } from '../sessions.ts'
import { createPauseTimer } from './alerts/alert-pause.ts'
import { createAlerts } from './alerts/alerts.ts'
import { type Checks, createChecks, deskShare } from './checks/check-schedule.ts'
import { takesChecks } from './checks/take-checks.ts'
import { createSetResolver } from './checks/resolve-sets.ts'
import { createFeedAccount, type FeedAccount } from './feed-account.ts'
import { type FeedView, viewOfFeed } from './feed-view.ts'
import { createSnoozeTimer } from './snooze-timer.ts'
import { createFeedRules, type FeedRules } from './rules/rule-runner.ts'
import { createFeedSources, type FeedSources } from './sources/feed-sources.ts'

/** A message must be on screen within a tenth of a second, more than half of which the page needs. */
const INBOX_GAP_MS = 25
const VIEW_GAP_MS = 125
export const EVERY_ENTRY: InboxFilter = {
  show: 'all',
  customers: [],
  states: [],
  kinds: [],
  text: '',
}

export interface FeedDependencies {
  ports: Pick<DeskPorts, 'link' | 'clock' | 'policy' | 'notify' | 'paths'>
  engine: Pick<ParcelDesk, 'accounts' | 'connect' | 'feed' | 'hasFeed' | 'jobs' | 'logger'>
  events: Pick<EventHub, 'emit'>
  sessions: Pick<OpenSessions, 'findFor' | 'openInBackground'>
  queue: Pick<JobQueue, 'start' | 'resume' | 'list'>
  concurrency: () => number
  largestMessageBytes: () => number
  onNotice: (notice: Problem) => void
}

/** The feed of test or of production: everything between queue, inbox, alerts and rules. */
export interface EnvironmentFeed {
  readonly environment: Environment
  readonly settings: FeedSettings
  readonly account: FeedAccount
  readonly sources: FeedSources
  readonly checks: Checks
  readonly rules: FeedRules
  store(): Feed
  view(): FeedView
  counts(): InboxCounts
  /** Whether anybody has set the feed up: only then are there queues, checks and rules. */
  isSetUp(): boolean
  /** Whether there may be entries: schedules and the command line write into the inbox without a feed too. */
  hasInbox(): boolean
  /** Sets entries aside until a time. Returns those changed. Fails with bad-usage where the time is not in the next two years. */
  snooze(entryIds: readonly number[], until: Date): number[]
  /** Takes up the notification that was held back when the program ended. */
  restoreAlerts(): Promise<void>
  /** Checks by search what an earlier start found gone from a stream, and did not get to check. */
  checkGaps(): void
  /** Applies changed settings and notifies the page. */
  apply(): Promise<void>
  emitInboxChanged(): void
  /** Shows entries that were stored already, and notifies of those that have to be known. */
  announce(entries: readonly FeedEntry[]): void
  stop(): Promise<void>
}

/** What concerns a part of the feed that is built later than its sender. */
interface FeedSignals {
  statusChanged: []
  lookupNeeded: [customerId: string]
}

/** Each part is given those before it; what concerns a later one goes through `signals`, connected at the end. */
export function createEnvironmentFeed(environment: Environment, dependencies: FeedDependencies): EnvironmentFeed {
  const { ports, engine, events, sessions, queue, concurrency, largestMessageBytes, onNotice } = dependencies
  const { clock, notify, paths } = ports
  const { accounts, logger } = engine
  const signals = new EventEmitter<FeedSignals>()
  const onStatus = (): void => void signals.emit('statusChanged')

  const settings = managedFeedSettings(createFeedSettings(paths.dataDir, environment, onNotice), ports.policy)
  const account = createFeedAccount({ environment, engine, sessions, settings })
  const isSetUp = (): boolean => settings.read().account !== null
  const store = (): Feed => engine.feed(environment)
  const core = { environment, settings, account, store, clock, logger, ports, notify, events, onStatus }
  const hasGap = (customerId: string): boolean =>
    store()
      .gaps.list()
      .some((gap) => gap.customerId === customerId && isOpen(gap, store()))
  const inboxChanged = throttle(
    clock,
    INBOX_GAP_MS,
    loggingFailure(logger, () => {
      events.emit('inbox.changed', { environment, counts: store().counts(), newest: store().newestId() })
    }),
  )
  const resolver = createSetResolver({
    ...core,
    session: account.local,
    onResolved: inboxChanged.call,
    requestSearch: (customerId) => void signals.emit('lookupNeeded', customerId),
  })
  const rules = createFeedRules({
    ...core,
    queue,
    documentsOf: engine.jobs.documents,
    concurrency,
    runs: () => store().runs,
    onChanged: inboxChanged.call,
  })
  const alerts = createAlerts({ ...core, referenceOf: resolver.referenceOf, owed: store })
  const pause = createPauseTimer({ ...core, onEnded: onStatus })
  const snoozes = createSnoozeTimer({
    ...core,
    onReturned: (entries) => {
      inboxChanged.call()
      alerts.add(resolver.withCustomerNames(entries))
    },
  })
  /** What follows once entries are stored. It must not fail: then their messages would not be acknowledged. */
  const onEntries = (entries: readonly FeedEntry[]): void => {
    inboxChanged.call()
    if (entries.length === 0) return
    try {
      rules.startPlanned()
      alerts.add(resolver.withCustomerNames(entries))
      resolver.lookUpSets(entries)
    } catch (thrown) {
      logger.error('entries.not-followed-up', { thrown })
    }
  }
  const checks = createChecks({
    ...core,
    collectorCheck: (customerId) =>
      settings.read().mode === 'streams' ? store().collectorChecks.last(customerId) : undefined,
    hasGap,
    share: () => deskShare(deskIdOf(settings), hostname()),
    beforeCommit: rules.plan,
    onFound: onEntries,
    onSearched: resolver.onCustomerSearched,
  })
  const sources = createFeedSources({
    ...core,
    passwords: accounts.brokers,
    largestMessageBytes,
    beforeCommit: rules.plan,
    onEntries,
    onReconnected: (customerId) => void checks.run([customerId]),
    checksOf: (customerId) => takesChecks(core, customerId),
    onGap: ({ customerId, sentence }) => {
      try {
        store().gaps.add({ customerId, sentence, at: clock.now().toISOString() })
      } catch (thrown) {
        logger.error('gap.not-stored', { thrown, sentence })
      }
      onStatus()
      // What was in the gap shows in no message any more.
      void checks.run(customerId === null ? [] : [customerId])
    },
  })
  const view = (): FeedView =>
    viewOfFeed({
      environment,
      now: clock.now(),
      feed: settings.read(),
      forbiddenBy: sources.forbiddenBy(),
      passwords: accounts.brokers,
      queueOf: sources.queueStatus,
      checkOf: checks.status,
      gaps: settings.read().mode === 'streams' ? store().gaps.list() : [],
      checkedAt: (customerId) => store().checkedAt(customerId),
    })
  const viewChanged = throttle(
    clock,
    VIEW_GAP_MS,
    loggingFailure(logger, () => events.emit('feeds.changed', view())),
  )
  signals.on('statusChanged', viewChanged.call)
  signals.on('lookupNeeded', (customerId) => void checks.lookUp(customerId))

  return {
    environment,
    settings,
    account,
    sources,
    checks,
    rules,
    store,
    view,
    counts: () => store().counts(),
    isSetUp,
    hasInbox: () => isSetUp() || engine.hasFeed(environment),
    snooze: snoozes.snooze,
    restoreAlerts: alerts.restore,
    emitInboxChanged: inboxChanged.call,
    checkGaps: () => {
      const open = store()
        .gaps.list()
        .filter((gap) => isOpen(gap, store()))
      const customers = open.map(({ customerId }) => customerId)
      void checks.run(customers.filter((customerId) => customerId !== null))
    },
    announce: (entries) => {
      inboxChanged.call()
      alerts.add(entries)
    },
    apply: async () => {
      pause.restart()
      alerts.recheckQuiet()
      snoozes.restart()
      await sources.apply()
      viewChanged.call()
    },
    stop: async () => {
      // New entries end first; what is under way finishes, or resumes at the next start.
      pause.stop()
      snoozes.stop()
      await Promise.all([sources.stop(), rules.stop(), checks.stop(), alerts.stop()])
      await resolver.stop()
      inboxChanged.stop()
      viewChanged.stop()
      account.close()
    },
  }
}

function isOpen({ customerId, at }: StreamGap, store: Pick<FeedStore, 'checkedAt'>): boolean {
  return (store.checkedAt(customerId ?? '') ?? '') < at
}

/** Made once, and stored. */
function deskIdOf(settings: FeedSettings): string {
  const { deskId } = settings.read()
  return deskId === '' ? settings.change({ deskId: randomUUID() }).deskId : deskId
}

/** An event that cannot be put together now is only logged: the next one carries the same state. */
function loggingFailure(logger: ParcelDesk['logger'], emit: () => void): () => void {
  return () => {
    try {
      emit()
    } catch (thrown) {
      logger.warn('feed.event-not-sent', { thrown })
    }
  }
}
