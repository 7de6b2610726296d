import { closeSync, fchmodSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { openUntrustedSync } from '../files/open-untrusted.ts'
import { isUnreadable, setAside } from './database.ts'

/** Longer than somebody takes who only looks whether the lock is held. */
const BUSY_TIMEOUT_MS = 250

/**
 * Holds a lock file for this process until it is closed: SQLite's own lock on an empty database, by an open transaction. The
 * operating system drops it with the process, so that a kill leaves no stale lock behind (docs/decisions/data-lock.md).
 * Throws what SQLite throws, SQLITE_BUSY where another process holds it.
 */
export function holdFile(file: string): DatabaseSync {
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
