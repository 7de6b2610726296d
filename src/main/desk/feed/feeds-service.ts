import type { DeskEvent } from '../../../shared/contract/contract.ts'
import type { Environment } from '../../../shared/model/connection.ts'
import type { EventHub } from '../event-hub.ts'
import type { ParcelDesk } from '../../../engine/parcel-desk.ts'
import type { DeskPorts } from '../desk-ports.ts'
import { queueForbiddenBy } from '../../../engine/feed/queue/queue-policy.ts'
import type { JobView } from '../saving/running-job.ts'
import { createEnvironmentFeed, type EnvironmentFeed, EVERY_ENTRY, type FeedParts } from './environment-feed.ts'

const ENVIRONMENTS = ['test', 'production'] as const
/** Of these, what rules have to do with was perhaps not written down when the application was killed. */
const RECENT_ENTRIES = 500
const POLICY_POLL_MS = 60_000

interface Parts extends Omit<FeedParts, 'onCounts'> {
  ports: FeedParts['ports'] & Pick<DeskPorts, 'power'>
  events: Pick<EventHub, 'emit' | 'listen'>
}

/** The feeds of both environments. */
export interface FeedsService {
  of(environment: Environment): EnvironmentFeed
  /** Starts every feed that was set up, whoever is signed in: a queue needs only its broker. */
  start(): void
  /** Before jobs and sessions end: what rules save goes on with the next start. */
  stop(): Promise<void>
}

export function createFeedsService(parts: Parts): FeedsService {
  const { ports, events, engine } = parts
  const onCounts = (): void => ports.notify.setBadge(unreadOf(Object.values(feeds)))
  const feeds: Record<Environment, EnvironmentFeed> = {
    test: createEnvironmentFeed('test', { ...parts, onCounts }),
    production: createEnvironmentFeed('production', { ...parts, onCounts }),
  }
  /** What cannot be read in one of them ends neither the other, nor whatever told of it: a job, a sign-in, the start. */
  const eachUsed = (act: (feed: EnvironmentFeed) => unknown): void => {
    for (const environment of ENVIRONMENTS) void actOrLog(feeds[environment], act, engine.logger)
  }
  const stopping = new AbortController()
  const ends = [() => stopping.abort()]
  return {
    of: (environment) => feeds[environment],
    start: () => {
      eachUsed(startFeed)
      const onEvent = (event: DeskEvent): void => {
        if (event.name === 'jobs.changed') eachUsed((feed) => onJobChanged(feed, event.payload))
        if (event.name === 'accounts.changed' && event.payload.session !== null) eachUsed(onSignIn)
      }
      const onPolicy = (): void => eachUsed((feed) => feed.apply())
      void watchPolicy(ports, onPolicy, stopping.signal).catch(() => undefined)
      ends.push(
        ports.power.onWake(() => eachUsed(onWake)),
        events.listen(onEvent),
      )
    },
    stop: async () => {
      for (const end of ends.splice(0)) end()
      await Promise.all(Object.values(feeds).map((feed) => feed.stop()))
    },
  }
}

/** An administrator may forbid the queue, or allow it, while the desk takes messages. */
async function watchPolicy(
  { clock, policy }: Pick<DeskPorts, 'clock' | 'policy'>,
  onChanged: () => void,
  signal: AbortSignal,
): Promise<never> {
  for (let before = queueForbiddenBy(policy); ;) {
    await clock.wait(POLICY_POLL_MS, signal)
    const now = queueForbiddenBy(policy)
    if (now !== before) onChanged()
    before = now
  }
}

async function actOrLog(
  feed: EnvironmentFeed,
  act: (feed: EnvironmentFeed) => unknown,
  logger: ParcelDesk['logger'],
): Promise<void> {
  try {
    if (feed.isUsed()) await act(feed)
  } catch (thrown) {
    logger.error('feed.troubled', { environment: feed.environment, thrown })
  }
}

function onJobChanged({ environment, rules }: EnvironmentFeed, job: JobView): void {
  if (job.environment === environment) rules.onJobChanged(job)
}

async function startFeed(feed: EnvironmentFeed): Promise<void> {
  await feed.apply()
  feed.emitInboxChanged()
  const recent = feed.store().page({ filter: EVERY_ENTRY, before: null, count: RECENT_ENTRIES }).entries
  feed.rules.start(recent.toReversed())
  if (feed.settings.read().checks.isOn) void feed.checks.run()
  feed.checks.restartTimer()
}

/** A link may be dead without knowing it (T43), and what happened meanwhile may have come by no message. */
function onWake({ sources, checks, settings }: EnvironmentFeed): void {
  sources.reconnect()
  if (settings.read().checks.isOn) void checks.run()
}

/** What waited for somebody to sign in. */
function onSignIn({ settings, checks, rules }: EnvironmentFeed): void {
  rules.retryWaiting()
  const { followed, checks: wanted } = settings.read()
  const waiting = followed.filter(({ customerId }) => checks.status(customerId).state === 'not-signed-in')
  if (wanted.isOn && waiting.length > 0) void checks.run(waiting.map(({ customerId }) => customerId))
}

function unreadOf(feeds: readonly EnvironmentFeed[]): number {
  return feeds.reduce((unread, feed) => unread + (feed.isUsed() ? feed.counts().unread : 0), 0)
}
