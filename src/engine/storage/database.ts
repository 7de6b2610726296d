import { accessSync, constants, existsSync, renameSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { AppError } from '../../shared/errors/app-error.ts'
import type { Problem } from '../../shared/model/parcel-set.ts'
import { UntrustedFileError } from '../files/open-untrusted.ts'
import { diskProblem, makeFolder } from '../files/file-system.ts'

const SQLITE_READONLY = 8
const SQLITE_IOERR = 10
const SQLITE_CORRUPT = 11
const SQLITE_FULL = 13
const SQLITE_CANTOPEN = 14
const SQLITE_NOTADB = 26
/** Another process may be writing a batch, which is short. */
const BUSY_TIMEOUT_MS = 5_000
/** Above this size a check of every page would be felt at startup. */
const MAX_CHECKED_BYTES = 64 * 1024 * 1024

export interface DatabaseSchema {
  /** One script per version, from the first on; `PRAGMA user_version` counts them. */
  migrations: readonly string[]
  /** What to know of a lost file, as sentences: “The inbox begins anew.” */
  afterLoss: string
  /** All of it can be made again, so that one of a newer version is set aside too. */
  isRebuilt?: boolean
  /** FULL for what must survive a power cut, NORMAL for what can be fetched again. */
  synchronous: 'FULL' | 'NORMAL'
  /** In KiB. Default: SQLite's own 2,000. */
  cacheKib?: number
  /** Pages in the write-ahead log before a checkpoint. Default: SQLite's own 1,000. */
  checkpointPages?: number
}

/**
 * Opens a database and migrates it to the newest version. A file that cannot be read is set aside under another name with a
 * notice, never deleted. Where the disk takes nothing, because it is full or may not be written to, what is stored can be
 * read all the same. Fails with storage-failed when the database cannot be opened or is from a newer version.
 */
export function openDatabase(file: string, schema: DatabaseSchema, onNotice: (notice: Problem) => void): DatabaseSync {
  try {
    makeFolder(dirname(file), 0o700)
    const stats = statSync(file, { throwIfNoEntry: false })
    const isEmptied = stats?.isFile() === true && stats.size === 0
    const database = open(file, schema)
    if (isEmptied) onNotice({ where: file, message: `It was empty: whatever was in it is lost. ${schema.afterLoss}` })
    return database
  } catch (thrown) {
    if (isUnreadable(thrown)) return startFresh(file, schema, { onNotice, why: 'could not be read' })
    if (schema.isRebuilt === true && thrown instanceof NewerDatabase)
      return startFresh(file, schema, { onNotice, why: NEWER })
    const readable = refusesWriting(thrown, file) ? openToRead(file, schema) : undefined
    if (readable === undefined) throw storageFailed(file, thrown)
    return readable
  }
}

const NEWER = 'was written by a newer version of Parcel Desk'

class NewerDatabase extends AppError {
  constructor(file: string) {
    super({ tag: 'storage-failed', file, reason: `it ${NEWER}` })
  }
}

function startFresh(
  file: string,
  schema: DatabaseSchema,
  told: { onNotice: (notice: Problem) => void; why: string },
): DatabaseSync {
  try {
    const asideFile = setAside(file)
    told.onNotice({
      where: file,
      message: `It ${told.why} and was set aside as ${asideFile}. A new one was started. ${schema.afterLoss}`,
    })
    return open(file, schema)
  } catch (thrown) {
    throw storageFailed(file, thrown)
  }
}

/** Whether an error says that a file is not a database, or is damaged. */
export function isUnreadable(thrown: unknown): boolean {
  const code = sqliteCode(thrown)
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB
}

function open(file: string, schema: DatabaseSchema): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    const { synchronous, cacheKib = 2_000, checkpointPages = 1_000 } = schema
    database.exec(`PRAGMA journal_mode=WAL; PRAGMA synchronous=${synchronous}; PRAGMA foreign_keys=ON;`)
    database.exec(`PRAGMA cache_size=-${cacheKib}; PRAGMA wal_autocheckpoint=${checkpointPages};`)
    checkPages(database, file)
    migrate(database, file, schema.migrations)
    return database
  } catch (thrown) {
    database.close()
    throw thrown
  }
}

/** What SQLite says on a full disk, or where the files beside a database cannot be made. */
const REFUSED = new Set([SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL])

