import type { Failure } from '../../../shared/errors/failure.ts'
import type { Logger } from '../../base/logger.ts'
import type { Job, JobItem } from '../records/job-rows.ts'
import type { SavedVersion } from '../records/ledger.ts'
import type { ConcurrencyLimiter } from './concurrency-limiter.ts'
import type { DocumentTransfer } from './document-transfer.ts'
import type { OutageDetector } from './outage-detector.ts'
import type { ProgressMeter } from './progress-meter.ts'
import type { Recorder } from './recorder.ts'
import type { WorkQueue } from './work-queue.ts'

/** What the workers of one run share. */
export interface RunContext {
  job: Pick<Job, 'id' | 'folder' | 'conflict'>
  logger: Logger
  queue: WorkQueue<Task>
  limiter: ConcurrencyLimiter
  transfer: DocumentTransfer
  outages: OutageDetector
  recorder: Recorder
  progress: ProgressMeter
  /** Stops the whole job with this failure; the first one counts. */
  stopWith(failure: Failure): void
  quarantine(task: Task, failure: Failure, firstBytes: Buffer): void
}

/** A document of the job on its way through the run. */
export interface Task {
  item: JobItem
  attempts: number
  /** 1, then 2 for those that failed in the first pass (C6). */
  pass: number
}

export interface TaskOutcome extends Partial<Pick<JobItem, 'relativePath' | 'bytes' | 'sha256' | 'failure'>> {
  state: 'saved' | 'skipped' | 'failed'
  attempts: number
  /** To be entered in the ledger. */
  version?: SavedVersion | undefined
}

/** Ends a task for good: it is counted, recorded and given back to the queue. */
export function endTask(run: RunContext, { item }: Task, { version, ...outcome }: TaskOutcome): void {
  run.progress.finished(outcome.state)
  run.recorder.record({ item: { ...item, ...outcome }, version })
  run.queue.done()
}
