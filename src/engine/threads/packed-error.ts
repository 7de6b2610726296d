import { AppError, failureOf, messageOf } from '../../shared/errors/app-error.ts'
import type { Failure } from '../../shared/errors/failure.ts'
import { errorCode } from '../files/file-system.ts'

/** An error as it crosses threads: a structured clone would keep only its message. */
export interface PackedError {
  message: string
  code: string
  failure: Failure | undefined
}

export function packError(thrown: unknown): PackedError {
  return { message: messageOf(thrown), code: errorCode(thrown), failure: failureOf(thrown) }
}

/** Restores the error with its message, code and failure, which is all that callers read. */
export function unpackError({ message, code, failure }: PackedError): Error {
  if (failure !== undefined) return new AppError(failure)
  return Object.assign(new Error(message), code === '' ? {} : { code })
}
