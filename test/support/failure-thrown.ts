import { failureOf } from '../../src/shared/errors/app-error.ts'
import type { Failure } from '../../src/shared/errors/failure.ts'

/** The tagged failure that the work ends with; anything else fails the test. */
export async function failureThrown(work: Promise<unknown>): Promise<Failure> {
  const thrown = await work.then(
    () => new Error('the work did not fail'),
    (reason: unknown) => reason,
  )
  const failure = failureOf(thrown)
  if (failure === undefined) throw thrown
  return failure
}
