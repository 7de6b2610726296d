import { describeFailure } from './failure-texts.ts'
import type { Advice, Failure } from './failure.ts'

/** The one error class of the project: carries a tagged failure; `cause` stays where it was caught. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly failure: Failure

  constructor(failure: Failure, options?: { cause?: unknown }) {
    super(describeFailure(failure).message, options)
    this.failure = failure
  }
}

/** The error for input that cannot be meant: command line exit 2, nothing sent. */
export function badUsage(message: string, next?: Advice): AppError {
  return new AppError({ tag: 'bad-usage', message, ...(next === undefined ? {} : { next }) })
}

/** The failure carried by anything thrown, or undefined where it is none of ours. */
export function failureOf(thrown: unknown): Failure | undefined {
  return thrown instanceof AppError ? thrown.failure : undefined
}
