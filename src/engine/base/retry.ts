import { AppError } from '../../shared/errors/app-error.ts'
import type { Failure, FailureTag } from '../../shared/errors/failure.ts'
import type { ClockPort } from '../ports/clock.ts'

/** Attempts for one request or document before it counts as failed. */
export const ATTEMPTS = 5
const FIRST_WAIT_MS = 500
const MAX_WAIT_MS = 30_000
/** A service may ask for an hour; a run that waits longer than this looks dead, so it stops and can be resumed. */
const LONGEST_PAUSE_MS = 300_000
/** Nobody asks for longer: a date that is further away is a mistake. */
const MAX_ASKED_WAIT_MS = 24 * 3_600_000

/** Not there yet (202), too early or too often; and of a gateway, which has dozens of its own, all that do not last by their meaning. */
const TRANSIENT_STATUS = new Set([202, 408, 425, 429])
const LASTING_STATUS = new Set([501, 505, 511])

function isTransientStatus(status: number): boolean {
  return TRANSIENT_STATUS.has(status) || (status >= 500 && !LASTING_STATUS.has(status))
}

/**
 * True where trying again may help: dropped connections, silence, overload; never 400, 403, a refused password or a token
 * that was refused even after renewal (T28, T32).
 */
export function isTransient(failure: Failure): boolean {
  switch (failure.tag) {
    case 'timed-out':
    case 'connection-lost':
    case 'service-unreachable':
      return true
    case 'not-a-whole-pdf':
      return failure.isRepeated !== true
    case 'service-failing':
      return isTransientStatus(failure.status) && !isNoUseNow(failure)
    default:
      return false
  }
}

/**
 * True where the service asks to be left alone for longer than a run waits, or was waited for in vain: the whole run stops, to be
 * resumed later (T33).
 */
export function isNoUseNow(failure: Failure): boolean {
  return (
    failure.tag === 'service-failing' &&
    isTransientStatus(failure.status) &&
    (failure.isGivenUp === true || (failure.retryAfterMs ?? 0) > LONGEST_PAUSE_MS)
  )
}

/** These pass once someone has signed in, connected a drive or freed space. */
const PASSING: ReadonlySet<string> = new Set<FailureTag>([
  'no-credentials',
  'keychain-unavailable',
  'sign-in-refused',
  'proxy-login',
  'proxy-refused',
  'token-refused',
  'access-denied',
  'folder-gone',
  'folder-not-writable',
  'disk-full',
  'storage-failed',
  'locked',
])

/** True where the same work may succeed later: what is transient, and what somebody is likely to put right. */
export function mayPass(failure: Failure): boolean {
  return isTransient(failure) || isNoUseNow(failure) || canBePutRight(failure.tag)
}

/** True where somebody is likely to put right what failed with this tag. */
export function canBePutRight(tag: string): boolean {
  return PASSING.has(tag)
}

/** How long the service asked to wait, in milliseconds; at most a day (T33). */
export function askedWaitMs(failure: Failure | null): number | undefined {
  return failure?.tag === 'service-failing' && failure.retryAfterMs !== undefined
    ? Math.min(failure.retryAfterMs, MAX_ASKED_WAIT_MS)
    : undefined
}

/** A growing random wait before attempt `attempt` (2, 3 …), in milliseconds: full jitter, so that callers do not retry in step. */
export function waitBeforeMs(attempt: number): number {
  return Math.random() * Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 2))
}

/** Runs `attempt` until it succeeds, fails for good, or has been tried five times. The last failure is thrown. */
export async function withRetries<T>(
  clock: ClockPort,
  attempt: (attemptNumber: number) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (let number = 1; ; number += 1) {
    try {
      return await attempt(number)
    } catch (thrown) {
      if (!(thrown instanceof AppError) || !isTransient(thrown.failure) || number >= ATTEMPTS) throw thrown
      // “Retry-After: 0” does not mean that no pause is needed.
      await clock.wait(Math.max(askedWaitMs(thrown.failure) ?? 0, waitBeforeMs(number + 1)), signal)
    }
  }
}
