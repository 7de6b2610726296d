import type { Failure } from '../../shared/errors/failure.ts'
import type { ClockPort } from '../ports/clock.ts'

/** So many documents in a row that exhausted their attempts on a dead line mean that the service is gone … */
const DEAD_AFTER_DOCUMENTS = 10
/** … but not before so long without a sign of life: a service that is started anew takes its time. */
const DEAD_AFTER_MS = 20_000

const LINE_TROUBLE = new Set<Failure['tag']>(['service-unreachable', 'connection-lost', 'timed-out', 'service-failing'])

/** Tells a service that is gone from documents that it cannot deliver. */
export interface LineWatch {
  /** The service gave a document, or an answer that is no sign of trouble on the line. */
  alive(): void
  /** A document has used up its attempts of a pass. True when the service is to be taken for gone. */
  isGone(failure: Failure, pass: number): boolean
}

export function createLineWatch(clock: ClockPort): LineWatch {
  let exhaustedInARow = 0
  let aliveAtMs = clock.monotonicMs()
  const alive = (): void => {
    exhaustedInARow = 0
    aliveAtMs = clock.monotonicMs()
  }
  return {
    alive,
    isGone: (failure, pass) => {
      if (!LINE_TROUBLE.has(failure.tag)) {
        alive()
        return false
      }
      exhaustedInARow += 1
      if (exhaustedInARow < DEAD_AFTER_DOCUMENTS) return false
      // In the second pass only the difficult ones are left, so that their failures say nothing about the service.
      if (pass > 1) return failure.tag === 'service-unreachable'
      return clock.monotonicMs() - aliveAtMs >= DEAD_AFTER_MS
    },
  }
}
