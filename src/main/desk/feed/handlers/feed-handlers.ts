import { randomUUID } from 'node:crypto'
import { AppError, badUsage } from '../../../../shared/errors/app-error.ts'
import type { Counterparty } from '../../../../shared/model/parcel-set.ts'
import type { StoredFeed, StoredFollowed, StoredRule } from '../../../../engine/feed/feed-settings.ts'
import { assertQueueAllowed } from '../../../../engine/policy/guards.ts'
import type { ParcelDesk } from '../../../../engine/parcel-desk.ts'
import type { ClockPort } from '../../../../engine/ports/clock.ts'
import { parseNamePattern } from '../../../../engine/saving/names/name-pattern.ts'
import type { ChosenFiles, ChosenFolders } from '../../chosen-paths.ts'
import type { DeskPorts } from '../../desk-ports.ts'
import type { EnvironmentFeed } from '../environment-feed.ts'
import type { FeedsService } from '../feeds-service.ts'
import type { Handler, HandlersOf } from '../../router.ts'
import type { OpenSessions } from '../../sessions.ts'
import { createBrokerHandlers } from './broker-handlers.ts'

const MINUTE_MS = 60_000
/** Confirmed outside the page too: messages taken from others cannot be given back (W-L5). */
const CONFIRM_SWITCH_ON = {
  message: 'Take messages from the queue on this desk?',
  detail:
    'A queue gives each message to one program only: another desk or system that reads it will miss what this one takes.',
  action: 'Take messages',
}
const FILE_KINDS = {
  ca: { title: 'Certificate authority of the broker', extensions: ['pem', 'crt', 'cer'] },
  certificate: { title: 'Certificate for the broker', extensions: ['pem', 'crt', 'cer'] },
  key: { title: 'Key of the certificate', extensions: ['pem', 'key'] },
} as const

interface FeedHandlerDependencies {
  ports: Pick<DeskPorts, 'folders' | 'policy' | 'clock' | 'confirm'>
  engine: Pick<ParcelDesk, 'accounts'>
  sessions: Pick<OpenSessions, 'find'>
  feeds: Pick<FeedsService, 'of'>
  chosen: ChosenFolders
  /** The certificate and key files that the user has picked for a broker. */
  chosenFiles: ChosenFiles
}

/** The feed of a session’s environment. */
interface SessionFeeds {
  of(sessionId: string): EnvironmentFeed
  /** The same, after making the session’s account the one that checks and rules sign in as. */
  ownedBy(sessionId: string): EnvironmentFeed
}

/** The page’s calls about brokers, followed customers, checks, alerts and rules, in the environment of its session. */
export function createFeedHandlers(dependencies: FeedHandlerDependencies): HandlersOf<'feeds'> {
  const { ports, engine, sessions, chosen, chosenFiles } = dependencies
  const { folders, clock, policy } = ports
  const feeds = createSessionFeeds(dependencies)
  return {
    ...createBrokerHandlers({ feedOf: feeds.ownedBy, chosenFiles, passwords: engine.accounts.brokers, policy }),
    ...createFollowHandlers(feeds, sessions),
    ...createSwitchHandlers(feeds, ports),
    ...createRuleHandlers(feeds, chosen, clock),
    'feeds.read': async ({ sessionId }) => {
      const feed = feeds.of(sessionId)
      await policy.refresh()
      await feed.sources.apply()
      return feed.view()
    },
    'feeds.today': ({ sessionId }) => {
      const midnight = clock.now()
      midnight.setHours(0, 0, 0, 0)
      return { messages: feeds.of(sessionId).store().messagesSince(midnight) }
    },
    'feeds.chooseFile': async ({ kind }) => {
      const { title, extensions } = FILE_KINDS[kind]
      const path = await folders.chooseFile(title, extensions)
      return path === undefined ? null : chosenFiles.add(path)
    },
    'feeds.pauseAlerts': async ({ sessionId, minutes }) => {
      const feed = feeds.of(sessionId)
      const until = new Date(clock.now().getTime() + minutes * MINUTE_MS)
      feed.settings.change({ pausedUntil: minutes === 0 ? null : until.toISOString() })
      await feed.apply()
      return feed.view()
    },
  }
}

function createSessionFeeds({ sessions, feeds }: FeedHandlerDependencies): SessionFeeds {
  const of: SessionFeeds['of'] = (sessionId) => feeds.of(sessions.find(sessionId).connection.environment)
  return {
    of,
    ownedBy: (sessionId) => {
      const { profile, baseUrl, username } = sessions.find(sessionId).connection
      const feed = of(sessionId)
      feed.settings.change({ account: { profile: profile ?? null, baseUrl, username } })
      return feed
    },
  }
}

type SwitchMethod = `feeds.${'switchOn' | 'switchOff' | 'tryNow' | 'setMode'}`

/** Taking messages is off until a user who has read what it means switches it on (T36). */
function createSwitchHandlers(
  feeds: SessionFeeds,
  { policy, clock, confirm }: FeedHandlerDependencies['ports'],
): Pick<HandlersOf<'feeds'>, SwitchMethod> {
  return {
    'feeds.switchOn': async ({ sessionId }) => {
      await policy.refresh()
      const feed = feeds.of(sessionId)
      assertQueueAllowed(policy, 'own')
      feeds.ownedBy(sessionId)
      if (!feed.settings.read().isOn && !(await confirm(CONFIRM_SWITCH_ON))) throw new AppError({ tag: 'interrupted' })
      feed.settings.change({ isOn: true, warningAcceptedAt: clock.now().toISOString() })
      await feed.apply()
      return feed.view()
    },
    'feeds.switchOff': async ({ sessionId }) => {
      const feed = feeds.of(sessionId)
      feed.settings.change({ isOn: false })
      await feed.apply()
      return feed.view()
    },
    'feeds.tryNow': async ({ sessionId }) => {
      const feed = feeds.of(sessionId)
      await feed.apply()
      feed.sources.retryNow()
      return feed.view()
    },
    'feeds.setMode': async ({ sessionId, mode }) => {
      const feed = feeds.ownedBy(sessionId)
      feed.settings.change({ mode })
      await feed.apply()
      return feed.view()
    },
  }
}

