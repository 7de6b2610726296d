import { dirname, join, posix } from 'node:path'
import { failureOf } from '../../shared/errors/app-error.ts'
import type { Failure } from '../../shared/errors/failure.ts'
import { ATTEMPTS, askedWaitMs, isPassing, waitBeforeMs } from '../core/retry.ts'
import { unexpectedFailure } from '../core/unexpected.ts'
import { diskCode, diskFailure } from './disk-failures.ts'
import { fetchDocument, FetchError } from './fetch-document.ts'
import type { JobItem } from './job-store.ts'
import type { JobRun, Task } from './job-run.ts'
import type { SaveStream } from './save-stream.ts'
import { isSkipped, settleConflict } from './settle-conflict.ts'
import { partName } from './target-folders.ts'

/** Besides the documents whose bytes are coming, this many may be on their way to the disk. */
const FINISHING_AT_ONCE = 32
/** So many documents in a row that exhausted their attempts on a dead line mean that the service is gone. */
const DEAD_AFTER = 10

const LINE_IS_DEAD = new Set<Failure['tag']>(['service-unreachable', 'connection-lost', 'timed-out', 'service-failing'])
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
  'path-too-long',
  'storage-failed',
  'locked',
])

/**
 * Works through the queue with so many workers. A worker that has a document's last byte goes straight on: flushing,
 * naming and recording happen beside it, so that they hold no connection.
 */
export async function runWorkers(run: JobRun, workers: number): Promise<void> {
  let exhaustedInARow = 0
  const finishing = new Set<Promise<void>>()

  const fail = (task: Task, failure: Failure): void => {
    run.progress.finished('failed')
    run.recorder.record({ item: { ...task.item, state: 'failed', attempts: task.attempts, failure } })
    run.queue.done()
  }
  const tryLater = (task: Task, failure: Failure): void => {
    if (task.attempts % ATTEMPTS !== 0) {
      run.queue.delay(task, askedWaitMs(failure) ?? waitBeforeMs((task.attempts % ATTEMPTS) + 1))
      return
    }
    exhaustedInARow += LINE_IS_DEAD.has(failure.tag) ? 1 : 0
    if (exhaustedInARow >= DEAD_AFTER) run.stopWith(failure)
    if (task.pass === 1) run.queue.postpone({ ...task, pass: 2 })
    else fail(task, failure)
  }
  const judge = (task: Task, thrown: unknown): void => {
    const failure = failureInRun(run, thrown, task.item)
    if (failure.tag === 'interrupted') {
      run.queue.done()
    } else if (STOPS_THE_JOB.has(failure.tag) || failure.tag === 'internal') {
      run.stopWith(failure)
      run.queue.done()
    } else {
      const tried = { ...task, attempts: task.attempts + 1 }
      if (failure.tag === 'service-failing' && isOverload(failure.status)) run.gate.slowDown(askedWaitMs(failure))
      if (thrown instanceof FetchError && failure.tag === 'not-a-whole-pdf')
        run.quarantine(tried, failure, thrown.start)
      if (isPassing(failure)) tryLater(tried, failure)
      else fail(tried, failure)
    }
  }
  const finish = async (task: Task, stream: SaveStream): Promise<void> => {
    try {
      await finishDocument(run, task, stream)
      run.queue.done()
    } catch (thrown) {
      await stream.discard().catch(() => undefined)
      judge(task, thrown)
    }
  }
  const work = async (): Promise<void> => {
    for (let task = await run.queue.take(); task !== undefined; task = await run.queue.take()) {
      try {
        const stream = await transfer(run, task)
        if (stream === undefined) continue
        exhaustedInARow = 0
        run.gate.grow()
        const finished = finish(task, stream)
        finishing.add(finished)
        void finished.then(() => finishing.delete(finished))
        while (finishing.size >= FINISHING_AT_ONCE) await Promise.race(finishing)
      } catch (thrown) {
        judge(task, thrown)
      }
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  await Promise.all(finishing)
}

function isOverload(status: number): boolean {
  return status === 429 || status === 503
}

/** Fetches one document as soon as the gate allows; undefined when its name is taken and the policy is to skip. */
async function transfer(run: JobRun, task: Task): Promise<SaveStream | undefined> {
  const { item } = task
  const path = join(run.job.folder, item.relativePath)
  if (await isSkipped(run.job.conflict, path)) {
    run.progress.finished('done')
    run.recorder.record({ item: { ...item, state: 'skipped', attempts: 0 } })
    run.queue.done()
    return undefined
  }
  await run.gate.enter(run.network)
  try {
    await run.folders.make(item.relativePath)
    return await fetchDocument(
      {
        client: run.client,
        setId: item.setId,
        documentId: item.documentId,
        partFile: partFileOf(run, item),
        onBytes: run.progress.received,
      },
      run.network,
    )
  } finally {
    run.gate.leave()
  }
}

/** Flushes, names and records; in this order, so that “saved” is never said too early (product, promise 1). */
async function finishDocument(run: JobRun, task: Task, stream: SaveStream): Promise<void> {
  const { item } = task
  const { job } = run
  const partFile = partFileOf(run, item)
  const received = await stream.complete()
  const placement = { folder: job.folder, relativePath: item.relativePath, partFile, received }
  const placed = await settleConflict(placement, job.conflict, run.ledger)
  if (placed.outcome !== 'placed') await stream.discard()
  const isUnchanged = placed.outcome === 'unchanged'
  const { bytes, sha256, isLengthDeclared } = received
  const done: JobItem = {
    ...item,
    state: isUnchanged ? 'skipped' : 'saved',
    relativePath: placed.relativePath,
    attempts: task.attempts + 1,
    bytes,
    sha256,
    failure: null,
  }
  run.progress.finished('done')
  if (isUnchanged) {
    run.recorder.record({ item: done })
    return
  }
  const { setId, documentId, facts } = item
  const version = {
    folder: job.folder,
    relativePath: placed.relativePath,
    ...{ setId, documentId, facts, bytes, sha256, isLengthDeclared },
    ...{ savedAt: new Date().toISOString(), baseUrl: job.baseUrl, username: job.username, jobId: job.id },
  }
  run.recorder.record({ item: done, version })
}

function partFileOf(run: JobRun, item: JobItem): string {
  const path = join(run.job.folder, item.relativePath)
  return join(dirname(path), partName(posix.basename(item.relativePath), run.job.id))
}

/** The failure that ended an attempt: the service's, the disk's, or `internal` with a reference to the log. */
function failureInRun(run: JobRun, thrown: unknown, item: JobItem): Failure {
  const cause = thrown instanceof FetchError ? thrown.cause : thrown
  const translated =
    diskCode(cause) === '' ? cause : diskFailure(cause, run.job.folder, join(run.job.folder, item.relativePath))
  return failureOf(translated) ?? unexpectedFailure(run.logger, 'saving a document', translated)
}
