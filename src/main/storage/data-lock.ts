import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { AppError } from '../../shared/errors/app-error.ts'
import { makeFolder } from './make-folder.ts'
import { isUnreadable, setAside, storageFailed } from './open-database.ts'
import { sqliteCode } from './sqlite-code.ts'

const SQLITE_BUSY = 5
/** Longer than somebody takes who only looks whether the lock is held. */
const BUSY_TIMEOUT_MS = 250
const LOCK_FILE = 'lock.sqlite'
const HOLDER_FILE = 'lock.json'
const holderShape = z.object({ pid: z.number(), since: z.string() })

export interface DataLock {
  release(): void
}

/**
 * Makes this process the one that saves with a data folder. The lock is SQLite's own on an empty database, held by an
 * open transaction: the operating system drops it with the process, so that a kill leaves no stale lock behind
 * (docs/decisions/data-lock.md). Fails with `locked`, naming the holder, and with storage-failed.
 */
export function lockDataDir(dataDir: string): DataLock {
  const file = join(dataDir, LOCK_FILE)
  let database: DatabaseSync | undefined
  try {
    makeFolder(dataDir, 0o700)
    const held = lock(file)
    database = held
    writeFileSync(join(dataDir, HOLDER_FILE), JSON.stringify({ pid: process.pid, since: new Date().toISOString() }))
    return {
      release: () => {
        held.close()
      },
    }
  } catch (thrown) {
    database?.close()
    if (sqliteCode(thrown) !== SQLITE_BUSY) throw storageFailed(file, thrown)
    throw new AppError(
      { tag: 'locked', dataDir, holder: describeHolder(join(dataDir, HOLDER_FILE)) },
      { cause: thrown },
    )
  }
}

function lock(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    database.exec('BEGIN EXCLUSIVE')
    return database
  } catch (thrown) {
    database.close()
    if (!isUnreadable(thrown)) throw thrown
    // It never held anything, so a new one is as good.
    setAside(file)
    return lock(file)
  }
}

/** Whether some process saves with a data folder at the moment. Only looks: nobody is kept from the lock by it. */
export function isDataDirLocked(dataDir: string): boolean {
  const file = join(dataDir, LOCK_FILE)
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
