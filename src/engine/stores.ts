import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Environment } from '../shared/model/connection.ts'
import type { Problem } from '../shared/model/parcel-set.ts'
import type { Logger } from './base/logger.ts'
import { type OpenedLate, openedLate } from './base/opened-late.ts'
import { takeUpBacklog } from './feed/inbox/backlog.ts'
import { type Feed, openFeed } from './feed/open-feed.ts'
import type { ClockPort } from './ports/clock.ts'
import { type DiskThread, startDiskThread } from './saving/disk/disk-thread.ts'
import { type Disk, ownThreadDisk } from './saving/disk/disk.ts'
import { createSavingRecords, type SavingStores } from './saving/records/saving-stores.ts'
import { createScheduleStore, type ScheduleStore } from './schedules/schedule-store.ts'
import { createSetStore, type SetsOfService } from './search/set-store.ts'
import { SCHEDULES_SCHEMA } from './schedules/schedules-schema.ts'
import { type DatabaseSchema, openDatabase } from './storage/database.ts'
import { createWorklistStore, type WorklistStore } from './worklists/worklist-store.ts'
import { createTextIndex, type TextIndex } from './texts/text-index.ts'
import { TEXTS_SCHEMA } from './texts/texts-schema.ts'
import { WORKLISTS_SCHEMA } from './worklists/worklists-schema.ts'
import { FEED_SCHEMA, LEDGER_SCHEMA, SETS_SCHEMA } from './storage/schema.ts'

/** The databases of a data folder, each opened on first use. All but `close` fail with storage-failed. */
export interface Stores {
  /** Every set seen, by the address of its service. */
  sets(environment: Environment): OpenedLate<string, SetsOfService>
  /** Jobs and ledger; test and production each have their own. */
  saving(environment: Environment): SavingStores
  /** What arrived from queues and checks, and what the user did with it. */
  feed(environment: Environment): Feed
  /** Whether anything was ever stored there, or looked for: opening it would create it. */
  hasFeed(environment: Environment): boolean
  /** Pasted lists of references. */
  worklists(environment: Environment): WorklistStore
  /** Timed saves and what their runs did. */
  schedules(environment: Environment): ScheduleStore
  /** What stands in saved documents. */
  texts(environment: Environment): TextIndex
  close(): Promise<void>
}

interface StoresOptions {
  dataDir: string
  clock: ClockPort
  logger: Logger
  onNotice: (notice: Problem) => void
  /** See `HostPorts`. */
  diskProgram: URL | undefined
}

export function createStores({ dataDir, clock, logger, onNotice, diskProgram }: StoresOptions): Stores {
  const databases = new Set<DatabaseSync>()
  let diskThread: DiskThread | undefined
  const disk = (): Disk => (diskThread?.isReady() === true ? diskThread : ownThreadDisk)
  const startThread = (): void => {
    if (diskProgram !== undefined) diskThread ??= startDiskThread(diskProgram)
  }
  const fileOf = (environment: Environment, name: string): string => join(dataDir, environment, `${name}.sqlite`)
  const open = (environment: Environment, name: string, schema: DatabaseSchema): DatabaseSync => {
    const database = openDatabase(fileOf(environment, name), schema, onNotice)
    databases.add(database)
    return database
  }
  const sets = openedLate((environment: Environment) => createSetStore(open(environment, 'sets', SETS_SCHEMA), clock))
  const saving = openedLate((environment: Environment) => ({
    ...createSavingRecords(open(environment, 'ledger', LEDGER_SCHEMA)),
    environment,
    clock,
    logger,
    disk,
    startDiskThread: startThread,
    quarantineDir: join(dataDir, environment, 'quarantine'),
  }))
  const texts = openedLate((environment: Environment) => createTextIndex(open(environment, 'text', TEXTS_SCHEMA)))
  const feeds = openedLate((environment: Environment) => {
    const feed = openFeed(open(environment, 'feed', FEED_SCHEMA), environment)
    try {
      takeUpBacklog(feed)
    } catch (thrown) {
      // On a full disk what is listed already can still be read.
      logger.warn('backlog.not-listed', { error: thrown })
    }
    return feed
  })
  const worklists = openedLate((environment: Environment) =>
    createWorklistStore(open(environment, 'worklists', WORKLISTS_SCHEMA)),
  )
  const schedules = openedLate((environment: Environment) =>
    createScheduleStore(open(environment, 'schedules', SCHEDULES_SCHEMA), environment),
  )
  return {
    sets: sets.of,
    saving: saving.of,
    feed: feeds.of,
    hasFeed: (environment) => existsSync(fileOf(environment, 'feed')),
    worklists: worklists.of,
    schedules: schedules.of,
    texts: texts.of,
    close: async () => {
      for (const database of databases) database.close()
      databases.clear()
      for (const opened of [sets, saving, texts, feeds, worklists, schedules]) opened.forget()
      await diskThread?.stop()
      diskThread = undefined
    },
  }
}
