import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { AppError } from '../../shared/errors/app-error.ts'
import { storageFailed } from './open-database.ts'
import { sqliteCode } from './sqlite-code.ts'

const SQLITE_BUSY = 5
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
  const file = join(dataDir, 'lock.sqlite')
  const holderFile = join(dataDir, 'lock.json')
  let database: DatabaseSync | undefined
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    database = new DatabaseSync(file, { timeout: 0 })
    database.exec('BEGIN EXCLUSIVE')
    writeFileSync(holderFile, JSON.stringify({ pid: process.pid, since: new Date().toISOString() }))
  } catch (thrown) {
    database?.close()
    if (sqliteCode(thrown) !== SQLITE_BUSY) throw storageFailed(file, thrown)
    throw new AppError({ tag: 'locked', dataDir, holder: describeHolder(holderFile) }, { cause: thrown })
  }
  const held = database
  return {
    release: () => {
      held.close()
    },
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
