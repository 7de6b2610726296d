import { open, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../../storage/database.ts'
import { errorCode } from '../../files/disk-codes.ts'
import { diskFailure } from '../disk/disk-failures.ts'
import type { JobItem } from '../records/job-rows.ts'
import type { JobStore } from '../records/job-store.ts'
import type { Ledger, SavedVersion } from '../records/ledger.ts'

/** A commit that is flushed costs the same for one row as for many (measured 1.4). */
const MOST_ROWS = 256
const LONGEST_WAIT_MS = 50

export interface RecordEntry {
  item: JobItem
  /** The version to enter in the ledger; undefined for a document that was not fetched, or not had. */
  version?: SavedVersion | undefined
}

export interface Recorder {
  /** Takes note; written within 50 ms, with others in one transaction. */
  record(entry: RecordEntry): void
  /** Writes everything noted. Rejects with storage-failed, folder-gone. */
  flush(): Promise<void>
}

interface RecorderOptions {
  database: DatabaseSync
  ledger: Ledger
  jobs: JobStore
  jobId: string
  /** Asked before a batch is recorded: fails when the archive, or a folder of these paths, is no longer where the files were put. */
  checkFolders: (relativePaths: readonly string[]) => Promise<void>
  onFailure: (thrown: unknown) => void
}

/** Writes finished documents to the ledger in batches, after the folders that hold them were flushed. */
export function createRecorder(parts: RecorderOptions): Recorder {
  let entries: RecordEntry[] = []
  let timer: NodeJS.Timeout | undefined
  let last: Promise<void> = Promise.resolve()
  const known = new Set<string>()

  const write = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const batch = entries
    entries = []
    if (batch.length === 0) return
    await flushFolders(batch, known)
    await parts.checkFolders(batch.flatMap(({ version }) => version?.relativePath ?? []))
    inTransaction(parts.database, () => {
      for (const { item, version } of batch) {
        if (version !== undefined) parts.ledger.record(version)
        parts.jobs.update(parts.jobId, item)
      }
    })
  }
  const flush = (): Promise<void> => {
    last = last.then(write)
    return last
  }
  const flushSoon = (): void => {
    flush().catch(parts.onFailure)
  }
  return {
    record: (entry) => {
      entries.push(entry)
      if (entries.length >= MOST_ROWS) flushSoon()
      else timer ??= setTimeout(flushSoon, LONGEST_WAIT_MS)
    },
    flush,
  }
}

/** File systems that cannot flush a folder say one of these; their server does it in its own way. */
const NO_FLUSH = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EACCES', 'EPERM', 'EBADF', 'EISDIR'])

/**
 * A new name survives a power cut only when its folder was flushed, and a new folder only when the one above it was; once
 * a batch, not once a file (measured 1.4). `known` remembers the folders whose own names are safe.
 */
async function flushFolders(batch: readonly RecordEntry[], known: Set<string>): Promise<void> {
  const folders = new Set<string>()
  for (const { version } of batch) {
    if (version === undefined) continue
    let folder = dirname(join(version.folder, version.relativePath))
    folders.add(folder)
    for (; folder !== version.folder && !known.has(folder); folder = dirname(folder)) {
      known.add(folder)
      folders.add(dirname(folder))
    }
  }
  await Promise.all([...folders].map(flushFolder))
}

async function flushFolder(folder: string): Promise<void> {
  try {
    if (process.platform === 'win32') {
      // A folder cannot be flushed there; but one that has vanished with what was put into it is seen (W-B12).
      await stat(folder)
      return
    }
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (thrown) {
    if (!NO_FLUSH.has(errorCode(thrown))) throw diskFailure(thrown, folder, folder)
  }
}
