import { DatabaseSync } from 'node:sqlite'
import { isUnreadable, setAside } from './open-database.ts'

/** Longer than somebody takes who only looks whether the lock is held. */
const BUSY_TIMEOUT_MS = 250

/**
 * Holds a lock file for this process until it is closed: SQLite's own lock on an empty database, by an open transaction. The
 * operating system drops it with the process, so that a kill leaves no stale lock behind (docs/decisions/data-lock.md).
 * Throws what SQLite throws, SQLITE_BUSY where another process holds it.
 */
export function holdFile(file: string): DatabaseSync {
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
