import { closeSync, existsSync, fchmodSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { AppError } from '../../shared/errors/app-error.ts'
import { diskProblem, errorCode, makeFolder } from '../files/file-system.ts'
import { openUntrustedSync } from '../files/open-untrusted.ts'
import { keepReserve } from './reserve.ts'
import { isUnreadable, setAside, sqliteCode, storageFailed } from './database.ts'

const SQLITE_BUSY = 5
/** The file that is locked, and the one that names its holder. */
interface LockFiles {
  lock: string
  holder: string
}

const SAVING: LockFiles = { lock: 'lock.sqlite', holder: 'lock.json' }
const DESK: LockFiles = { lock: 'desk-lock.sqlite', holder: 'desk-lock.json' }
const BACKLOG: LockFiles = { lock: 'backlog-lock.sqlite', holder: 'backlog-lock.json' }
const holderShape = z.object({ pid: z.number(), since: z.string() })

export interface DataLock {
  release(): void
}

/**
 * Makes this process the only one that saves with a data folder. The lock does not outlive the process
 * (docs/decisions/data-lock.md). Fails with `locked`, naming the holder, and with storage-failed.
 */
export function lockDataDir(dataDir: string): DataLock {
  return lockFiles(dataDir, SAVING)
}

/**
 * Makes this process the only desk of a data folder: two would consume the same queue, and each would show settings that the
 * other does not use. Command line runs are not kept out. Fails as `lockDataDir` does.
 */
export function lockDesk(dataDir: string): DataLock {
  return lockFiles(dataDir, DESK)
}

/**
 * Makes this process the only one that makes entries of an inbox’s backlog. Takes the folder of the inbox. Fails as
 * `lockDataDir` does.
 */
export function lockBacklog(folder: string): DataLock {
  return lockFiles(folder, BACKLOG)
}

function lockFiles(dataDir: string, { lock, holder }: LockFiles): DataLock {
  const file = join(dataDir, lock)
  let database: DatabaseSync | undefined
  try {
    makeFolder(dataDir, 0o700)
    const held = holdFile(file)
    database = held
    nameHolder(join(dataDir, holder))
    return {
      release: () => {
        held.close()
      },
    }
  } catch (thrown) {
    database?.close()
    if (sqliteCode(thrown) !== SQLITE_BUSY) throw storageFailed(file, thrown)
    throw new AppError({ tag: 'locked', dataDir, holder: describeHolder(join(dataDir, holder)) }, { cause: thrown })
  }
}

/** Only told to others: on a full disk the lock holds without it. */
function nameHolder(file: string): void {
  try {
    writeFileSync(file, JSON.stringify({ pid: process.pid, since: new Date().toISOString() }))
  } catch (thrown) {
    if (diskProblem(thrown) !== 'full') throw thrown
  }
}

/** Whether any process is saving with a data folder. Checks without taking the lock. */
export function isDataDirLocked(dataDir: string): boolean {
  const file = join(dataDir, SAVING.lock)
  if (!existsSync(file)) return false
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.prepare('PRAGMA user_version').get()
    return false
  } catch (thrown) {
    return sqliteCode(thrown) === SQLITE_BUSY
  } finally {
    database.close()
  }
}

function describeHolder(holderFile: string): string {
  try {
    const { pid, since } = holderShape.parse(JSON.parse(readFileSync(holderFile, 'utf8')))
    return `process ${pid}, since ${since}`
  } catch {
    return 'process not known'
  }
}

/** Longer than `isDataDirLocked` blocks the file. */
const BUSY_TIMEOUT_MS = 250

/**
 * Locks a file until the returned database is closed, by an open transaction on an empty SQLite database. The operating
 * system releases the lock with the process, so that a kill leaves no stale lock (docs/decisions/data-lock.md). Throws what
 * SQLite throws, SQLITE_BUSY where another process holds the lock.
 */
function holdFile(file: string): DatabaseSync {
  makePrivate(file)
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    // Without a journal file, which a full disk would not take: nothing is ever written.
    database.exec('PRAGMA journal_mode=MEMORY; BEGIN EXCLUSIVE')
    return database
  } catch (thrown) {
    database.close()
    if (!isUnreadable(thrown)) throw thrown
    // It never held any data, so a new one is as good.
    setAside(file)
    return holdFile(file)
  }
}

/** A user who may read a lock file could lock it and keep us out (W-L3). Windows has no such permissions. */
function makePrivate(file: string): void {
  if (process.platform === 'win32') return
  const descriptor = openOrCreate(file)
  try {
    fchmodSync(descriptor, 0o600)
  } finally {
    closeSync(descriptor)
  }
}

function openOrCreate(file: string): number {
  try {
    return openSync(file, 'ax', 0o600)
  } catch (thrown) {
    if (errorCode(thrown) !== 'EEXIST') throw thrown
    return openUntrustedSync(file, { appends: true })
  }
}

/** The lock of a data folder within one process: several jobs hold it together. */
export interface SharedLock {
  /** The first holder takes the lock, the last one releases it. Fails with locked where another process has it. */
  take(): DataLock
}

export function createSharedLock(dataDir: string): SharedLock {
  let lock: DataLock | undefined
  let holders = 0
  return {
    take: () => {
      if (lock === undefined) {
        lock = lockDataDir(dataDir)
        keepReserve(dataDir)
      }
      holders += 1
      let isHeld = true
      return {
        release: () => {
          if (!isHeld) return
          isHeld = false
          holders -= 1
          if (holders > 0) return
          lock?.release()
          lock = undefined
        },
      }
    },
  }
}
