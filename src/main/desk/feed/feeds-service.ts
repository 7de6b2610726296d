import type { DeskEvent } from '../../../shared/contract/contract.ts'
import type { Environment } from '../../../shared/model/connection.ts'
import type { ParcelDesk } from '../../../engine/parcel-desk.ts'
import type { DeskPorts } from '../desk-ports.ts'
import type { EventHub } from '../event-hub.ts'
import type { JobView } from '../saving/running-job.ts'
import { createEnvironmentFeed, type EnvironmentFeed, EVERY_ENTRY, type FeedDependencies } from './environment-feed.ts'

/** Entries that `watch` stored without planning what this desk’s rules do about them. */
const RECENT_ENTRIES = 500

interface FeedsServiceDependencies extends FeedDependencies {
  ports: FeedDependencies['ports'] & Pick<DeskPorts, 'power'>
  events: Pick<EventHub, 'emit' | 'listen'>
}

/** The feeds of both environments. */
export interface FeedsService {
  of(environment: Environment): EnvironmentFeed
  /**
   * Starts every inbox, and every feed that was set up; nobody need be signed in, because a queue needs only its broker.
   */
  start(): void
  /** Obeys a policy that has changed. */
  applyPolicy(): void
  /** Before jobs and sessions end: what rules save resumes at the next start. */
  stop(): Promise<void>
}

export function createFeedsService(dependencies: FeedsServiceDependencies): FeedsService {
  const { ports, events, engine } = dependencies
  const feeds: Record<Environment, EnvironmentFeed> = {
    test: createEnvironmentFeed('test', dependencies),
    production: createEnvironmentFeed('production', dependencies),
  }
  const all = Object.values(feeds)
  /** A failure in one feed ends neither the other nor the caller: a job, a sign-in, the start. */
  const each = (act: (feed: EnvironmentFeed) => unknown): void => {
    for (const feed of all) void actOrLog(feed, act, engine.logger)
  }
  const eachSetUp = (act: (feed: EnvironmentFeed) => unknown): void =>
    each(async (feed) => {
      if (feed.isSetUp()) await act(feed)
    })
  const onEvent = (event: DeskEvent): void => {
    if (event.name === 'inbox.changed') showBadge(all, dependencies)
    if (event.name === 'jobs.changed') eachSetUp((feed) => onJobChanged(feed, event.payload))
    if (event.name === 'accounts.changed' && event.payload.session !== null) eachSetUp(onSignIn)
  }
  const ends: (() => void)[] = []
  return {
    of: (environment) => feeds[environment],
    start: () => {
      ends.push(
        events.listen(onEvent),
        ports.power.onWake(() => eachSetUp(onWake)),
      )
      each(startFeed)
    },
    applyPolicy: () => each((feed) => feed.apply()),
    stop: async () => {
      for (const end of ends.splice(0)) end()
      await Promise.all(all.map((feed) => feed.stop()))
    },
  }
}

async function actOrLog(
  feed: EnvironmentFeed,
  act: (feed: EnvironmentFeed) => unknown,
  logger: ParcelDesk['logger'],
): Promise<void> {
  try {
    if (feed.hasInbox()) await act(feed)
  } catch (thrown) {
    logger.error('feed.troubled', { environment: feed.environment, thrown })
  }
}

async function startFeed(feed: EnvironmentFeed): Promise<void> {
  await feed.restoreAlerts()
  await feed.apply()
  feed.emitInboxChanged()
  if (!feed.isSetUp()) return
  const recent = feed.store().page({ filter: EVERY_ENTRY, before: null, count: RECENT_ENTRIES }).entries
  feed.rules.start(recent.toReversed())
  feed.checkGaps()
  checkSoon(feed)
}

function onJobChanged({ environment, rules }: EnvironmentFeed, job: JobView): void {
  if (job.environment === environment) rules.onJobChanged(job)
}

/** A connection may be dead without a sign of it (T43), and no message may have come about what happened meanwhile. */
function onWake(feed: EnvironmentFeed): void {
  feed.sources.reconnect()
  checkSoon(feed)
}

/**
 * At once; but of desks that read the firm’s streams there are many, which start and wake at the same hour and have missed
 * nothing that a stream keeps.
 */
function checkSoon({ checks, settings }: EnvironmentFeed): void {
  const { mode, checks: schedule } = settings.read()
  const isOneOfMany = mode === 'streams'
  if (schedule.isOn && !isOneOfMany) void checks.run()
  checks.restartTimer(isOneOfMany)
}

/** Resumes what waited for a sign-in. */
function onSignIn({ settings, checks, rules }: EnvironmentFeed): void {
  rules.retryWaiting()
  const { followed, checks: schedule } = settings.read()
  const waiting = followed.filter(({ customerId }) => checks.status(customerId).state === 'not-signed-in')
  if (schedule.isOn && waiting.length > 0) void checks.run(waiting.map(({ customerId }) => customerId))
}

/** The number of unread entries. What cannot be counted now is counted at the next change. */
function showBadge(feeds: readonly EnvironmentFeed[], { ports, engine }: FeedsServiceDependencies): void {
  try {
    const inboxes = feeds.filter((feed) => feed.hasInbox())
    ports.notify.setBadge(inboxes.reduce((unread, feed) => unread + feed.counts().unread, 0))
  } catch (thrown) {
    engine.logger.warn('feed.badge-not-shown', { thrown })
  }
}
