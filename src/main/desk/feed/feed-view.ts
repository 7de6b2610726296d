import { basename } from 'node:path'
import type { Output } from '../../../shared/contract/contract.ts'
import { describeFailure } from '../../../shared/errors/failure-texts.ts'
import type { Environment } from '../../../shared/model/connection.ts'
import { counted } from '../../../shared/text/format.ts'
import { isFolder } from '../../../engine/files/file-system.ts'
import type { BrokerPasswords } from '../../../engine/accounts/broker-passwords.ts'
import {
  type StoredBroker,
  type StoredFeed,
  type StoredRule,
  streamBrokerOf,
} from '../../../engine/feed/feed-settings.ts'
import type { StreamGap } from '../../../engine/feed/stream/stream-gaps.ts'
import type { QueueStatus } from '../../../engine/feed/queue/queue-status.ts'
import type { CheckStatus } from './checks/check-customer.ts'
import { accountOf } from './sources/broker-source.ts'
import { streamId } from './sources/customer-streams.ts'

export type FeedView = Output<'feeds.read'>
type BrokerView = FeedView['brokers'][number]
type Followed = FeedView['followed'][number]

export interface ViewInput {
  environment: Environment
  now: Date
  feed: StoredFeed
  forbiddenBy: string | undefined
  passwords: Pick<BrokerPasswords, 'isForSessionOnly' | 'isMissing'>
  /** For a customer with a broker. */
  queueOf: (customerId: string) => QueueStatus
  checkOf: (customerId: string) => CheckStatus
  gaps: readonly StreamGap[]
  /** When a check last went through all sets of a customer. */
  checkedAt: (customerId: string) => string | undefined
}

/** The feed as the page sees it: without secrets, and without paths that the page could send back. */
export function viewOfFeed(input: ViewInput): FeedView {
  const { environment, now, feed, forbiddenBy, passwords } = input
  const { isOn, mode, checks, alerts, pausedUntil } = feed
  const followed = feed.followed.map((one) => followedView(input, one))
  const streams = streamsView(input)
  const health = healthOf({ ...input, followed, streams })
  return {
    environment,
    forbiddenBy: forbiddenBy ?? null,
    isOn,
    mode,
    followed,
    health,
    streams,
    checks,
    alerts,
    // Its end may not have been stored.
    pausedUntil: pausedUntil !== null && new Date(pausedUntil) > now ? pausedUntil : null,
    brokers: feed.brokers.map((broker) => brokerView(broker, environment, passwords)),
    rules: feed.rules.map(ruleView),
  }
}

function followedView({ feed, queueOf, checkOf }: ViewInput, one: StoredFeed['followed'][number]): Followed {
  const { customerId, customerName, brokerId } = one
  const hasBroker = feed.brokers.some((broker) => broker.brokerId === brokerId)
  const hasSource = feed.mode === 'streams' ? streamBrokerOf(feed.brokers) !== undefined : hasBroker
  const queue = hasSource ? queueOf(customerId) : null
  return { customerId, customerName, brokerId: hasBroker ? brokerId : null, queue, check: checkOf(customerId) }
}

function streamsView({ feed, gaps, checkedAt, queueOf }: ViewInput): FeedView['streams'] {
  const names = new Map(feed.followed.map(({ customerId, customerName }) => [customerId, customerName]))
  return {
    from: feed.streams.from,
    more: feed.streams.more.map((stream) => ({ stream, status: queueOf(streamId(stream)) })),
    gaps: gaps.map(({ gapId, customerId, at, sentence }) => {
      const customerName = names.get(customerId ?? '') ?? null
      // Nothing can be searched for a customer who is no longer followed.
      const isChecked = customerId === null || customerName === null || (checkedAt(customerId) ?? '') >= at
      return { gapId, customerName, at, sentence, isChecked }
    }),
  }
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
  return { ...rule, isFolderThere: isFolder(rule.folder) }
}

function nameOf(file: string | null): string | null {
  return file === null ? null : basename(file)
}

type Health = FeedView['health']

/** All queues together: the worst of them, with its sentence. */
function healthOf(input: ViewInput & Pick<FeedView, 'followed' | 'streams'>): Health {
  const { feed, forbiddenBy, followed } = input
  if (feed.mode === 'streams') return healthOfStreams(input)
  if (feed.isOn && forbiddenBy !== undefined) {
    return { state: 'off', sentence: describeFailure({ tag: 'queue-forbidden', by: forbiddenBy }, 'desk').message }
  }
  if (!feed.isOn)
    return { state: 'off', sentence: `The feed is off: no messages are taken from a queue.${checkWords(feed)}` }
  const queues = followed.flatMap(({ customerName, queue }) => (queue === null ? [] : [{ customerName, ...queue }]))
  return queues.length === 0
    ? { state: 'off', sentence: 'The feed is on, but no customer with a broker is followed yet.' }
    : healthOfQueues(queues, QUEUE_WORDS)
}

/** Streams beside the customers’ are named by themselves. */
function healthOfStreams({ feed, followed, streams }: ViewInput & Pick<FeedView, 'followed' | 'streams'>): Health {
  if (streamBrokerOf(feed.brokers) === undefined) {
    return { state: 'off', sentence: 'The firm’s streams are to be read, but the firm’s broker is not entered yet.' }
  }
  const all = [
    ...followed.flatMap(({ customerName, queue }) => (queue === null ? [] : [{ customerName, ...queue }])),
    ...streams.more.map(({ stream, status }) => ({ customerName: stream, ...status })),
  ]
  if (all.length === 0)
    return { state: 'off', sentence: 'The firm’s streams are read, but no customer is followed yet.' }
  const health = healthOfQueues(all, STREAM_WORDS)
  const gap = streams.gaps.find(({ isChecked }) => !isChecked)
  if (health.state === 'trouble' || gap === undefined) return health
  const { customerName, sentence } = gap
  return { state: 'trouble', sentence: customerName === null ? sentence : `${customerName}: ${sentence}` }
}

interface SourceWords {
  noun: string
  live(count: number): string
}

const QUEUE_WORDS: SourceWords = {
  noun: 'queue',
  live: (count) => `Messages of ${counted(count, 'customer')} arrive.`,
}
const STREAM_WORDS: SourceWords = {
  noun: 'stream',
  live: (count) => `${counted(count, 'stream')} of your firm ${count === 1 ? 'is' : 'are'} read.`,
}

function healthOfQueues(
  queues: readonly (QueueStatus & { customerName: string })[],
  { noun, live }: SourceWords,
): Health {
  const troubled = queues.filter(isTroubled)
  const [worst] = troubled.toSorted((one, other) => rankOf(other.state) - rankOf(one.state))
  if (worst !== undefined) {
    const others = troubled.length === 1 ? '' : ` And ${counted(troubled.length - 1, `more ${noun}`)} with a problem.`
    // While it reconnects, its own sentence says only that.
    const why = worst.state === 'connecting' && worst.failure !== null ? worst.failure.message : worst.sentence
    return { state: 'trouble', sentence: `${worst.customerName}: ${why}${others}` }
  }
  const connecting = queues.find(({ state }) => state !== 'live')
  if (connecting !== undefined) return { state: 'connecting', sentence: connecting.sentence }
  return { state: 'live', sentence: live(queues.length) }
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
