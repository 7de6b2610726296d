import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { failureOf } from '../../../shared/errors/app-error.ts'
import type { Failure } from '../../../shared/errors/failure.ts'
import { type Logger, unexpectedFailure } from '../../base/logger.ts'
import { askedWaitMs, ATTEMPTS, isNoUseNow, isTransient, waitBeforeMs } from '../../base/retry.ts'
import { diagnoseDiskFailure } from '../disk/disk-failures.ts'
import { pathProblem, pathTooLong } from '../names/path-limits.ts'
import type { Job, JobItem } from '../records/job-rows.ts'
import type { SavedVersion } from '../records/ledger.ts'
import { type DocumentAttempt, type DocumentTransfer, isSkipped } from './document-transfer.ts'
import { FetchError, type SaveStream } from './fetch-document.ts'
import type { OutageDetector } from './outage-detector.ts'
import type { ProgressMeter } from './progress-meter.ts'
import type { Recorder } from './recorder.ts'
import type { WorkQueue } from './work-queue.ts'

/** What the workers of one run share. */
export interface RunContext {
  job: Pick<Job, 'id' | 'baseUrl' | 'folder' | 'conflict'>
  logger: Logger
  queue: WorkQueue<Task>
  transfer: DocumentTransfer
  outages: OutageDetector
  recorder: Recorder
  progress: ProgressMeter
  /** Stops the whole job with this failure; the first one counts. */
  stopWith(failure: Failure): void
  quarantine(task: Task, failure: Failure, firstBytes: Buffer): void
}

/** A document of the job on its way through the run. */
export interface Task extends DocumentAttempt {
  /** 1, then 2 for those that failed in the first pass. */
  pass: number
}

/** Besides the documents being fetched, this many may be on their way to the disk. */
const FINISHING_AT_ONCE = 32

/** These concern the account or this computer, not one document: the job stops, to be resumed. */
const STOPS_THE_JOB = new Set<Failure['tag']>([
  'sign-in-refused',
  'no-credentials',
  'keychain-unavailable',
  'token-refused',
  'bad-usage',
  'set-by-organisation',
  'tls-untrusted',
  'proxy-login',
  'proxy-refused',
  'redirected',
  'disk-full',
  'folder-not-writable',
  'folder-gone',
  'folder-refused',
  'storage-failed',
  'locked',
  'internal',
])

/**
 * The program that has the file open may have closed it by the end of the job, and who answered twice with the same error may
 * have recovered. A damaged document that came twice is what the service has.
 */
function isRetriedLast(failure: Failure): boolean {
  if (failure.tag === 'not-a-whole-pdf') return failure.instead !== undefined
  return failure.tag === 'file-held' || failure.tag === 'file-refused'
}

/**
 * Works through the queue with `count` workers. A worker that has a document's last byte takes the next task at once:
 * flushing, naming and recording happen beside it, so that they hold no connection.
 */
export async function runWorkers(run: RunContext, count: number): Promise<void> {
  const finishing = new Set<Promise<void>>()
  const work = async (): Promise<void> => {
    for (let task = await run.queue.take(); task !== undefined; task = await run.queue.take()) {
      const stream = await attempt(run, task)
      if (stream === undefined) continue
      // In a later turn of the event loop: hashing first would keep the connection waiting for its next request.
      const finished = nextTurn().then(() => finish(run, task, stream))
      finishing.add(finished)
      void finished.then(() => finishing.delete(finished))
      while (finishing.size >= FINISHING_AT_ONCE) await Promise.race(finishing)
    }
  }
  const stopAll = async (thrown: unknown): Promise<void> => {
    run.stopWith(await failureInRun(run, thrown, ''))
  }
  await Promise.all(Array.from({ length: count }, () => work().catch(stopAll)))
  await Promise.all(finishing)
}

