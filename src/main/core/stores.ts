import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Environment } from '../../shared/model/connection.ts'
import type { Problem } from '../../shared/model/parcel-set.ts'
import type { ClockPort } from '../ports/clock.ts'
import { type Disk, ownThreadDisk } from '../saving/disk.ts'
import { type DiskThread, startDiskThread } from '../saving/disk-thread.ts'
import type { SavingStores } from '../saving/job-run.ts'
import { createJobStore } from '../saving/job-store.ts'
import { createLedger } from '../saving/ledger.ts'
import { LEDGER_DESIGN, SETS_DESIGN } from '../storage/designs.ts'
import { type DatabaseDesign, openDatabase } from '../storage/open-database.ts'
import type { Logger } from './logger.ts'

/** The databases of a data folder, each opened when it is first needed. All but `close` fail with storage-failed. */
export interface Stores {
  /** Sets seen, by id. */
  sets(environment: Environment): DatabaseSync
  /** Jobs and ledger; test and production have their own. */
  saving(environment: Environment): SavingStores
  close(): Promise<void>
}

interface Parts {
  dataDir: string
  clock: ClockPort
  logger: Logger
  onNotice: (notice: Problem) => void
  /** See `HostPorts`. */
  diskProgram: URL | undefined
}

export function createStores({ dataDir, clock, logger, onNotice, diskProgram }: Parts): Stores {
  const databases = new Map<string, DatabaseSync>()
  const saving = new Map<Environment, SavingStores>()
  let diskThread: DiskThread | undefined
  const disk = (): Disk => {
    if (diskProgram === undefined) return ownThreadDisk
    diskThread ??= startDiskThread(diskProgram)
    return diskThread.isReady() ? diskThread : ownThreadDisk
  }
  const database = (file: string, design: DatabaseDesign): DatabaseSync => {
    const opened = databases.get(file) ?? openDatabase(file, design, onNotice)
    databases.set(file, opened)
    return opened
  }
  const openSaving = (environment: Environment): SavingStores => {
    const opened = database(join(dataDir, environment, 'ledger.sqlite'), LEDGER_DESIGN)
    return {
      ...{ environment, clock, logger, disk },
      database: opened,
      ledger: createLedger(opened),
      jobs: createJobStore(opened),
      quarantineDir: join(dataDir, environment, 'quarantine'),
    }
  }
  return {
    sets: (environment) => database(join(dataDir, environment, 'sets.sqlite'), SETS_DESIGN),
    saving: (environment) => {
      const opened = saving.get(environment) ?? openSaving(environment)
      saving.set(environment, opened)
      return opened
    },
    close: async () => {
      for (const opened of databases.values()) opened.close()
      databases.clear()
      saving.clear()
      await diskThread?.stop()
      diskThread = undefined
    },
  }
}
