import type { DatabaseSync } from 'node:sqlite'
import { storageFailed } from './database.ts'
import { sqliteCode } from './sqlite-code.ts'

/** Runs `work` and translates what SQLite throws in it: storage-failed, naming the database. Anything else passes through. */
export function guardStorage<T>(database: DatabaseSync, work: () => T): T {
  try {
    return work()
  } catch (thrown) {
    throw sqliteCode(thrown) === undefined ? thrown : storageFailed(database.location() ?? 'The database', thrown)
  }
}