type FollowMethod = `feeds.${'follow' | 'checkNow' | 'change' | 'dismissGaps'}`
type FollowInput = Parameters<Handler<'feeds.follow'>>[0]

/** Which customers are followed, how often they are checked, and which notifications are shown. */
function createFollowHandlers(
  feeds: SessionFeeds,
  sessions: Pick<OpenSessions, 'find'>,
): Pick<HandlersOf<'feeds'>, FollowMethod> {
  return {
    'feeds.follow': async ({ sessionId, customers }, signal) => {
      const feed = feeds.ownedBy(sessionId)
      const before = feed.settings.read()
      const list = async (): Promise<Counterparty[]> =>
        (await sessions.find(sessionId).session.customers(signal)).counterparties
      const followed = await followedOf(before, customers, list)
      feed.settings.change({ followed })
      await feed.apply()
      const added = followed.filter((one) => !before.followed.some(({ customerId }) => customerId === one.customerId))
      feed.checks.restartTimer()
      if (before.checks.isOn && added.length > 0) void feed.checks.run(added.map(({ customerId }) => customerId))
      return feed.view()
    },
    'feeds.checkNow': ({ sessionId }) => {
      const feed = feeds.of(sessionId)
      void feed.checks.run()
      return feed.view()
    },
    'feeds.dismissGaps': ({ sessionId, upTo }) => {
      const feed = feeds.of(sessionId)
      feed.store().gaps.dismiss(upTo)
      return feed.view()
    },
    'feeds.change': async ({ sessionId, checks, alerts, streams }) => {
      const feed = feeds.ownedBy(sessionId)
      const before = feed.settings.read()
      feed.settings.change({
        checks: checks ?? before.checks,
        alerts: alerts ?? before.alerts,
        streams: namedStreams(streams) ?? before.streams,
      })
      await feed.apply()
      if (checks !== undefined) feed.checks.restartTimer()
      if (checks?.isOn === true && !before.checks.isOn) void feed.checks.run()
      return feed.view()
    },
  }
}

/** Trimmed, each once, without blank ones. */
function namedStreams(streams: StoredFeed['streams'] | undefined): StoredFeed['streams'] | undefined {
  if (streams === undefined) return undefined
  const names = streams.more.map((name) => name.trim()).filter((name) => name !== '')
  return { ...streams, more: [...new Set(names)] }
}

/**
 * The chosen customers with their names, known or from the service. Fails with bad-usage, and like the list of
 * counterparties.
 */
async function followedOf(
  { followed, brokers }: StoredFeed,
  customers: FollowInput['customers'],
  list: () => Promise<Counterparty[]>,
): Promise<StoredFollowed[]> {
  const names = new Map(followed.map((one) => [one.customerId, one.customerName]))
  if (customers.some(({ customerId }) => !names.has(customerId))) {
    for (const { customerId, customerName } of await list()) names.set(customerId, customerName)
  }
  const chosen = new Map(customers.map((one) => [one.customerId, one.brokerId]))
  return Array.from(chosen, ([customerId, brokerId]) => {
    const customerName = names.get(customerId)
    if (customerName === undefined)
      throw badUsage('This customer is not in the list of the service.', 'Choose another.')
    if (brokerId !== null && !brokers.some((one) => one.brokerId === brokerId && one.kind === 'queue')) {
      throw badUsage('This broker no longer exists.', 'Choose another.')
    }
    return { customerId, customerName, brokerId }
  })
}

type RuleMethod = 'feeds.saveRule' | 'feeds.removeRule'

/** The page’s calls about rules. A rule acts on what comes after it was created or switched on. */
function createRuleHandlers(
  feeds: SessionFeeds,
  chosen: Pick<ChosenFolders, 'find'>,
  clock: Pick<ClockPort, 'now'>,
): Pick<HandlersOf<'feeds'>, RuleMethod> {
  return {
    'feeds.saveRule': async ({ sessionId, ruleId, ...fields }) => {
      const folder = chosen.find(fields.folderId).path
      parseNamePattern(fields.pattern)
      if (fields.states.every((state) => state.trim() === '')) throw badUsage('The rule names no state.', 'Choose one.')
      const feed = feeds.ownedBy(sessionId)
      const { rules } = feed.settings.read()
      const before = rules.find((one) => one.ruleId === ruleId)
      if (ruleId !== null && before === undefined) throw badUsage('This rule no longer exists.', 'Add it again.')
      const name = fields.name.trim() === '' ? 'Rule without a name' : fields.name.trim()
      const since = before?.isOn === true ? before.since : clock.now().toISOString()
      const rule: StoredRule = { ruleId: before?.ruleId ?? randomUUID(), ...fields, name, folder, since }
      const changed = before === undefined ? [...rules, rule] : rules.map((one) => (one === before ? rule : one))
      feed.settings.change({ rules: changed })
      await feed.apply()
      return feed.view()
    },
    'feeds.removeRule': async ({ sessionId, ruleId }) => {
      const feed = feeds.ownedBy(sessionId)
      const { rules } = feed.settings.read()
      feed.settings.change({ rules: rules.filter((one) => one.ruleId !== ruleId) })
      await feed.apply()
      return feed.view()
    },
  }
}
