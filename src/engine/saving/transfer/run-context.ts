import type { DatabaseSync } from 'node:sqlite'
import type { Failure } from '../../../shared/errors/failure.ts'
import type { Environment } from '../../../shared/model/connection.ts'
import type { Logger } from '../../base/logger.ts'
import type { ExchangeClient } from '../../exchange/exchange-client.ts'
import type { ClockPort } from '../../ports/clock.ts'
import type { Disk } from '../disk/disk.ts'
import type { Job, JobItem } from '../records/job-rows.ts'
import type { JobStore } from '../records/job-store.ts'
import type { Ledger } from '../records/ledger.ts'
import type { LineWatch } from './outage-detector.ts'
import type { ProgressMeter } from './progress-meter.ts'
import type { Recorder } from './recorder.ts'
import type { DocumentLimit } from './save-stream.ts'
import type { TargetFolders } from '../disk/target-folders.ts'
import type { TransferGate } from './concurrency-limiter.ts'
import type { WorkQueue } from './work-queue.ts'

/** What saving needs of this installation. */
export interface SavingStores {
  /** Test and production have a ledger each. */
  environment: Environment
  database: DatabaseSync
  ledger: Ledger
  jobs: JobStore
  /** First bytes of answers that were no PDF are kept here (T22). */
  quarantineDir: string
  /** The disk thread where the host has one: it is started by the first call, and taken from when it is ready. */
  disk(): Disk
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
  line: LineWatch
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
