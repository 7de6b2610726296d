import type { DatabaseSync } from 'node:sqlite'
import { guardStorage } from './guard-storage.ts'

/**
 * Runs `work` in one transaction; all of it is stored or nothing. Fails with storage-failed. SQLite may have rolled back
 * by itself when the disk was full (measured 1.6).
 */
export function inTransaction(database: DatabaseSync, work: () => void): void {
  guardStorage(database, () => {
    database.exec('BEGIN IMMEDIATE')
    try {
      work()
      database.exec('COMMIT')
    } catch (thrown) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw thrown
    }
  })
}
