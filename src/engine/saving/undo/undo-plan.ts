import type { KeptReason, UndoPreview } from '../../../shared/model/job.ts'
import { yieldingToEventLoop } from '../../base/async.ts'
import { readManifest } from '../archive/manifest.ts'
import { archiveFolder } from '../records/folder-spelling.ts'
import type { Job, JobItem } from '../records/job-rows.ts'
import type { SavedVersion } from '../records/ledger.ts'
import type { SavingStores } from '../records/saving-stores.ts'

/** A file that a job wrote, or why it is left alone whatever it holds. */
export type UndoStep =
  { item: JobItem; version: SavedVersion; keeps: null } | { item: JobItem; version: null; keeps: KeptReason }

/**
 * What undoing a job means for each document that it saved. Only a file that the job itself wrote under a free name is removed:
 * what it found stays, and so does what took the place of another file, since that one cannot be brought back. A file that
 * a later job, or another installation, has saved again is theirs. Documents without a record are left out: nothing is
 * known of their files.
 */
export async function* undoSteps(
  { jobs, ledger }: Pick<SavingStores, 'jobs' | 'ledger'>,
  job: Pick<Job, 'id' | 'folder'>,
  signal?: AbortSignal,
): AsyncGenerator<UndoStep> {
  const folder = archiveFolder(job.folder)
  const claimed = await savedAgainByOthers({ ledger }, { id: job.id, folder })
  for await (const item of yieldingToEventLoop(jobs.items(job.id), signal)) {
    if (item.state !== 'saved') continue
    const version = ledger.at(folder, item.relativePath)
    if (version === undefined) continue
    const keeps = claimed.has(item.relativePath) ? 'later' : reasonToKeep(version, job.id)
    yield keeps === null ? { item, version, keeps } : { item, version: null, keeps }
  }
}

function reasonToKeep({ jobId, placed }: SavedVersion, undone: string): KeptReason | null {
  if (jobId !== undone) return 'later'
  if (placed === null) return 'unknown'
  return placed === 'new' ? null : placed
}

/** Paths that the manifest has with a later time than this ledger: another installation saved into the folder since. */
async function savedAgainByOthers(
  { ledger }: Pick<SavingStores, 'ledger'>,
  { id, folder }: Pick<Job, 'id' | 'folder'>,
): Promise<Set<string>> {
  const claimed = new Set<string>()
  const manifest = await readManifest(folder)
  for await (const { path, savedAt } of manifest?.documents() ?? []) {
    const own = ledger.at(folder, path)
    if (own?.jobId === id && savedAt > own.savedAt) claimed.add(path)
  }
  return claimed
}

/** What undoing a job would do, without reading any file. Fails with interrupted, folder-refused, file-held. */
export async function previewUndo(
  stores: Pick<SavingStores, 'jobs' | 'ledger'>,
  job: Pick<Job, 'id' | 'folder'>,
  signal?: AbortSignal,
): Promise<UndoPreview> {
  const kept = { changed: 0, replaced: 0, found: 0, later: 0, unknown: 0, held: 0 }
  const preview = { files: 0, bytes: 0, kept }
  for await (const { version, keeps } of undoSteps(stores, job, signal)) {
    if (keeps !== null) {
      kept[keeps] += 1
      continue
    }
    preview.files += 1
    preview.bytes += version.bytes
  }
  return preview
}
