import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { queueStatus } from '../../../shared/contract/feeds-contract.ts'
import { describeFailure } from '../../../shared/errors/failure-texts.ts'
import type { Failure, Reader } from '../../../shared/errors/failure.ts'
import { counted } from '../../../shared/text/format.ts'
import type { ClockPort } from '../../ports/clock.ts'
import type { Hold } from './keep-trying.ts'

/** The facts behind a sentence about a queue; `host` is `host:port`. */
export type QueueFacts =
  | { state: 'off' }
  | { state: 'connecting'; host: string }
  | { state: 'live'; host: string; queue: string; otherConsumers: number }
  | { state: 'blocked'; host: string; reason: string }
  | { state: 'waiting' | 'refused' | 'queue-missing' | 'cancelled'; failure: Failure; isRetried: boolean }
  | ({ state: 'not-stored'; isStream: boolean } & Hold)

const RETRIED = 'It is tried again automatically.'

/** What happened, why and what to do, in the user’s words. The facts contain no password, and no address with one. */
export function queueSentence(facts: QueueFacts, reader: Reader): string {
  switch (facts.state) {
    case 'off':
      return 'Off: no messages are taken from this queue.'
    case 'connecting':
      return `Connecting to ${facts.host}.`
    case 'live':
      return `Messages of “${facts.queue}” arrive from ${facts.host}.${otherConsumersSentence(facts.otherConsumers)}`
    case 'blocked':
      return `${facts.host} is short of memory or disk space${because(facts.reason)}: what it has still arrives, but it takes nothing new until that ends.`
    case 'not-stored':
      return holdSentence(facts, reader)
    default:
      return troubleSentence(facts.failure, facts.isRetried, reader)
  }
}

function holdSentence(facts: Hold & { isStream: boolean }, reader: Reader): string {
  const { by, failure, taken, returns, isStream } = facts
  const { message, next } = describeFailure(failure, reader)
  const [what, advice] =
    by === 'store' ? ['Messages could not be stored.', 'Check the disk.'] : ['Messages could not be published.', next]
  const where = isStream ? 'They stay in the stream.' : PLACES[taken]
  const often =
    isStream || returns === 0
      ? ''
      : ` A message had come back to the queue ${counted(returns, 'time')} before: the broker may drop it after its delivery limit.`
  return `${what} ${message} ${where}${often} ${advice} ${RETRIED}`
}

/** Where messages are while they cannot be stored or passed on. */
const PLACES: Record<Hold['taken'], string> = {
  nothing: 'Until they can be, nothing is taken: they stay in the queue.',
  held: 'Until they can be, nothing new is taken, and what was taken is held: the queue keeps it until it is confirmed.',
  returned:
    'What was taken went back to the queue, where the broker may drop it after its delivery limit. Until it works, nothing is taken again.',
}

function troubleSentence(failure: Failure, isRetried: boolean, reader: Reader): string {
  const { message, next } = describeFailure(failure, reader)
  if (!isRetried) return `${message} ${next}`
  switch (failure.tag) {
    // Their advice already says that it is retried.
    case 'queue-missing':
    case 'queue-held':
    case 'queue-cancelled':
      return `${message} ${next}`
    case 'virtual-host-refused':
    case 'queue-refused':
    case 'not-a-stream':
    case 'tls-untrusted':
    case 'proxy-login':
    case 'proxy-refused':
      return `${message} ${next} ${RETRIED}`
    default:
      return `${message} ${RETRIED}`
  }
}

/** T36. */
function otherConsumersSentence(otherConsumers: number): string {
  if (otherConsumers === 0) return ''
  const verb = otherConsumers === 1 ? 'takes' : 'take'
  return ` ${counted(otherConsumers, 'other program')} ${verb} messages from the same queue: each message reaches only one of them.`
}

function because(reason: string): string {
  return reason === '' ? '' : ` (“${reason}”)`
}

export type QueueStatus = z.output<typeof queueStatus>

export interface StatusBoard {
  status(): QueueStatus
  /** `host` is that of this or the next attempt; `nextTryAt` is left out where none is scheduled. */
  show(facts: QueueFacts, place?: { host: string; nextTryAt?: Date }): void
}

/** Keeps the state of one queue with its sentence, and reports every change. */
export function createStatusBoard(
  clock: ClockPort,
  onStatus: (status: QueueStatus) => void,
  reader: Reader,
): StatusBoard {
  /** Why it is not live. Kept while it is retried, which improves nothing yet. */
  let trouble: QueueStatus['failure'] = null
  const describe = (facts: QueueFacts, since: string): QueueStatus => ({
    state: facts.state,
    sentence: queueSentence(facts, reader),
    host: null,
    nextTryAt: null,
    since,
    otherConsumers: facts.state === 'live' ? facts.otherConsumers : null,
    failure:
      'failure' in facts ? describeFailure(facts.failure, reader) : facts.state === 'connecting' ? trouble : null,
  })
  let current = describe({ state: 'off' }, clock.now().toISOString())
  return {
    status: () => current,
    show: (facts, place) => {
      const since = facts.state === current.state ? current.since : clock.now().toISOString()
      const nextTryAt = place?.nextTryAt?.toISOString() ?? null
      const next = { ...describe(facts, since), host: place?.host ?? null, nextTryAt }
      trouble = next.failure
      if (isDeepStrictEqual(current, next)) return
      current = next
      onStatus(current)
    },
  }
}
