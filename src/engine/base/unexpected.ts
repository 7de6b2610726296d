import { randomBytes } from 'node:crypto'
import type { Failure } from '../../shared/errors/failure.ts'
import type { Logger } from './logger.ts'

/** A thrown thing that is none of ours: into the log with its stack, to the user as a reference to it. */
export function unexpectedFailure(logger: Logger, where: string, thrown: unknown): Failure {
  const reference = randomBytes(4).toString('hex')
  logger.error('unexpected', { reference, where, thrown })
  return { tag: 'internal', reference }
}
