import type { DatabaseSync } from 'node:sqlite'
import type { Environment } from '../../../shared/model/connection.ts'
import type { Logger } from '../../base/logger.ts'
import type { ClockPort } from '../../ports/clock.ts'
import type { Disk } from '../disk/disk.ts'
import { inTransaction } from '../../storage/database.ts'
import { createJobStore, type JobStore } from './job-store.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { createSavedPlaces, type SavedPlaces } from './saved-places.ts'

/** What saving needs from this installation. */
export interface SavingStores {
  /** Test and production each have their own ledger. */
  environment: Environment
  ledger: Ledger
  jobs: JobStore
  /** Where documents were saved, by their bytes. */
  savedPlaces(): SavedPlaces
  /** Runs what stores in both: all of it is stored or none. Fails with storage-failed. */
  atomically(work: () => void): void
  /** For the first bytes of answers that were not a PDF (T22). */
  quarantineDir: string
  /** The disk thread once it is ready, until then and without one the disk of this thread. */
  disk(): Disk
  /** For a job of many files. Does nothing when it runs already, or where the host has no program for it. */
  startDiskThread(): void
  clock: ClockPort
  logger: Logger
}

/** What was done, in a database of `LEDGER_SCHEMA`. */
export function createSavingRecords(
  database: DatabaseSync,
): Pick<SavingStores, 'ledger' | 'jobs' | 'savedPlaces' | 'atomically'> {
  let places: SavedPlaces | undefined
  return {
    ledger: createLedger(database),
    jobs: createJobStore(database),
    savedPlaces: () => (places ??= createSavedPlaces(database)),
    atomically: (work) => inTransaction(database, work),
  }
}
