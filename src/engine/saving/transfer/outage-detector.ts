import type { Failure } from '../../../shared/errors/failure.ts'
import type { ClockPort } from '../../ports/clock.ts'

/** So many documents in a row that exhausted their attempts on a dead line mean that the service is gone … */
const GONE_AFTER_DOCUMENTS = 10
/** … but not before so long without a sign of life: a service that is started anew takes its time. */
const GONE_AFTER_MS = 20_000

/** So many attempts in a row without a sign of life; fewer may be the fault of single documents. */
const AWAY_AFTER_ATTEMPTS = 4

const OUTAGE_TAGS = new Set<Failure['tag']>(['service-unreachable', 'connection-lost', 'timed-out', 'service-failing'])

/** True for what concerns the way to the service and passes. A refused password is none of it (T31). */
export function isOutage(tag: Failure['tag']): boolean {
  return OUTAGE_TAGS.has(tag)
}

/** Tells a service that is gone from documents that it cannot deliver. */
export interface OutageDetector {
  /** An attempt has failed. */
  noteFailedAttempt(failure: Failure): void
  /** True while nothing but failures comes: at once where no connection can be made, else after a few of them. */
  isAway(): boolean
  /** The service gave a document, or an answer that is no sign of trouble on the line. */
  noteAlive(): void
  /** A document has used up its attempts of a pass. True when the service is to be taken for gone. */
  noteGivenUp(failure: Failure, pass: number): boolean
}

export function createOutageDetector(clock: ClockPort): OutageDetector {
  let exhaustedInARow = 0
  let failedInARow = 0
  let isUnreachable = false
  let aliveAtMs = clock.monotonicMs()
  const alive = (): void => {
    exhaustedInARow = 0
    failedInARow = 0
    isUnreachable = false
    aliveAtMs = clock.monotonicMs()
  }
  return {
    noteAlive: alive,
    noteFailedAttempt: ({ tag }) => {
      if (!isOutage(tag)) {
        alive()
        return
      }
      failedInARow += 1
      isUnreachable ||= tag === 'service-unreachable'
    },
    isAway: () => isUnreachable || failedInARow >= AWAY_AFTER_ATTEMPTS,
    noteGivenUp: (failure, pass) => {
      if (!isOutage(failure.tag)) {
        alive()
        return false
      }
      exhaustedInARow += 1
      // In the second pass only the difficult ones are left, so that their failures say nothing about the service; that it
      // cannot even be reached says it for a job of one document too.
      if (pass > 1) return failure.tag === 'service-unreachable'
      if (exhaustedInARow < GONE_AFTER_DOCUMENTS) return false
      return clock.monotonicMs() - aliveAtMs >= GONE_AFTER_MS
    },
  }
}

/** What a job says while its service does not answer: when it is tried next, counted down. */
export function outageNote(nextTryInMs: number | undefined): string {
  const seconds = Math.ceil((nextTryInMs ?? 0) / 1000)
  return seconds <= 0 ? 'waiting for the service, trying now' : `waiting for the service, next try in ${seconds} s`
}