/** One attempt; undefined where nothing is left to finish: the document was skipped, or its failure has been handled. */
async function attempt(run: RunContext, task: Task): Promise<SaveStream | undefined> {
  const target = join(run.job.folder, task.item.relativePath)
  try {
    if (pathProblem(target) !== undefined) throw pathTooLong(target)
    if (await isSkipped(run.job.conflict, target)) {
      endTask(run, task, { state: 'skipped', attempts: 0 })
      return undefined
    }
    const stream = await run.transfer.fetch(task)
    run.outages.noteAlive()
    return stream
  } catch (thrown) {
    await handleFailedAttempt(run, task, thrown)
    return undefined
  }
}

/** Flushes, names and records, in this order, so that “saved” is never said too early (product, promise 1). */
async function finish(run: RunContext, task: Task, stream: SaveStream): Promise<void> {
  try {
    const placed = await run.transfer.place(task.item, stream)
    endTask(run, task, { ...placed, attempts: task.attempts + 1, failure: null })
  } catch (thrown) {
    await stream.discard()
    await handleFailedAttempt(run, task, thrown)
  }
}

/** Decides what follows a failed attempt: another one later, a document that failed for good, or the end of the job. */
async function handleFailedAttempt(run: RunContext, task: Task, thrown: unknown): Promise<void> {
  const failure = seenInRun(run, task, await failureInRun(run, thrown, task.item.relativePath))
  if (failure.tag === 'interrupted') {
    run.queue.done()
    return
  }
  if (STOPS_THE_JOB.has(failure.tag) || isNoUseNow(failure)) {
    run.logger.warn('job.stopping', { job: run.job.id, tag: failure.tag, thrown })
    run.stopWith(failure)
    run.queue.done()
    return
  }
  run.outages.noteFailedAttempt(failure)
  const tried = { ...task, attempts: task.attempts + 1 }
  if (failure.tag === 'not-a-whole-pdf' && thrown instanceof FetchError)
    run.quarantine(tried, failure, thrown.firstBytes)
  if (isTransient(failure)) retryLater(run, tried, failure)
  else if (isRetriedLast(failure) && task.pass === 1) run.queue.postpone({ ...tried, pass: 2 })
  else fail(run, tried, failure)
}

/** A page in place of one document after the other means that the service cannot be reached: nothing is wrong with these. */
function seenInRun({ outages, job }: RunContext, { item, attempts }: Task, failure: Failure): Failure {
  if (failure.tag !== 'not-a-whole-pdf' || !outages.isForeignPage(failure, { ...item, attempts })) return failure
  const words = failure.said === undefined ? '' : ` (“${failure.said}”)`
  const reason = `something else answers in its place, the same for several documents in a row: ${failure.reason}${words}`
  const cause = 'It may be the sign-in page of a network, or a gateway'
  return {
    tag: 'service-unreachable',
    origin: new URL(job.baseUrl).origin,
    reason,
    next: {
      terminal: `${cause}. Sign in there or ask who runs it, then run “parcel-desk resume”.`,
      desk: `${cause}. Sign in there or ask who runs it; what is left is saved once the service answers again.`,
    },
  }
}

/** The failure of an attempt: the service's, the disk's, or `internal` with a reference to the log. */
async function failureInRun(run: RunContext, thrown: unknown, relativePath: string): Promise<Failure> {
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

/** Five attempts with growing waits, then a second pass over what failed. */
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

interface TaskOutcome extends Partial<Pick<JobItem, 'relativePath' | 'bytes' | 'sha256' | 'failure' | 'remark'>> {
  state: 'saved' | 'skipped' | 'failed'
  attempts: number
  /** To be entered in the ledger. */
  version?: SavedVersion | undefined
}

/** Ends a task for good: it is counted, recorded and given back to the queue. */
function endTask(run: RunContext, { item }: Task, { version, ...outcome }: TaskOutcome): void {
  run.progress.finished(outcome.state)
  run.recorder.record({ item: { ...item, ...outcome }, version })
  run.queue.done()
}
