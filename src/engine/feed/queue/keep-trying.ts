import { failureOf } from '../../../shared/errors/app-error.ts'
import type { Failure } from '../../../shared/errors/failure.ts'

/** What a queue needs besides its broker: that what comes can be stored, and passed on where others depend on this program. */
export type Step = 'store' | 'passing-on'

export interface StepTrouble {
  by: Step
  failure: Failure
}

/** Something that is tried again, and where what was taken is meanwhile. */
export interface Hold extends StepTrouble {
  taken: 'nothing' | 'held' | 'returned'
  /** How often one of those that came by this link had come back to the queue before. */
  returns: number
}

export interface Retries {
  toFailure: (thrown: unknown) => Failure
  /** Shows it and waits, longer with each failure; rejects with an AppError where it is not to be tried again. */
  waitAfter(trouble: StepTrouble, failures: number): Promise<void>
}

/**
 * Tries a step until it works. Redelivery is not used for that: many queues allow a message only so many. Given what an attempt
 * threw, it waits first. Fails like `Retries.waitAfter`.
 */
export async function keepTrying<Result>(
  { by, attempt, thrown }: { by: Step; attempt: () => Result | Promise<Result>; thrown?: unknown },
  { toFailure, waitAfter }: Retries,
): Promise<Result> {
  let last = thrown
  for (let failures = last === undefined ? 0 : 1; ; failures += 1) {
    if (last !== undefined) await waitAfter({ by, failure: failureOf(last) ?? toFailure(last) }, failures)
    try {
      return await attempt()
    } catch (again) {
      last = again
    }
  }
}