function refusesWriting(thrown: unknown, file: string): boolean {
  const code = sqliteCode(thrown)
  if (code !== undefined && code !== SQLITE_CANTOPEN) return REFUSED.has(code)
  return isClosed(code === undefined ? thrown : triedToWrite(dirname(file)))
}

function isClosed(thrown: unknown): boolean {
  const problem = diskProblem(thrown)
  return problem === 'full' || problem === 'denied' || problem === 'read-only'
}

/** What the system says to writing into a folder; undefined where it has nothing against it. */
function triedToWrite(folder: string): unknown {
  try {
    accessSync(folder, constants.W_OK)
    return undefined
  } catch (thrown) {
    return thrown
  }
}

/**
 * Opens a database without making the files that SQLite keeps beside one; undefined where that cannot be done either. With
 * room again, such as undo makes, the first of these ways takes changes too.
 */
function openToRead(file: string, { migrations }: DatabaseSchema): DatabaseSync | undefined {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return nothingStored(migrations)
  // Alone with the file, SQLite needs no shared memory.
  const alone = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  if (isReadable(alone, 'PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA foreign_keys=ON;', migrations))
    return alone
  // As the file stands: what only the write-ahead log has would be missing.
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) return undefined
  const url = pathToFileURL(file)
  url.searchParams.set('immutable', '1')
  const unchanging = new DatabaseSync(url, { readOnly: true })
  return isReadable(unchanging, '', migrations) ? unchanging : undefined
}

/** Closes it where it is not. */
function isReadable(database: DatabaseSync, settings: string, { length }: readonly string[]): boolean {
  try {
    database.exec(settings)
    if (versionOf(database) === length) return true
  } catch {
    // It needs what the disk refuses.
  }
  database.close()
  return false
}

/** Takes no changes: they would be gone with the process. */
function nothingStored(migrations: readonly string[]): DatabaseSync {
  const database = new DatabaseSync(':memory:')
  for (const script of migrations) database.exec(script)
  database.exec('PRAGMA query_only=ON')
  return database
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
}

function checkPages(database: DatabaseSync, file: string): void {
  if (statSync(file).size > MAX_CHECKED_BYTES) return
  const verdict = database.prepare('PRAGMA quick_check(1)').get()
  if (verdict?.['quick_check'] !== 'ok') {
    throw Object.assign(new Error('quick_check found a fault'), { errcode: SQLITE_CORRUPT })
  }
}

function migrate(database: DatabaseSync, file: string, migrations: readonly string[]): void {
  const version = versionOf(database)
  if (version > migrations.length) {
    throw new NewerDatabase(file)
  }
  if (version === migrations.length) return
  database.exec('BEGIN IMMEDIATE')
  // Read again under the lock: another process may have migrated in between.
  for (const script of migrations.slice(versionOf(database))) database.exec(script)
  database.exec(`PRAGMA user_version=${migrations.length}; COMMIT`)
}

/**
 * Renames a file that cannot be read, with a database's companions; the new name has the time. Nothing is deleted. Fails
 * with storage-failed.
 */
export function setAside(file: string): string {
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  const aside = `${file}.unreadable-${stamp}`
  try {
    for (const companion of ['', '-wal', '-shm']) {
      if (existsSync(file + companion)) renameSync(file + companion, aside + companion)
    }
  } catch (thrown) {
    throw storageFailed(file, thrown)
  }
  return aside
}

/** Translates what SQLite or the file system throws into storage-failed. */
export function storageFailed(file: string, thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  const message = thrown instanceof Error ? thrown.message : 'unknown'
  const reason = thrown instanceof UntrustedFileError ? `${basename(thrown.file)} ${thrown.reason}` : message
  return new AppError({ tag: 'storage-failed', file, reason }, { cause: thrown })
}

/** Runs `work` and translates what SQLite throws in it: storage-failed, naming the database. Anything else passes through. */
export function guardStorage<T>(database: DatabaseSync, work: () => T): T {
  try {
    return work()
  } catch (thrown) {
    throw sqliteCode(thrown) === undefined ? thrown : storageFailed(database.location() ?? 'The database', thrown)
  }
}

/**
 * Runs `work` in one transaction: all of it is stored or none. Fails with storage-failed. On a full disk SQLite may have
 * rolled back already.
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

/** SQLite's primary result code of an error from `node:sqlite`; undefined for any other error. */
export function sqliteCode(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error) || !('errcode' in thrown)) return undefined
  // Extended codes carry the primary one in their low byte.
  return typeof thrown.errcode === 'number' ? thrown.errcode & 0xff : undefined
}
