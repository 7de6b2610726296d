import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { failureOf } from '../../../shared/errors/app-error.ts'
import type { Failure } from '../../../shared/errors/failure.ts'
import type { JobCounts, JobDocument, OtherSaver, SaveProgress, Traffic } from '../../../shared/model/job.ts'
import { defaultBytes } from '../../../shared/model/size-limits.ts'
import { unexpectedFailure } from '../../base/logger.ts'
import type { ExchangeClient } from '../../exchange/exchange-client.ts'
import type { ClockPort } from '../../ports/clock.ts'
import { createDiskReserve } from '../disk/disk-space.ts'
import type { TargetFolders } from '../disk/target-folders.ts'
import { describeItem } from '../records/describe-job.ts'
import type { Job, JobItem } from '../records/job-rows.ts'
import type { JobStore } from '../records/job-store.ts'
import type { SavingStores } from '../records/saving-stores.ts'
import { createDocumentTransfer } from './document-transfer.ts'
import { paceNote } from '../../pace/pace-note.ts'
import { createOutageDetector, outageNote } from './outage-detector.ts'
import { createProgressMeter, type RunStatus } from './progress-meter.ts'
import { createRecorder } from './recorder.ts'
import { type RunContext, runWorkers, type Task } from './workers.ts'
import { createWorkQueue } from './work-queue.ts'

/** Documents from which on starting the disk thread takes less time than it saves (docs/decisions/disk-thread.md). */
const THREAD_PAYS_FROM = 200

export interface RunOptions extends StopOptions {
  concurrency?: number
  /** Default: 1 GB. A larger document fails alone; the job goes on. */
  largestDocumentBytes?: number | undefined
  /** The ids of documents to save even if they are damaged: somebody knows that and wants them all the same. */
  acceptsDamaged?: readonly string[] | undefined
  onProgress?: (progress: SaveProgress) => void
  /** Called with documents once their end is recorded. */
  onRecorded?: ((documents: readonly JobDocument[]) => void) | undefined
  /** How long to wait for a service that is away; default: some seconds. */
  waitMs?: number | undefined
}

interface StoredJobRun {
  job: Job
  client: ExchangeClient
  folders: TargetFolders
  alsoSaving: () => readonly OtherSaver[]
  growth?: JobGrowth | undefined
}

/** Documents of a job that are still being found while it runs. */
export interface JobGrowth {
  isGrowing(): boolean
  /** Called with each part once it is stored, and at the end. */
  onGrown(listener: (more: Pick<JobCounts, 'planned' | 'skipped'>) => void): void
}

export interface RunEnd {
  /** Null when every document was tried. */
  stoppedBy: Failure | null
  traffic: Traffic
}

/**
 * Runs a stored job from where it stands.
 * Whatever happened, everything saved has been recorded by then; where recording itself failed, the next run does it
 * (`adoptNamed`).
 */
export async function runJob(stores: SavingStores, stored: StoredJobRun, options: RunOptions): Promise<RunEnd> {
  const { job, client } = stored
  const begunMs = stores.clock.monotonicMs()
  client.tryNow()
  const before = client.pace()
  const control = createStopControl(options, stores.clock)
  const counts = stores.jobs.counts(job.id)
  if (counts.pending >= THREAD_PAYS_FROM) stores.startDiskThread()
  const run = createRun(stores, stored, { control, counts, options })
  try {
    await runWorkers(run, job.concurrency)
  } finally {
    control.release()
    await run.recorder.flush().catch(stopOn(stores, control))
    run.progress.end()
  }
  const now = client.pace()
  const traffic = {
    calls: now.calls - before.calls,
    refused: now.refused - before.refused,
    retried: run.queue.givenBack(),
    seconds: (stores.clock.monotonicMs() - begunMs) / 1000,
    atOnce: Math.min(job.concurrency, now.atOnce),
  }
  const reason = control.reason()
  if (reason?.tag !== 'stopped-early') return { stoppedBy: reason, traffic }
  return { stoppedBy: { ...reason, pending: stores.jobs.counts(job.id).pending }, traffic }
}

