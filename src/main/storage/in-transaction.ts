import type { DatabaseSync } from 'node:sqlite'

/** Runs `work` in one transaction. SQLite may have rolled back by itself when the disk was full (measured 1.6). */
export function inTransaction(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    work()
    database.exec('COMMIT')
  } catch (thrown) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw thrown
  }
}
