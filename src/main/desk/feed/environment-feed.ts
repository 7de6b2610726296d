import type { FeedEntry, InboxCounts } from '../../../shared/model/feed-entry.ts'
import type { Environment } from '../../../shared/model/connection.ts'
import type { Problem } from '../../../shared/model/parcel-set.ts'
import type { OpenSessions } from '../sessions.ts'
import type { EventHub } from '../event-hub.ts'
import type { ParcelDesk } from '../../../engine/parcel-desk.ts'
import type { DeskPorts } from '../desk-ports.ts'
import type { JobQueue } from '../saving/job-queue.ts'
import { type Alerts, createAlerts } from './alerts/alerts.ts'
import { type Checks, createChecks } from './checks/check-schedule.ts'
import { createFeedAccount, type FeedAccount } from './feed-account.ts'
import { createFeedRules, type FeedRules } from './rules/rule-runner.ts'
import { createFeedSettings, type FeedSettings } from '../../../engine/feed/feed-settings.ts'
import { createFeedSources, type FeedSources } from './sources/feed-sources.ts'
import { type FeedView, viewOfFeed } from './feed-view.ts'
import { createPauseTimer, type PauseTimer } from './alerts/alert-pause.ts'
import type { InboxFilter } from '../../../engine/feed/inbox/inbox-filter.ts'
import type { FeedStore } from '../../../engine/feed/inbox/inbox-store.ts'
import { createSetResolver, type SetResolver } from './checks/resolve-sets.ts'
import { createRuleRuns, type RuleRuns } from '../../../engine/rules/rule-runs.ts'
import { throttle } from '../../../engine/base/async.ts'

/** At the desk a message is to be seen within a tenth of a second, of which the page needs more than half. */
const INBOX_GAP_MS = 25
const VIEW_GAP_MS = 125
export const EVERY_ENTRY: InboxFilter = {
  show: 'all',
  customers: [],
  states: [],
  actions: [],
  kinds: [],
  actor: '',
  text: '',
}

export interface FeedParts {
  ports: Pick<DeskPorts, 'link' | 'clock' | 'policy' | 'notify' | 'paths'>
  engine: Pick<ParcelDesk, 'accounts' | 'connect' | 'feed' | 'logger'>
  events: Pick<EventHub, 'emit'>
  sessions: Pick<OpenSessions, 'findFor' | 'openInBackground'>
  queue: Pick<JobQueue, 'start' | 'resume' | 'list'>
  concurrency: () => number
  largestMessageBytes: () => number
  onNotice: (notice: Problem) => void
  /** The number of unread entries may have changed. */
  onCounts: () => void
}

/** The feed of test or of production: everything between queue, inbox, alerts and rules. */
export interface EnvironmentFeed {
  readonly environment: Environment
  readonly settings: FeedSettings
  readonly account: FeedAccount
  readonly sources: FeedSources
  readonly checks: Checks
  readonly rules: FeedRules
  store(): FeedStore
  runs(): RuleRuns
  view(): FeedView
  counts(): InboxCounts
  /** Whether anything was ever set up here: then there is an inbox, and something to start. */
  isUsed(): boolean
  /** Takes up what was changed in the settings and tells the page. */
  apply(): Promise<void>
  emitInboxChanged(): void
  stop(): Promise<void>
}

interface Wired {
  account: FeedAccount
  sources: FeedSources
  checks: Checks
  resolver: SetResolver
  alerts: Alerts
  rules: FeedRules
  pause: PauseTimer
  telling: Telling
}

export function createEnvironmentFeed(environment: Environment, parts: FeedParts): EnvironmentFeed {
  const { ports, engine, onNotice } = parts
  const settings = createFeedSettings(ports.paths.dataDir, environment, onNotice)
  const base: Base = { environment, parts, settings, ...lazyStores(environment, engine) }
  const view = (): FeedView =>
    viewOfFeed({
      environment,
      feed: settings.read(),
      forbiddenBy: wired.sources.forbiddenBy(),
      passwords: engine.accounts.brokers,
      queueOf: wired.sources.queueStatus,
      checkOf: wired.checks.status,
      journal: wired.sources.journalStatus(),
    })
  const wired = wire(base, view)
  const { account, sources, checks, rules, pause, telling } = wired
  return {
    environment,
    settings,
    account,
    sources,
    checks,
    rules,
    view,
    store: base.store,
    runs: base.runs,
    counts: () => base.store().counts(),
    isUsed: () => settings.read().account !== null,
    apply: async () => {
      pause.restart()
      wired.alerts.recheckQuiet()
      await sources.apply()
      telling.view.call()
    },
    emitInboxChanged: telling.inbox.call,
    stop: () => stopFeed(wired),
  }
}

