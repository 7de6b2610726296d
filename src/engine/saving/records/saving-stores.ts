import type { DatabaseSync } from 'node:sqlite'
import type { Environment } from '../../../shared/model/connection.ts'
import type { Logger } from '../../base/logger.ts'
import type { ClockPort } from '../../ports/clock.ts'
import type { Disk } from '../disk/disk.ts'
import type { JobStore } from './job-store.ts'
import type { Ledger } from './ledger.ts'

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
