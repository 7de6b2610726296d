import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Environment } from '../shared/model/connection.ts'
import type { Problem } from '../shared/model/parcel-set.ts'
import type { Logger } from './base/logger.ts'
import { takeUpBacklog } from './feed/inbox/backlog.ts'
import { createFeedStore, type FeedStore } from './feed/inbox/inbox-store.ts'
import type { ClockPort } from './ports/clock.ts'
import { type DiskThread, startDiskThread } from './saving/disk/disk-thread.ts'
import { type Disk, ownThreadDisk } from './saving/disk/disk.ts'
import { createSavingRecords, type SavingStores } from './saving/records/saving-stores.ts'
import { createScheduleStore, type ScheduleStore } from './schedules/schedule-store.ts'
import { SCHEDULES_SCHEMA } from './schedules/schedules-schema.ts'
import { type DatabaseSchema, openDatabase } from './storage/database.ts'
import { createWorklistStore, type WorklistStore } from './worklists/worklist-store.ts'
import { WORKLISTS_SCHEMA } from './worklists/worklists-schema.ts'
import { FEED_SCHEMA, LEDGER_SCHEMA, SETS_SCHEMA } from './storage/schema.ts'

/** The databases of a data folder, each opened on first use. All but `close` fail with storage-failed. */
export interface Stores {
  /** Every set seen, by id. */
  sets(environment: Environment): DatabaseSync
  /** Jobs and ledger; test and production each have their own. */
  saving(environment: Environment): SavingStores
  /** What arrived from queues and checks, and what the user did with it. */
  feed(environment: Environment): FeedStore
  /** Whether anything was ever stored there, or looked for: opening it would create it. */
  hasFeed(environment: Environment): boolean
  /** Pasted lists of references. */
  worklists(environment: Environment): WorklistStore
  /** Timed saves and what their runs did. */
  schedules(environment: Environment): ScheduleStore
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
  const databases = new Map<string, DatabaseSync>()
  let diskThread: DiskThread | undefined
  const disk = (): Disk => (diskThread?.isReady() === true ? diskThread : ownThreadDisk)
  const startThread = (): void => {
    if (diskProgram !== undefined) diskThread ??= startDiskThread(diskProgram)
  }
  const database = (file: string, schema: DatabaseSchema): DatabaseSync => {
    const opened = databases.get(file) ?? openDatabase(file, schema, onNotice)
    databases.set(file, opened)
    return opened
  }
  const openSaving = (environment: Environment): SavingStores => {
    return {
      ...createSavingRecords(database(join(dataDir, environment, 'ledger.sqlite'), LEDGER_SCHEMA)),
      environment,
      clock,
      logger,
      disk,
      startDiskThread: startThread,
      quarantineDir: join(dataDir, environment, 'quarantine'),
    }
  }
  const feedFile = (environment: Environment): string => join(dataDir, environment, 'feed.sqlite')
  const openFeed = (environment: Environment): FeedStore => {
    const feed = createFeedStore(database(feedFile(environment), FEED_SCHEMA), environment)
    try {
      takeUpBacklog(feed)
    } catch (thrown) {
      // On a full disk what is listed already can still be read.
      logger.warn('backlog.not-listed', { error: thrown })
    }
    return feed
  }
  const openWorklists = (environment: Environment): WorklistStore =>
    createWorklistStore(database(join(dataDir, environment, 'worklists.sqlite'), WORKLISTS_SCHEMA))
  const openSchedules = (environment: Environment): ScheduleStore =>
    createScheduleStore(database(join(dataDir, environment, 'schedules.sqlite'), SCHEDULES_SCHEMA), environment)
  const saving = onePerEnvironment(openSaving)
  const feeds = onePerEnvironment(openFeed)
  const worklists = onePerEnvironment(openWorklists)
  const schedules = onePerEnvironment(openSchedules)
  return {
    sets: (environment) => database(join(dataDir, environment, 'sets.sqlite'), SETS_SCHEMA),
    saving: (environment) => saving.of(environment),
    feed: (environment) => feeds.of(environment),
    hasFeed: (environment) => existsSync(feedFile(environment)),
    worklists: (environment) => worklists.of(environment),
    schedules: (environment) => schedules.of(environment),
    close: async () => {
      for (const opened of databases.values()) opened.close()
      databases.clear()
      saving.forget()
      feeds.forget()
      worklists.forget()
      schedules.forget()
      await diskThread?.stop()
      diskThread = undefined
    },
  }
}

function onePerEnvironment<Opened>(open: (environment: Environment) => Opened) {
  const opened = new Map<Environment, Opened>()
  return {
    of: (environment: Environment): Opened => {
      const one = opened.get(environment) ?? open(environment)
      opened.set(environment, one)
      return one
    },
    forget: () => opened.clear(),
  }
}
