import { failureOf } from '../../shared/errors/app-error.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import { type Logger, unexpectedFailure } from '../../engine/base/logger.ts'

/**
 * The failure of a whole command, in words and without secrets. An unexpected error becomes `internal` with a reference, under
 * which the log has the stack.
 */
export async function describeThrown(thrown: unknown, source: { log(): Promise<Logger> }): Promise<DescribedFailure> {
  const failure = failureOf(thrown)
  if (failure?.tag === 'bad-usage') return describeFailure(failure)
  const log = await source.log()
  if (failure === undefined) return describeFailure(unexpectedFailure(log, 'command line', thrown))
  log.warn('command.failed', { failure, thrown })
  const { tag, message, next } = describeFailure(failure)
  return { tag, message: log.redact(message), next }
}
