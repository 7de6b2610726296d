import { AppError } from '../../shared/errors/app-error.ts'
import type { FailureTag } from '../../shared/errors/failure.ts'
import { isNoUseNow, isTransient } from '../base/retry.ts'

export function isDenied(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.failure.tag === 'access-denied'
}

/** Whether the service refused the search itself, as it stands: it would refuse it again (T32). */
export function isRefused({ failure }: AppError): boolean {
  return failure.tag === 'request-refused' || failure.tag === 'not-found'
}

const OF_ONE_SEARCH: ReadonlySet<string> = new Set<FailureTag>([
  'request-refused',
  'not-found',
  'access-denied',
  'unreadable-answer',
  'redirected',
  'token-refused',
  'service-failing',
  'timed-out',
  'connection-lost',
])

/** Whether a search failed in a way in which others need not fail: the service was reached, and the sign-in stands. */
export function isOfOneSearch(thrown: unknown): thrown is AppError {
  return thrown instanceof AppError && OF_ONE_SEARCH.has(thrown.failure.tag) && !isNoUseNow(thrown.failure)
}

/** So many searches that the service refuses, and none that it answers: then it is the rest of the search that it refuses. */
const MANY_REFUSED = 50
/** So many in a row, each tried several times: then the service is down. */
const MANY_FAILING = 8

/**
 * Told how each of several searches ended; throws where all of them fail, the first fifty, or several in a row at which the
 * service itself fails. A list of thousands is not sent to the end for a wrong filter, nor to a service that is down.
 */
export function watchFailures(searches: number): (failure: AppError | undefined) => void {
  let isAnyAnswered = false
  let failed = 0
  let failingInRow = 0
  return (failure) => {
    isAnyAnswered ||= failure === undefined
    failingInRow = failure !== undefined && isTransient(failure.failure) ? failingInRow + 1 : 0
    if (failure === undefined) return
    failed += 1
    const many = isDenied(failure) ? searches : Math.min(MANY_REFUSED, searches)
    if ((!isAnyAnswered && failed >= many) || failingInRow >= MANY_FAILING) throw failure
  }
}
