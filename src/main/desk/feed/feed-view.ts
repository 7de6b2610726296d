import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Output } from '../../../shared/contract/contract.ts'
import { describeFailure } from '../../../shared/errors/failure-texts.ts'
import type { Environment } from '../../../shared/model/connection.ts'
import { counted } from '../../../shared/text/format.ts'
import type { BrokerPasswords } from '../../../engine/accounts/broker-passwords.ts'
import type { StoredBroker, StoredFeed, StoredRule } from '../../../engine/feed/feed-settings.ts'
import type { JournalStatus } from '../../../engine/feed/journal/follow-journal.ts'
import type { QueueStatus } from '../../../engine/feed/queue/queue-status.ts'
import type { CheckStatus } from './checks/check-customer.ts'
import { accountOf } from './sources/broker-source.ts'

export type FeedView = Output<'feeds.read'>
type BrokerView = FeedView['brokers'][number]
type Followed = FeedView['followed'][number]

export interface ViewInput {
  environment: Environment
  feed: StoredFeed
  forbiddenBy: string | undefined
  passwords: Pick<BrokerPasswords, 'isForSessionOnly' | 'isMissing'>
  /** For a customer with a broker. */
  queueOf: (customerId: string) => QueueStatus
  checkOf: (customerId: string) => CheckStatus
  journal: JournalStatus | undefined
}

/** The feed as the page sees it: without secrets, and without paths that the page could send back. */
export function viewOfFeed(input: ViewInput): FeedView {
  const { environment, feed, forbiddenBy, passwords, journal } = input
  const { isOn, mode, journalFolder, checks, alerts, pausedUntil } = feed
  const followed = feed.followed.map((one) => followedView(input, one))
  const health = healthOf({ ...input, followed })
  return {
    environment,
    forbiddenBy: forbiddenBy ?? null,
    isOn,
    mode,
    journalFolder,
    followed,
    health,
    checks,
    alerts,
    pausedUntil,
    journal: journal ?? null,
    brokers: feed.brokers.map((broker) => brokerView(broker, environment, passwords)),
    rules: feed.rules.map(ruleView),
  }
}

function followedView({ feed, queueOf, checkOf }: ViewInput, one: StoredFeed['followed'][number]): Followed {
  const { customerId, customerName, brokerId } = one
  const hasBroker = feed.brokers.some((broker) => broker.brokerId === brokerId)
  const queue = hasBroker ? queueOf(customerId) : null
  return { customerId, customerName, brokerId: hasBroker ? brokerId : null, queue, check: checkOf(customerId) }
}

function brokerView(broker: StoredBroker, environment: Environment, passwords: ViewInput['passwords']): BrokerView {
  const { isPasswordKept, caFile, certificateFile, keyFile, ...shown } = broker
  const account = accountOf(broker, environment)
  const isKept = isPasswordKept && !passwords.isMissing(account)
  return {
    ...shown,
    password: passwords.isForSessionOnly(account) ? 'this-session' : isKept ? 'kept' : 'none',
    caFileName: nameOf(caFile),
    certificateFileName: nameOf(certificateFile),
    keyFileName: nameOf(keyFile),
  }
}

function ruleView({ since: _since, ...rule }: StoredRule): FeedView['rules'][number] {
  return { ...rule, isFolderThere: statSync(rule.folder, { throwIfNoEntry: false })?.isDirectory() === true }
}

function nameOf(file: string | null): string | null {
  return file === null ? null : basename(file)
}

type Health = FeedView['health']

/** All queues together: the worst of them, with its sentence. */
function healthOf({ feed, forbiddenBy, journal, followed }: ViewInput & { followed: readonly Followed[] }): Health {
  if (feed.mode === 'follower') {
    const { sentence, isTrouble } = journal ?? { sentence: 'Choose the folder of the journal.', isTrouble: true }
    return { state: isTrouble ? 'trouble' : 'live', sentence }
  }
  if (feed.isOn && forbiddenBy !== undefined) {
    return { state: 'off', sentence: describeFailure({ tag: 'queue-forbidden', by: forbiddenBy }, 'desk').message }
  }
  if (!feed.isOn)
    return { state: 'off', sentence: `The feed is off: no messages are taken from a queue.${checkWords(feed)}` }
  const queues = followed.flatMap(({ customerName, queue }) => (queue === null ? [] : [{ customerName, ...queue }]))
  return queues.length === 0
    ? { state: 'off', sentence: 'The feed is on, but no customer with a broker is followed yet.' }
    : healthOfQueues(queues)
}

function healthOfQueues(queues: readonly (QueueStatus & { customerName: string })[]): Health {
  const troubled = queues.filter(isTroubled)
  const [worst] = troubled.toSorted((one, other) => rankOf(other.state) - rankOf(one.state))
  if (worst !== undefined) {
    const others = troubled.length === 1 ? '' : ` And ${counted(troubled.length - 1, 'more queue')} with a problem.`
    // While it reconnects, its own sentence says only that.
    const why = worst.state === 'connecting' && worst.failure !== null ? worst.failure.message : worst.sentence
    return { state: 'trouble', sentence: `${worst.customerName}: ${why}${others}` }
  }
  const connecting = queues.find(({ state }) => state !== 'live')
  if (connecting !== undefined) return { state: 'connecting', sentence: connecting.sentence }
  return { state: 'live', sentence: `Messages of ${counted(queues.length, 'customer')} arrive.` }
}

/** A failure counts until it is live again, or the state would alternate with each attempt. */
function isTroubled({ state, failure }: QueueStatus): boolean {
  return state === 'connecting' ? failure !== null : state !== 'off' && state !== 'live'
}

/** What only a person can end ranks above what passes. */
function rankOf(state: QueueStatus['state']): number {
  return ['blocked', 'waiting', 'cancelled', 'queue-missing', 'refused', 'not-stored'].indexOf(state)
}

function checkWords({ checks, followed }: StoredFeed): string {
  if (!checks.isOn || followed.length === 0) return ''
  return ` Checks by search every ${counted(checks.everyMinutes, 'minute')}.`
}