interface Base {
  environment: Environment
  parts: FeedParts
  settings: FeedSettings
  store: () => FeedStore
  runs: () => RuleRuns
}

/** Opened when they are first needed: who never uses the feed has no database of it. */
function lazyStores(environment: Environment, engine: Pick<ParcelDesk, 'feed'>): Pick<Base, 'store' | 'runs'> {
  const store = (): FeedStore => engine.feed(environment)
  let opened: { store: FeedStore; runs: RuleRuns } | undefined
  return {
    store,
    runs: () => {
      const current = store()
      if (opened?.store !== current) opened = { store: current, runs: createRuleRuns(current.database) }
      return opened.runs
    },
  }
}

function wire(base: Base, view: () => FeedView): Wired {
  const { environment, parts, settings, store } = base
  const { ports, engine, sessions, events, queue, concurrency } = parts
  const { clock, notify } = ports
  const { logger } = engine
  const telling = createTelling(base, view)
  const account = createFeedAccount({ environment, engine, sessions, settings })
  const onEntries = (entries: readonly FeedEntry[]): void => takeIn(wired, entries, logger)
  const checks: Checks = createChecks({
    settings,
    account,
    store,
    clock,
    logger,
    onFound: onEntries,
    onStatus: telling.view.call,
    onSearched: (customerId) => resolver.onCustomerSearched(customerId),
  })
  const resolver = createSetResolver({
    settings,
    store,
    clock,
    logger,
    session: account.local,
    onResolved: telling.inbox.call,
    search: (customerId) => void checks.run([customerId]),
  })
  const rules = createFeedRules({
    settings,
    account,
    store,
    queue,
    concurrency,
    clock,
    logger,
    runs: base.runs,
    onChanged: telling.inbox.call,
  })
  const alerts = createAlerts({ environment, settings, clock, notify, events, referenceOf: resolver.referenceOf })
  const sources = createFeedSources({
    environment,
    settings,
    store,
    logger,
    ports,
    passwords: engine.accounts.brokers,
    onEntries,
    largestMessageBytes: parts.largestMessageBytes,
    onStatus: telling.view.call,
    onReconnected: (customerId) => void checks.run([customerId]),
  })
  const pause = createPauseTimer({ settings, clock, onEnded: telling.view.call })
  const wired: Wired = { account, sources, checks, resolver, alerts, rules, pause, telling }
  return wired
}

/** What follows from entries that are stored. None of it may fail: then their messages would not be acknowledged. */
function takeIn(
  { telling, resolver, alerts, rules }: Wired,
  entries: readonly FeedEntry[],
  logger: ParcelDesk['logger'],
): void {
  telling.inbox.call()
  if (entries.length === 0) return
  try {
    const named = resolver.withCustomerNames(entries)
    alerts.add(named)
    rules.add(named)
    resolver.lookUpSets(entries)
  } catch (thrown) {
    logger.error('entries.not-followed-up', { thrown })
  }
}

interface Telling {
  inbox: ReturnType<typeof throttle>
  view: ReturnType<typeof throttle>
}

/** Tells the page how inbox and feed stand. Never fails: what cannot be read now is told the next time. */
function createTelling({ environment, parts, store }: Base, view: () => FeedView): Telling {
  const { events, engine, onCounts, ports } = parts
  const quietly = (tell: () => void): (() => void) => {
    return () => {
      try {
        tell()
      } catch (thrown) {
        engine.logger.warn('feed.not-told', { thrown })
      }
    }
  }
  const emitInboxChanged = (): void => {
    events.emit('inbox.changed', { environment, counts: store().counts(), newest: store().newestId() })
    onCounts()
  }
  return {
    inbox: throttle(ports.clock, INBOX_GAP_MS, quietly(emitInboxChanged)),
    view: throttle(
      ports.clock,
      VIEW_GAP_MS,
      quietly(() => events.emit('feeds.changed', view())),
    ),
  }
}

/** Nothing new is taken in first; what is under way comes to its end, and goes on with the next start. */
async function stopFeed({ sources, rules, checks, alerts, resolver, pause, telling, account }: Wired): Promise<void> {
  pause.stop()
  await Promise.all([sources.stop(), rules.stop(), checks.stop(), alerts.stop()])
  await resolver.stop()
  telling.inbox.stop()
  telling.view.stop()
  account.close()
}
