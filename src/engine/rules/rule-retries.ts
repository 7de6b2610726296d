import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { Failure, FailureTag, Reader } from '../../shared/errors/failure.ts'
import type { Logger } from '../base/logger.ts'
import { isTransient } from '../base/retry.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { RuleRun } from './rule-runs.ts'

export type RunChanges = Partial<RuleRun>

/** Most searches show a new state within seconds; a lag of half a minute is to cost no more than that. */
const FIRST_WAITS_MS = [5_000, 15_000, 30_000]
const NEXT_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 3_600_000
/** The first attempt and those after the first waits: whoever wants to end has waited long enough then. */
export const FIRST_ATTEMPTS = 1 + FIRST_WAITS_MS.length
/** After half an hour a service is believed that shows another state than the message said. */
const LAG_ATTEMPTS = 8
/** About two days with the longest waits: a weekend without a sign-in. */
const MAX_ATTEMPTS = 53

/** What passes by itself, or once somebody has signed in, connected a drive, made room. */
const RETRIED: ReadonlySet<FailureTag> = new Set<FailureTag>([
  'no-credentials',
  'keychain-unavailable',
  'sign-in-refused',
  'token-refused',
  'access-denied',
  'folder-gone',
  'folder-not-writable',
  'disk-full',
  'storage-failed',
  'locked',
])

interface RetryContext {
  clock: ClockPort
  logger: Logger
  /** Who reads why; the desk where nobody is named. */
  reader?: Reader
}

export function isLagOver({ attempts }: RuleRun): boolean {
  return attempts >= LAG_ATTEMPTS
}

/** Tried again after 5, 15 and 30 seconds, then after waits that grow from a minute to an hour; given up in the end. */
export function postponed({ clock }: Pick<RetryContext, 'clock'>, run: RuleRun, why: string): RunChanges {
  const attempts = run.attempts + 1
  if (attempts >= MAX_ATTEMPTS) return { ...failed(`${why} Given up after ${attempts} attempts.`), attempts }
  const later = NEXT_WAIT_MS * 2 ** (run.attempts - FIRST_WAITS_MS.length)
  const waitMs = FIRST_WAITS_MS[run.attempts] ?? Math.min(later, LONGEST_WAIT_MS)
  const nextTryAt = new Date(clock.now().getTime() + waitMs).toISOString()
  return { state: 'waiting', text: why, attempts, nextTryAt }
}

/** Waited for where it can pass, else the end of the run. */
export function afterFailure(parts: RetryContext, run: RuleRun, failure: Failure): RunChanges {
  const { logger, reader = 'desk' } = parts
  const { message, next } = describeFailure(failure, reader)
  if (isTransient(failure) || RETRIED.has(failure.tag)) return postponed(parts, run, logger.redact(message))
  return failed(logger.redact(`${message} ${next}`))
}

export function failed(text: string): RunChanges {
  return { state: 'failed', text, nextTryAt: null }
}
