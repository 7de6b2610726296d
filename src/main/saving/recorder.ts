import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../storage/in-transaction.ts'
import { storageFailed } from '../storage/open-database.ts'
import type { JobItem, JobStore } from './job-store.ts'
import type { Ledger, SavedVersion } from './ledger.ts'

/** A commit that is flushed costs the same for one row as for many (measured 1.4). */
const MOST_ROWS = 64
const LONGEST_WAIT_MS = 50

export interface Recorded {
  item: JobItem
  /** The version to enter in the ledger; undefined for a document that was not saved now. */
  version?: SavedVersion
}

export interface Recorder {
  /** Takes note; written within 50 ms, with others in one transaction. */
  record(entry: Recorded): void
  /** Writes everything noted. Rejects with storage-failed. */
  flush(): Promise<void>
}

interface Parts {
  database: DatabaseSync
  databaseFile: string
  ledger: Ledger
  jobs: JobStore
  jobId: string
  onFailure: (thrown: unknown) => void
}

/** Writes finished documents to the ledger in batches, after the folders that hold them were flushed. */
export function createRecorder(parts: Parts): Recorder {
  let entries: Recorded[] = []
  let timer: NodeJS.Timeout | undefined
  let last: Promise<void> = Promise.resolve()

  const write = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const batch = entries
    entries = []
    if (batch.length === 0) return
    await flushFolders(batch)
    try {
      inTransaction(parts.database, () => {
        for (const { item, version } of batch) {
          if (version !== undefined) parts.ledger.record(version)
          parts.jobs.update(parts.jobId, item)
        }
      })
    } catch (thrown) {
      throw storageFailed(parts.databaseFile, thrown)
    }
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

/** A new name survives a power cut only when its folder was flushed; once a batch, not once a file (measured 1.4). */
async function flushFolders(batch: Recorded[]): Promise<void> {
  if (process.platform === 'win32') return
  const folders = new Set<string>()
  for (const { version } of batch) {
    if (version !== undefined) folders.add(dirname(join(version.folder, version.relativePath)))
  }
  await Promise.all([...folders].map(flushFolder))
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch {
    // Some network file systems cannot flush a folder; their server does it in its own way.
  } finally {
    await handle.close()
  }
}
