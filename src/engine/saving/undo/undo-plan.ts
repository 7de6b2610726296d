import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AppError, badUsage } from '../../../shared/errors/app-error.ts'
import type { KeptReason, UndoPreview } from '../../../shared/model/job.ts'
import { yieldingToEventLoop } from '../../base/async.ts'
import { openParts, readManifest } from '../archive/manifest-parts.ts'
import { sharingFiles } from '../archive/sharing-files.ts'
import { openTargetFolders, type TargetFolders } from '../disk/target-folders.ts'
import { archiveFolder } from '../disk/folder-spelling.ts'
import type { Job, JobItem } from '../records/job-rows.ts'
import type { SavedVersion } from '../records/ledger.ts'
import type { SavingStores } from '../records/saving-stores.ts'

/** A file that a job wrote, or why it is left alone whatever it holds. */
export type UndoStep =
  | { item: JobItem; version: SavedVersion; keeps: null }
  | { item: JobItem; version: null; keeps: KeptReason }

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
  return placed === 'new' ? null : placed
}

/**
 * Paths that another installation has saved as well: its part of the manifest has them, or the manifest has them with another
 * time than this ledger.
 */
async function savedAgainByOthers(
  { ledger }: Pick<SavingStores, 'ledger'>,
  { id, folder }: Pick<Job, 'id' | 'folder'>,
): Promise<Set<string>> {
  const claimed = new Set<string>()
  const manifest = await readManifest(folder)
  for await (const { path, savedAt } of manifest?.documents() ?? []) {
    const own = ledger.at(folder, path)
    if (own?.jobId === id && savedAt !== own.savedAt) claimed.add(path)
  }
  for (const part of await openParts(await sharingFiles(folder), { exceptFor: ledger.writerId() })) {
    for await (const entry of part.entries()) {
      if ('removed' in entry) continue
      // The same record is our own, from when this computer had another name.
      if (ledger.at(folder, entry.path)?.savedAt !== entry.savedAt) claimed.add(entry.path)
    }
  }
  return claimed
}

type UndoStores = Pick<SavingStores, 'environment' | 'jobs'>
type UndoneJob = Pick<Job, 'id' | 'state' | 'folder' | 'undoFolder'>

/**
 * The folder of a job that is to be undone. Fails with bad-usage where the job has not ended, with folder-gone, and with
 * folder-refused where the folder is not the archive any more.
 */
export async function openForUndo(stores: UndoStores, job: UndoneJob): Promise<TargetFolders> {
  refuseUnfinished(job)
  const folder = archiveFolder(job.folder)
  const folders = await openTargetFolders(folder)
  await refuseOtherFolder(stores, job, folders)
  return folders
}

function refuseUnfinished({ id, state }: UndoneJob): void {
  if (state === 'done' || state === 'cancelled') return
  throw badUsage(`Save ${id} has not ended.`, 'Let it finish, or cancel it; then undo it.')
}

/** A folder that was moved may have another in its place, such as the empty mount point of a network drive. */
async function refuseOtherFolder(stores: UndoStores, job: UndoneJob, { identity }: TargetFolders): Promise<void> {
  const { environment, jobs } = stores
  const folder = archiveFolder(job.folder)
  if (jobs.counts(job.id).saved === 0) return
  // The manifest goes with the last document, and an undo that was killed then has it gone on with in the same folder.
  const isBegun = job.undoFolder !== null
  const isTheFolder = isBegun
    ? job.undoFolder === identity || (await isAnythingThere(stores, job))
    : (await readManifest(folder))?.environment === environment
  if (isTheFolder) return
  const lacks = isBegun ? 'nothing of this save is in it' : 'it has no manifest of this environment'
  const reason = `${lacks} any more, so it may be another folder than the one saved into`
  const next = 'Nothing was removed. If the folder was moved, bring it back and undo again, or remove its files there.'
  throw new AppError({ tag: 'folder-refused', folder, reason, next })
}

/** Whether any folder that a job made, or any file that it saved, is there. */
async function isAnythingThere({ jobs }: UndoStores, { id, folder }: UndoneJob): Promise<boolean> {
  const made = jobs.folders(id)
  if (made.some((relativePath) => existsSync(join(archiveFolder(folder), relativePath)))) return true
  for await (const { state, relativePath } of yieldingToEventLoop(jobs.items(id))) {
    if (state === 'saved' && existsSync(join(archiveFolder(folder), relativePath))) return true
  }
  return false
}

/** What undoing a job would do, without reading any of its files. Fails with interrupted, and as `openForUndo` does. */
export async function previewUndo(
  stores: Pick<SavingStores, 'jobs' | 'ledger' | 'environment'>,
  job: UndoneJob,
  signal?: AbortSignal,
): Promise<UndoPreview> {
  await openForUndo(stores, job)
  const kept = { changed: 0, replaced: 0, found: 0, later: 0, held: 0 }
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
