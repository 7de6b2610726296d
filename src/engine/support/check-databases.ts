import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../../shared/errors/app-error.ts'
import { filesOfDesk } from './data-folder-facts.ts'

/** A badly damaged database has thousands of faults. */
const MAX_FAULTS = 20

export interface DatabaseVerdict {
  /** Relative to the data folder, with `/`. */
  file: string
  bytes: number
  /** The version of its tables; null where it cannot be read. */
  version: number | null
  /** `ok`, or what SQLite says is wrong. */
  integrity: string[]
}

/**
 * Checks every database of a data folder from its first page to its last, without changing any. A large one takes seconds, so
 * a host with a window runs it in a thread. Never fails.
 */
export function checkDatabases(dataDir: string): DatabaseVerdict[] {
  // Not the files that are only locked: they hold nothing.
  const files = filesOfDesk(dataDir).filter((file) => file.endsWith('.sqlite') && !file.endsWith('lock.sqlite'))
  return files.map((file) => checkDatabase(dataDir, file))
}

function checkDatabase(dataDir: string, file: string): DatabaseVerdict {
  const path = join(dataDir, ...file.split('/'))
  let database: DatabaseSync | undefined
  try {
    const bytes = statSync(path).size
    database = new DatabaseSync(path, { readOnly: true, timeout: 1_000 })
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
    const faults = database.prepare(`PRAGMA integrity_check(${MAX_FAULTS})`).all()
    return { file, bytes, version, integrity: faults.map((row) => String(row['integrity_check'])) }
  } catch (thrown) {
    const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    return { file, bytes, version: null, integrity: [messageOf(thrown)] }
  } finally {
    database?.close()
  }
}
