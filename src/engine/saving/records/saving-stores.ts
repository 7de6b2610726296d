import type { DatabaseSync } from 'node:sqlite'
import type { Environment } from '../../../shared/model/connection.ts'
import type { Logger } from '../../base/logger.ts'
import type { ClockPort } from '../../ports/clock.ts'
import type { Disk } from '../disk/disk.ts'
import type { JobStore } from './job-store.ts'
import type { Ledger } from './ledger.ts'

/** What saving needs from this installation. */
export interface SavingStores {
  /** Test and production each have their own ledger. */
  environment: Environment
  database: DatabaseSync
  ledger: Ledger
  jobs: JobStore
  /** For the first bytes of answers that were not a PDF (T22). */
  quarantineDir: string
  /** The disk thread once it is ready, until then and without one the disk of this thread. */
  disk(): Disk
  /** For a job of many files. Does nothing when it runs already, or where the host has no program for it. */
  startDiskThread(): void
  clock: ClockPort
  logger: Logger
}
