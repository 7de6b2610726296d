import type { Failure } from '../../../shared/errors/failure.ts'
import type { ExchangeClient } from '../../exchange/exchange-client.ts'
import type { Job, JobItem } from '../records/job-rows.ts'
import type { OutageDetector } from './outage-detector.ts'
import type { ProgressMeter } from './progress-meter.ts'
import type { Recorder } from './recorder.ts'
import type { DocumentLimit } from './fetch-document.ts'
import type { TargetFolders } from '../disk/target-folders.ts'
import type { ConcurrencyLimiter } from './concurrency-limiter.ts'
import type { WorkQueue } from './work-queue.ts'
import type { SavingStores } from '../records/saving-stores.ts'

export interface Task {
  item: JobItem
  attempts: number
  /** 1, then 2 for those that failed in the first pass (C6). */
  pass: number
}

/** Everything that the workers of one run share. */
export interface RunContext extends SavingStores {
  job: Job
  client: ExchangeClient
  queue: WorkQueue<Task>
  limiter: ConcurrencyLimiter
  outages: OutageDetector
  folders: TargetFolders
  recorder: Recorder
  progress: ProgressMeter
  limit: DocumentLimit
  /** Fires when what is under way must be dropped. */
  dropped: AbortSignal
  /** Stops the whole job with this failure; the first one counts. */
  stopWith(failure: Failure): void
  quarantine(task: Task, failure: Failure, start: Buffer): void
}
