import { join } from 'node:path'
import { failureOf } from '../../../shared/errors/app-error.ts'
import type { Failure } from '../../../shared/errors/failure.ts'
import { unexpectedFailure } from '../../base/logger.ts'
import { ATTEMPTS, askedWaitMs, isTransient, waitBeforeMs } from '../../base/retry.ts'
import { diagnoseDiskFailure } from '../disk/disk-failures.ts'
import { FetchError } from './fetch-document.ts'
import { endTask, type RunContext, type Task } from './run-context.ts'

/** These concern the account or this computer, not one document: the job stops, to be resumed. */
const STOPS_THE_JOB = new Set<Failure['tag']>([
  'sign-in-refused',
  'no-credentials',
  'keychain-unavailable',
  'bad-usage',
  'tls-untrusted',
  'redirected',
  'disk-full',
  'folder-not-writable',
  'folder-gone',
  'folder-refused',
  'storage-failed',
  'locked',
  'internal',
])

/** The program that has the file open may have closed it by the end of the job. */
const RETRIED_LAST = new Set<Failure['tag']>(['file-held', 'file-refused'])

/** Decides what follows a failed attempt: another one later, a document that failed for good, or the end of the job. */
export async function handleFailedAttempt(run: RunContext, task: Task, thrown: unknown): Promise<void> {
  const failure = await failureInRun(run, thrown, task.item.relativePath)
  if (failure.tag === 'interrupted') {
    run.queue.done()
    return
  }
  if (STOPS_THE_JOB.has(failure.tag)) {
    run.logger.warn('job.stopping', { job: run.job.id, tag: failure.tag, thrown })
    run.stopWith(failure)
    run.queue.done()
    return
  }
  run.outages.noteFailedAttempt(failure)
  const tried = { ...task, attempts: task.attempts + 1 }
  if (failure.tag === 'service-failing' && isOverload(failure.status)) run.limiter.noteOverload(askedWaitMs(failure))
  if (failure.tag === 'not-a-whole-pdf' && thrown instanceof FetchError)
    run.quarantine(tried, failure, thrown.firstBytes)
  if (isTransient(failure)) retryLater(run, tried, failure)
  else if (RETRIED_LAST.has(failure.tag) && task.pass === 1) run.queue.postpone({ ...tried, pass: 2 })
  else fail(run, tried, failure)
}

/** The failure of an attempt: the service's, the disk's, or `internal` with a reference to the log. */
export async function failureInRun(run: RunContext, thrown: unknown, relativePath: string): Promise<Failure> {
  const { folder } = run.job
  const cause = thrown instanceof FetchError ? thrown.cause : thrown
  const path = join(folder, relativePath)
  const translated = await diagnoseDiskFailure(cause, folder, path)
  const failure = failureOf(translated)
  if (failure === undefined) return unexpectedFailure(run.logger, 'saving a document', translated)
  // What the service said is stored and printed, and may repeat a secret that it was sent.
  if (!('said' in failure) || failure.said === undefined) return failure
  return { ...failure, said: run.logger.redact(failure.said) }
}

/** Five attempts with growing waits, then a second pass over what failed (C6). */
function retryLater(run: RunContext, task: Task, failure: Failure): void {
  if (task.attempts % ATTEMPTS !== 0) {
    run.queue.delay(task, askedWaitMs(failure) ?? waitBeforeMs((task.attempts % ATTEMPTS) + 1))
    return
  }
  if (run.outages.noteGivenUp(failure, task.pass)) {
    // The document stays pending: nothing is wrong with it.
    run.stopWith(failure)
    run.queue.done()
    return
  }
  if (task.pass === 1) run.queue.postpone({ ...task, pass: 2 })
  else fail(run, task, failure)
}

function fail(run: RunContext, task: Task, failure: Failure): void {
  endTask(run, task, { state: 'failed', attempts: task.attempts, failure })
}

function isOverload(status: number): boolean {
  return status === 429 || status === 503
}
