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
  /** The disk thread if the host has one; the first call starts it, and until it is ready the disk of this thread is used. */
  disk(): Disk
  clock: ClockPort
  logger: Logger
}
