import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathProblem, pathTooLong } from '../names/path-limits.ts'
import type { JobItem } from '../records/job-rows.ts'
import type { SaveStream } from './fetch-document.ts'
import { failureInRun, handleFailedAttempt } from './handle-failure.ts'
import { isSkipped } from './resolve-conflict.ts'
import { endTask, type RunContext, type Task } from './run-context.ts'

/** Besides the documents being fetched, this many may be on their way to the disk. */
const FINISHING_AT_ONCE = 32

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
    const stream = await fetchWithPermit(run, task.item)
    run.outages.noteAlive()
    run.limiter.noteSuccess()
    return stream
  } catch (thrown) {
    await handleFailedAttempt(run, task, thrown)
    return undefined
  }
}

async function fetchWithPermit({ limiter, transfer }: RunContext, item: JobItem): Promise<SaveStream> {
  await limiter.acquire()
  try {
    return await transfer.fetch(item)
  } finally {
    limiter.release()
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
