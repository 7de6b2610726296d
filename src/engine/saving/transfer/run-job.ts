import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { failureOf } from '../../../shared/errors/app-error.ts'
import type { Failure } from '../../../shared/errors/failure.ts'
import { defaultBytes } from '../../../shared/model/size-limits.ts'
import { unexpectedFailure } from '../../base/logger.ts'
import type { ExchangeClient } from '../../exchange/exchange-client.ts'
import { createDiskReserve } from '../disk/disk-reserve.ts'
import type { RunContext, Task } from './run-context.ts'
import { runWorkers } from './workers.ts'
import type { Job, JobItem } from '../records/job-rows.ts'
import { outageNote, createOutageDetector } from './outage-detector.ts'
import { createProgressMeter, type RunStatus } from './progress-meter.ts'
import { createRecorder } from './recorder.ts'
import { createStopControl, type StopControl, type RunOptions } from './stop-control.ts'
import type { TargetFolders } from '../disk/target-folders.ts'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'
import { createWorkQueue } from './work-queue.ts'
import type { SavingStores } from '../records/saving-stores.ts'

interface StoredJobRun {
  job: Job
  client: ExchangeClient
  folders: TargetFolders
}

/**
 * Carries a stored job out, or on. Returns the failure that stopped it, or null when every document was tried. What was
 * saved is recorded by then, whatever happened.
 */
export async function runJob(
  stores: SavingStores,
  started: StoredJobRun,
  options: RunOptions,
): Promise<Failure | null> {
  const { job, client } = started
  const { jobs } = stores
  const control = createStopControl(options)
  const run = createRun(stores, started, { control, options })
  client.setConnections(job.concurrency)
  // Starts the disk thread, so that it is there when the first documents are.
  stores.disk()
  try {
    await runWorkers(run, job.concurrency)
  } finally {
    control.release()
    await run.recorder.flush().catch(stopOn(stores, control))
    run.progress.end()
  }
  const reason = control.reason()
  if (reason?.tag !== 'stopped-early') return reason
  return { ...reason, pending: jobs.counts(job.id).pending }
}

/** Everything that the workers share, wired together; nothing is sent yet. */
function createRun(
  stores: SavingStores,
  { job, client, folders }: StoredJobRun,
  { control, options }: { control: StopControl; options: RunOptions },
): RunContext {
  const { jobs, clock } = stores
  const { dropped, closed, stopWith } = control
  const { onProgress, largestDocumentBytes = defaultBytes('largestDocumentMb') } = options
  const limiter = createConcurrencyLimiter(job.concurrency, clock, closed)
  const queue = createWorkQueue(tasksOf(jobs.pending(job.id)), clock)
  closed.addEventListener('abort', queue.close)
  if (closed.aborted) queue.close()
  const outages = createOutageDetector(clock)
  const { planned, saved, skipped } = jobs.counts(job.id)
  const status = (): RunStatus =>
    outages.isAway() && !limiter.isPaused()
      ? { note: outageNote(queue.nextTryInMs()), isServiceAway: true }
      : { note: limiter.describeDelay(), isServiceAway: false }
  const meter = { job: job.id, planned, saved, skipped, clock, status, onProgress }
  return {
    ...stores,
    job,
    client,
    folders,
    limiter,
    queue,
    dropped,
    stopWith,
    outages,
    limit: { largestBytes: largestDocumentBytes, use: 'save', reserve: createDiskReserve(job.folder) },
    recorder: createRecorder({
      ...stores,
      jobId: job.id,
      checkFolders: folders.check,
      onFailure: stopOn(stores, control),
    }),
    progress: createProgressMeter(meter),
    quarantine: quarantineInto(stores),
  }
}

/** What could not be recorded stops the job: nothing may go on that is not written down. */
function stopOn({ logger }: SavingStores, { stopWith }: StopControl): (thrown: unknown) => void {
  return (thrown) => {
    stopWith(failureOf(thrown) ?? unexpectedFailure(logger, 'recording', thrown))
  }
}

function* tasksOf(items: Iterable<JobItem>): Generator<Task, undefined> {
  for (const item of items) yield { item, attempts: 0, pass: 1 }
  return undefined
}

/** The first bytes of what was no PDF, for whoever has to find out what it was; without secrets, like the log. */
function quarantineInto({ quarantineDir, logger }: SavingStores): RunContext['quarantine'] {
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
