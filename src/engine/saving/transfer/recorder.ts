import { dirname, join } from 'node:path'
import { flushFolder } from '../disk/disk.ts'
import type { TargetFolders } from '../disk/target-folders.ts'
import type { JobItem } from '../records/job-rows.ts'
import type { SavedVersion } from '../records/ledger.ts'
import type { SavingStores } from '../records/saving-stores.ts'

/** A flushed commit costs the same for one row as for many. */
const MAX_ROWS = 256
const MAX_WAIT_MS = 50

export interface RecordEntry {
  item: JobItem
  /** The version to enter in the ledger; undefined for a document that was not saved. */
  version?: SavedVersion | undefined
}

export interface Recorder {
  /** Queues an entry; it is written within 50 ms, in one transaction with others, and not at all once one has failed. */
  record(entry: RecordEntry): void
  /** Writes everything queued. Rejects with storage-failed, folder-gone. */
  flush(): Promise<void>
}

interface RecorderOptions {
  jobId: string
  /**
   * Checked before a batch is recorded: fails when the archive, or a folder of its paths, is no longer where the files were
   * put. Folders that were made are recorded so that undoing the job can remove them.
   */
  folders: Pick<TargetFolders, 'check' | 'takeNew'>
  onFailure: (thrown: unknown) => void
  /** Called once they are recorded. */
  onRecorded?: (entries: readonly RecordEntry[]) => void
}

/** Writes finished documents to the ledger in batches, after flushing the folders that hold them. */
export function createRecorder(
  { atomically, ledger, jobs, clock }: Pick<SavingStores, 'atomically' | 'ledger' | 'jobs' | 'clock'>,
  { jobId, folders, onFailure, onRecorded }: RecorderOptions,
): Recorder {
  let entries: RecordEntry[] = []
  let waiting: AbortController | undefined
  let last: Promise<void> = Promise.resolve()
  const flushedNames = new Set<string>()

  const write = async (): Promise<void> => {
    waiting?.abort()
    waiting = undefined
    const batch = entries
    entries = []
    if (batch.length === 0) return
    await flushFolders(batch, flushedNames)
    await folders.check(batch.flatMap(({ version }) => version?.relativePath ?? []))
    atomically(() => {
      jobs.addFolders(jobId, folders.takeNew())
      for (const { item, version } of batch) {
        if (version !== undefined) ledger.record(version)
        jobs.update(jobId, item)
      }
    })
    onRecorded?.(batch)
  }
  const flush = (): Promise<void> => {
    last = last.then(write)
    return last
  }
  const flushSoon = (): void => {
    flush().catch(onFailure)
  }
  const flushLater = (): void => {
    waiting = new AbortController()
    void clock.wait(MAX_WAIT_MS, waiting.signal).then(flushSoon, () => undefined)
  }
  return {
    record: (entry) => {
      entries.push(entry)
      if (entries.length >= MAX_ROWS) flushSoon()
      else if (waiting === undefined) flushLater()
    },
    flush,
  }
}

/**
 * A new name survives a power cut only if its folder was flushed, and a new folder only if its parent was; once per batch,
 * not once per file. `flushedNames` collects the folders whose own names are safe.
 */
async function flushFolders(batch: readonly RecordEntry[], flushedNames: Set<string>): Promise<void> {
  const folders = new Set<string>()
  for (const { version } of batch) {
    if (version === undefined) continue
    let folder = dirname(join(version.folder, version.relativePath))
    folders.add(folder)
    for (; folder !== version.folder && !flushedNames.has(folder); folder = dirname(folder)) {
      flushedNames.add(folder)
      folders.add(dirname(folder))
    }
  }
  await Promise.all([...folders].map(flushFolder))
}