/** Builds what the workers share; sends nothing yet. */
function createRun(
  stores: SavingStores,
  { job, client, folders, alsoSaving, growth }: StoredJobRun,
  { control, counts, options }: { control: StopControl; counts: JobCounts; options: RunOptions },
): RunContext {
  const { jobs, clock, logger } = stores
  const { aborted, closed, stopWith } = control
  const { onProgress, largestDocumentBytes = defaultBytes('largestDocumentMb'), acceptsDamaged = [] } = options
  const queue = createWorkQueue(tasksOf(jobs, job.id), clock, growth?.isGrowing)
  closed.addEventListener('abort', queue.close)
  if (closed.aborted) queue.close()
  const outages = createOutageDetector(clock, options.waitMs)
  const recorder = createRecorder(stores, {
    jobId: job.id,
    folders,
    onFailure: stopOn(stores, control),
    onRecorded: (entries) => options.onRecorded?.(entries.map(({ item }) => describeItem(job.folder, item))),
  })
  const status = (): RunStatus => {
    const pace = client.pace()
    const isServiceAway = outages.isAway() && pace.pause === undefined
    return {
      note: isServiceAway ? outageNote(queue.nextTryInMs()) : paceNote(pace),
      isServiceAway,
      waitingUntil: pace.pause?.until.toISOString() ?? null,
      atOnce: Math.min(job.concurrency, pace.atOnce),
      alsoSaving: alsoSaving(),
    }
  }
  const { planned, saved, skipped } = counts
  const progress = createProgressMeter({ job: job.id, planned, saved, skipped, clock, status, onProgress })
  growth?.onGrown((more) => {
    progress.grown(more)
    queue.grown()
  })
  const transfer = createDocumentTransfer(stores, {
    job,
    client,
    folders,
    limit: { largestBytes: largestDocumentBytes, use: 'save', reserve: createDiskReserve(job.folder) },
    acceptsDamaged: new Set(acceptsDamaged),
    onBytes: progress.received,
    closed,
    aborted,
  })
  return {
    job,
    logger,
    queue,
    transfer,
    outages,
    recorder,
    progress,
    stopWith,
    quarantine: quarantineInto(stores),
  }
}

/** What could not be recorded stops the job: nothing more may be saved without a record of it. */
function stopOn({ logger }: Pick<SavingStores, 'logger'>, { stopWith }: StopControl): (thrown: unknown) => void {
  return (thrown) => {
    stopWith(failureOf(thrown) ?? unexpectedFailure(logger, 'recording', thrown))
  }
}

/** The pending documents in order, with those that were stored since it was last asked. */
function tasksOf(jobs: JobStore, jobId: string): Iterator<Task> {
  let last: JobItem | undefined
  let items = jobs.pending(jobId)
  return {
    next: () => {
      let next = items.next()
      if (next.done === true) {
        items = jobs.pending(jobId, last?.seq)
        next = items.next()
      }
      if (next.done === true) return { done: true, value: undefined }
      last = next.value
      return { value: { item: last, attempts: 0, pass: 1, refused: new Set() } }
    },
  }
}

/** Keeps the first bytes of what was not a PDF for diagnosis; without secrets, like the log (T22). */
function quarantineInto({
  quarantineDir,
  logger,
}: Pick<SavingStores, 'quarantineDir' | 'logger'>): RunContext['quarantine'] {
  return (task, failure, start) => {
    const { documentId } = task.item
    const text = logger.redact(start.toString('latin1'))
    const reason = 'reason' in failure ? failure.reason : failure.tag
    logger.warn('document.refused', { documentId, attempt: task.attempts, reason, firstBytes: text.slice(0, 120) })
    void writeQuarantine(join(quarantineDir, `${documentId}.failed`), text).catch((thrown: unknown) => {
      logger.warn('quarantine.failed', { thrown })
    })
  }
}

async function writeQuarantine(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text, 'latin1')
}

export interface StopOptions {
  maxMinutes?: number
  /** First signal: start nothing new, finish what is in progress. */
  stop?: AbortSignal
  /** Second signal: abort what is in progress. */
  abort?: AbortSignal
}

const MS_PER_MINUTE = 60_000

/** Why and how far a run stops. The first reason counts. */
export interface StopControl {
  /** Null as long as nothing stops the run. */
  reason(): Failure | null
  /** Fires when nothing new may be started. */
  closed: AbortSignal
  /** Fires when what is in progress must be aborted too. */
  aborted: AbortSignal
  /** Stops the run at once, for a failure that concerns every document. */
  stopWith(failure: Failure): void
  /** Stops listening to signals and time. */
  release(): void
}

/**
 * Listens to the requests to stop: the first signal and the time limit let what is in progress finish, the second signal
 * aborts it (command line, Ctrl+C).
 */
export function createStopControl({ stop, abort, maxMinutes }: StopOptions, clock: ClockPort): StopControl {
  const closed = new AbortController()
  const aborted = new AbortController()
  const released = new AbortController()
  let reason: Failure | null = null
  const close = (failure: Failure): void => {
    reason ??= failure
    closed.abort()
  }
  const stopWith = (failure: Failure): void => {
    close(failure)
    aborted.abort()
  }
  onAbort(stop, released.signal, () => {
    close({ tag: 'interrupted' })
  })
  onAbort(abort, released.signal, () => {
    stopWith({ tag: 'interrupted' })
  })
  if (maxMinutes !== undefined) {
    const onTimeOver = (): void => {
      close({ tag: 'stopped-early', reason: `The time of ${maxMinutes} minutes is over`, pending: 0 })
    }
    void clock.wait(maxMinutes * MS_PER_MINUTE, released.signal).then(onTimeOver, () => undefined)
  }
  return {
    reason: () => reason,
    closed: closed.signal,
    aborted: aborted.signal,
    stopWith,
    release: () => {
      released.abort()
    },
  }
}

/** Also acts on a signal that fired before the run. */
function onAbort(signal: AbortSignal | undefined, released: AbortSignal, act: () => void): void {
  if (signal?.aborted === true) act()
  signal?.addEventListener('abort', act, { once: true, signal: released })
}
