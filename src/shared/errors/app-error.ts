import { describeFailure } from './failure-texts.ts'
import type { Advice, Failure } from './failure.ts'

/** The only error class of the project: carries a tagged failure; `cause` stays in the process that caught it. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly failure: Failure

  constructor(failure: Failure, options?: { cause?: unknown }) {
    super(describeFailure(failure).message, options)
    this.failure = failure
  }
}

/** The error for invalid input: exit code 2 on the command line, nothing sent. */
export function badUsage(message: string, next?: Advice): AppError {
  return new AppError({ tag: 'bad-usage', message, ...(next === undefined ? {} : { next }) })
}

/** The failure of anything thrown; undefined where it is not an AppError. */
export function failureOf(thrown: unknown): Failure | undefined {
  return thrown instanceof AppError ? thrown.failure : undefined
}

/** What anything thrown says of itself, an Error or not. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
