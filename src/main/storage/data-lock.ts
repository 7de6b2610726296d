import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { AppError } from '../../shared/errors/app-error.ts'
import { holdFile } from './hold-file.ts'
import { makeFolder } from './make-folder.ts'
import { storageFailed } from './open-database.ts'
import { sqliteCode } from './sqlite-code.ts'

const SQLITE_BUSY = 5
const LOCK_FILE = 'lock.sqlite'
const HOLDER_FILE = 'lock.json'
const holderShape = z.object({ pid: z.number(), since: z.string() })

export interface DataLock {
  release(): void
}

/**
 * Makes this process the one that saves with a data folder. The lock does not outlive the process
 * (docs/decisions/data-lock.md). Fails with `locked`, naming the holder, and with storage-failed.
 */
export function lockDataDir(dataDir: string): DataLock {
  const file = join(dataDir, LOCK_FILE)
  let database: DatabaseSync | undefined
  try {
    makeFolder(dataDir, 0o700)
    const held = holdFile(file)
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
