import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Failure } from '../../shared/errors/failure.ts'
import type { Environment } from '../../shared/model/connection.ts'
import type { Logger } from '../core/logger.ts'
import type { RunOptions } from '../core/parcel-desk.ts'
import type { ExchangeClient } from '../exchange/exchange-client.ts'
import type { ClockPort } from '../ports/clock.ts'
import { storageFailed } from '../storage/open-database.ts'
import { runWorkers } from './job-runner.ts'
import type { Job, JobItem, JobStore } from './job-store.ts'
import type { Ledger } from './ledger.ts'
import { createProgressMeter, type ProgressMeter } from './progress-meter.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import { openTargetFolders, removeLeftovers, type TargetFolders } from './target-folders.ts'
import { createTransferGate, type TransferGate } from './transfer-gate.ts'
import { createWorkQueue, type WorkQueue } from './work-queue.ts'

/** What saving needs of this installation. */
export interface SavingStores {
  /** Test and production have a ledger each. */
  environment: Environment
  database: DatabaseSync
  databaseFile: string
  ledger: Ledger
  jobs: JobStore
  /** First bytes of answers that were no PDF are kept here (T22). */
  quarantineDir: string
  clock: ClockPort
  logger: Logger
}

export interface Task {
  item: JobItem
  attempts: number
  /** 1, then 2 for those that failed in the first pass (C6). */
  pass: number
}

/** Everything that the workers of one run share. */
export interface JobRun extends SavingStores {
  job: Job
  client: ExchangeClient
  queue: WorkQueue<Task>
  gate: TransferGate
  folders: TargetFolders
  recorder: Recorder
  progress: ProgressMeter
  /** Fires when what is under way must be dropped. */
  network: AbortSignal
  /** Stops the whole job with this failure; the first one counts. */
  stopWith(failure: Failure): void
  quarantine(task: Task, failure: Failure, start: Buffer): void
}

const MS_PER_MINUTE = 60_000

/**
 * Carries a stored job out, or on. Returns the failure that stopped it, or null when every document was tried. What was
 * saved is recorded by then, whatever happened.
 */
export async function runJob(
  stores: SavingStores,
  started: { job: Job; client: ExchangeClient },
  options: RunOptions,
): Promise<Failure | null> {
  const { job, client } = started
  const { jobs, clock } = stores
  const folders = await openTargetFolders(job.folder)
  await removeLeftovers(job.folder, foldersOf(jobs.pending(job.id)), job.id)

  let stoppedBy: Failure | null = null
  const dropped = new AbortController()
  const queue = createWorkQueue(tasksOf(jobs.pending(job.id)), clock)
  const gate = createTransferGate(job.concurrency, clock)
  const stopWith = (failure: Failure): void => {
    stoppedBy ??= failure
    queue.close()
    dropped.abort()
  }
  const network = options.abort === undefined ? dropped.signal : AbortSignal.any([dropped.signal, options.abort])
  const { planned, saved, skipped } = jobs.counts(job.id)
  const { onProgress } = options
  const progress = createProgressMeter({
    job: job.id,
    planned,
    done: saved + skipped,
    clock,
    note: gate.note,
    onProgress,
  })
  const recorder = createRecorder({
    ...stores,
    jobId: job.id,
    onFailure: (thrown) => {
      stopWith(storageFailure(stores.databaseFile, thrown))
    },
  })
  client.setConnections(job.concurrency)
  const release = closeOnRequest(options, (failure) => {
    stoppedBy ??= failure
    queue.close()
  })
  try {
    const quarantine = quarantineInto(stores)
    const run: JobRun = {
      ...stores,
      job,
      client,
      queue,
      gate,
      folders,
      recorder,
      progress,
      network,
      stopWith,
      quarantine,
    }
    await runWorkers(run, job.concurrency)
  } finally {
    release()
    await recorder.flush().catch((thrown: unknown) => (stoppedBy ??= storageFailure(stores.databaseFile, thrown)))
    progress.end()
  }
  return stoppedBy === null ? null : countPending(stoppedBy, jobs.counts(job.id).pending)
}

/** The first signal and the end of the time stop new documents; those under way are stored (command line, Ctrl+C). */
function closeOnRequest(options: RunOptions, close: (failure: Failure) => void): () => void {
  const { stop, abort, maxMinutes } = options
  const interrupt = (): void => {
    close({ tag: 'interrupted' })
  }
  const timer =
    maxMinutes === undefined
      ? undefined
      : setTimeout(() => {
          close({ tag: 'stopped-early', reason: `The time of ${maxMinutes} minutes is over`, pending: 0 })
        }, maxMinutes * MS_PER_MINUTE)
  for (const signal of [stop, abort]) {
    if (signal?.aborted === true) interrupt()
    signal?.addEventListener('abort', interrupt, { once: true })
  }
  return () => {
    clearTimeout(timer)
    for (const signal of [stop, abort]) signal?.removeEventListener('abort', interrupt)
  }
}

function countPending(failure: Failure, pending: number): Failure {
  return failure.tag === 'stopped-early' ? { ...failure, pending } : failure
}

function* tasksOf(items: Iterable<JobItem>): Generator<Task, undefined> {
  for (const item of items) yield { item, attempts: 0, pass: 1 }
  return undefined
}

function foldersOf(items: Iterable<JobItem>): Set<string> {
  const folders = new Set<string>()
  for (const { relativePath } of items) folders.add(relativePath.slice(0, Math.max(0, relativePath.lastIndexOf('/'))))
  return folders
}

function quarantineInto({ quarantineDir, logger }: SavingStores): JobRun['quarantine'] {
  return (task, failure, start) => {
    const { documentId } = task.item
    const reason = 'reason' in failure ? failure.reason : failure.tag
    const firstBytes = start.subarray(0, 120).toString('latin1')
    logger.warn('document.refused', { documentId, attempt: task.attempts, reason, firstBytes })
    void keepStart(join(quarantineDir, `${documentId}.failed`), start).catch((thrown: unknown) => {
      logger.warn('quarantine.failed', { thrown })
    })
  }
}

async function keepStart(file: string, start: Buffer): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, start)
}

function storageFailure(databaseFile: string, thrown: unknown): Failure {
  return storageFailed(databaseFile, thrown).failure
}
