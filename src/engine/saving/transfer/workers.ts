import { dirname, join, posix } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { failureInRun, handleFailedAttempt } from './failed-attempt.ts'
import { fetchDocument, type ReceivedFile, type SaveStream } from './fetch-document.ts'
import type { JobItem } from '../records/job-rows.ts'
import type { RunContext, Task } from './run-context.ts'
import type { SavedVersion } from '../records/ledger.ts'
import { pathProblem, pathTooLong } from '../names/path-limits.ts'
import { isSkipped, resolveConflict, type ConflictOutcome } from './resolve-conflict.ts'
import { partName } from '../disk/target-folders.ts'

/** Besides the documents whose bytes are coming, this many may be on their way to the disk. */
const FINISHING_AT_ONCE = 32

/**
 * Works through the queue with so many workers. A worker that has a document's last byte goes straight on: flushing,
 * naming and recording happen beside it, so that they hold no connection.
 */
export async function runWorkers(run: RunContext, workers: number): Promise<void> {
  const finishing = new Set<Promise<void>>()
  const work = async (): Promise<void> => {
    for (let task = await run.queue.take(); task !== undefined; task = await run.queue.take()) {
      const stream = await attempt(run, task)
      if (stream === undefined) continue
      // In a turn of its own: hashing first would keep the connection waiting for its next request.
      const finished = nextTurn().then(() => finish(run, task, stream))
      finishing.add(finished)
      void finished.then(() => finishing.delete(finished))
      while (finishing.size >= FINISHING_AT_ONCE) await Promise.race(finishing)
    }
  }
  const stopAll = async (thrown: unknown): Promise<void> => {
    run.stopWith(await failureInRun(run, thrown, ''))
  }
  await Promise.all(Array.from({ length: workers }, () => work().catch(stopAll)))
  await Promise.all(finishing)
}

/** One attempt; undefined when there is nothing to finish: skipped, or failed and judged. */
async function attempt(run: RunContext, task: Task): Promise<SaveStream | undefined> {
  const target = join(run.job.folder, task.item.relativePath)
  try {
    if (pathProblem(target) !== undefined) throw pathTooLong(target)
    if (await isSkipped(run.job.conflict, target)) {
      run.progress.finished('skipped')
      run.recorder.record({ item: { ...task.item, state: 'skipped', attempts: 0 } })
      run.queue.done()
      return undefined
    }
    const stream = await transfer(run, task.item)
    run.outages.noteAlive()
    run.limiter.noteSuccess()
    return stream
  } catch (thrown) {
    await handleFailedAttempt(run, task, thrown)
    return undefined
  }
}

/** Fetches one document as soon as the limiter allows. */
async function transfer(run: RunContext, item: JobItem): Promise<SaveStream> {
  const { client, folders, dropped, progress, limit } = run
  const { setId, documentId, relativePath, facts } = item
  await run.limiter.acquire()
  try {
    const prepare = (): Promise<void> => folders.make(relativePath)
    const partFile = partFileOf(run, item)
    const disk = run.disk()
    return await fetchDocument(
      {
        client,
        setId,
        documentId,
        name: facts.name ?? undefined,
        partFile,
        prepare,
        disk,
        limit,
        onBytes: progress.received,
      },
      dropped,
    )
  } finally {
    run.limiter.release()
  }
}

async function finish(run: RunContext, task: Task, stream: SaveStream): Promise<void> {
  try {
    await finishDocument(run, task, stream)
    run.queue.done()
  } catch (thrown) {
    await stream.discard()
    await handleFailedAttempt(run, task, thrown)
  }
}

/** Flushes, names and records; in this order, so that “saved” is never said too early (product, promise 1). */
async function finishDocument(run: RunContext, { item, attempts }: Task, stream: SaveStream): Promise<void> {
  const { job } = run
  const received = await stream.complete()
  const partFile = partFileOf(run, item)
  const placement = { folder: job.folder, relativePath: item.relativePath, partFile, received, disk: run.disk() }
  const { relativePath, outcome } = await resolveConflict(placement, job.conflict, run.ledger)
  if (outcome !== 'placed') await stream.discard()
  const { bytes, sha256 } = received
  const state = outcome === 'unchanged' ? 'skipped' : 'saved'
  const version = versionOf(run, item, { relativePath, outcome, received })
  run.progress.finished(state)
  const found = { relativePath, state, attempts: attempts + 1, bytes, sha256, failure: null } as const
  run.recorder.record({ item: { ...item, ...found }, version })
}

/** What goes into the ledger: a new version, or that one which is there was sent again and is therefore up to date. */
function versionOf(
  run: RunContext,
  item: JobItem,
  settled: ConflictOutcome & { received: ReceivedFile },
): SavedVersion | undefined {
  const { job, ledger, clock } = run
  const { setId, documentId, facts } = item
  const { relativePath, outcome, received } = settled
  const seenAt = clock.now().toISOString()
  if (outcome === 'unchanged') {
    const known = ledger.at(job.folder, relativePath)
    return known?.documentId === documentId ? { ...known, facts, seenAt } : undefined
  }
  return {
    folder: job.folder,
    relativePath,
    setId,
    documentId,
    facts,
    ...received,
    savedAt: seenAt,
    seenAt,
    baseUrl: job.baseUrl,
    username: job.username,
    jobId: job.id,
  }
}

/** Beside the target, and the document's own: two sets may list one document under one name. */
function partFileOf({ job }: RunContext, { relativePath, seq }: JobItem): string {
  const name = `${posix.basename(relativePath)}.${seq.toString(36)}`
  return join(job.folder, dirname(relativePath), partName(name, job.id))
}
