import { existsSync, readFileSync, writeFileSync, closeSync, fchmodSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { AppError } from '../../shared/errors/app-error.ts'
import { makeFolder } from './make-folder.ts'
import { storageFailed, sqliteCode, isUnreadable, setAside } from './database.ts'
import { openUntrustedSync } from '../files/open-untrusted.ts'

const SQLITE_BUSY = 5
/** The file that is held, and the one that says by whom. */
interface LockFiles {
  lock: string
  holder: string
}

const SAVING: LockFiles = { lock: 'lock.sqlite', holder: 'lock.json' }
const DESK: LockFiles = { lock: 'desk-lock.sqlite', holder: 'desk-lock.json' }
const holderShape = z.object({ pid: z.number(), since: z.string() })

export interface DataLock {
  release(): void
}

/**
 * Makes this process the one that saves with a data folder. The lock does not outlive the process
 * (docs/decisions/data-lock.md). Fails with `locked`, naming the holder, and with storage-failed.
 */
export function lockDataDir(dataDir: string): DataLock {
  return lockFiles(dataDir, SAVING)
}

/**
 * Makes this process the one desk of a data folder: two of them would take from the same queue, and each would show settings
 * that the other does not run by (D-C10). Runs of the command line go on beside it. Fails as `lockDataDir`.
 */
export function lockDesk(dataDir: string): DataLock {
  return lockFiles(dataDir, DESK)
}

function lockFiles(dataDir: string, { lock, holder }: LockFiles): DataLock {
  const file = join(dataDir, lock)
  let database: DatabaseSync | undefined
  try {
    makeFolder(dataDir, 0o700)
    const held = holdFile(file)
    database = held
    writeFileSync(join(dataDir, holder), JSON.stringify({ pid: process.pid, since: new Date().toISOString() }))
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

/** Whether some process saves with a data folder at the moment. Only looks: nobody is kept from the lock by it. */
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

/** Longer than somebody takes who only looks whether the lock is held. */
const BUSY_TIMEOUT_MS = 250

/**
 * Holds a lock file for this process until it is closed: SQLite's own lock on an empty database, by an open transaction. The
 * operating system drops it with the process, so that a kill leaves no stale lock behind (docs/decisions/data-lock.md).
 * Throws what SQLite throws, SQLITE_BUSY where another process holds it.
 */
function holdFile(file: string): DatabaseSync {
  makePrivate(file)
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    database.exec('BEGIN EXCLUSIVE')
    return database
  } catch (thrown) {
    database.close()
    if (!isUnreadable(thrown)) throw thrown
    // It never held anything, so a new one is as good.
    setAside(file)
    return holdFile(file)
  }
}

/** Who may read a lock file may hold it, and so keep us out (W-L3). Windows has no such rights. */
function makePrivate(file: string): void {
  if (process.platform === 'win32') return
  const descriptor = openOrMake(file)
  try {
    fchmodSync(descriptor, 0o600)
  } finally {
    closeSync(descriptor)
  }
}

function openOrMake(file: string): number {
  try {
    return openSync(file, 'ax', 0o600)
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')) throw thrown
    return openUntrustedSync(file, { appends: true })
  }
}

/** The lock of a data folder, as one process uses it: several jobs of the process hold it together. */
export interface SharedLock {
  /** The first holder takes the lock, the last one gives it back. Fails with locked where another process has it. */
  take(): DataLock
}

export function createSharedLock(dataDir: string): SharedLock {
  let lock: DataLock | undefined
  let holders = 0
  return {
    take: () => {
      lock ??= lockDataDir(dataDir)
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
