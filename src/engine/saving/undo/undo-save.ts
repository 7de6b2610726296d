import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { badUsage, failureOf } from '../../../shared/errors/app-error.ts'
import type { UndoProgress, UndoResult, UndoTrial } from '../../../shared/model/job.ts'
import type { Problem } from '../../../shared/model/parcel-set.ts'
import { counted } from '../../../shared/text/format.ts'
import { mapConcurrently } from '../../base/async.ts'
import { announceSaving } from '../archive/savers.ts'
import { removeFromManifest } from '../archive/write-manifest.ts'
import { diagnoseDiskFailure } from '../disk/disk-failures.ts'
import { flushFolder } from '../disk/disk.ts'
import type { TargetFolders } from '../disk/target-folders.ts'
import { archiveFolder } from '../disk/folder-spelling.ts'
import type { Job, JobItem } from '../records/job-rows.ts'
import type { SavingStores } from '../records/saving-stores.ts'
import { removeEmptyFolders, removeUnchanged } from './remove-unchanged.ts'
import { openForUndo, type UndoStep, undoSteps } from './undo-plan.ts'

/** Files read at once. */
const WORKERS = 4
/** Rows a transaction: a hundred thousand in one would hold up everything else for a second. */
const RECORD_BATCH = 500

export interface UndoOptions {
  /** Stops before the next file; what was removed by then is recorded. */
  signal?: AbortSignal | undefined
  onProgress?: ((progress: UndoProgress) => void) | undefined
}

/**
 * Removes exactly the files that a job wrote and that are unchanged since, byte for byte, then the folders that it made and
 * that are empty now. In this order: the intent is stored, files go, the manifest follows, then ledger and job. A kill in
 * between leaves a record without a file, never a file without a record, and undoing again goes on from there. What was removed
 * before a failure is recorded.
 *
 * Fails with bad-usage where the job has not ended or none of its files is there, with folder-gone, folder-refused, file-held
 * where the manifest is open in another program, with storage-failed, and as `diagnoseDiskFailure` does.
 */
export async function undoSave(stores: SavingStores, job: Job, options: UndoOptions): Promise<UndoResult> {
  const folder = archiveFolder(job.folder)
  const folders = await openForUndo(stores, job)
  try {
    const run = await removeFiles(stores, { job, folders }, options)
    await folders.check()
    refuseNothingThere(run, job)
    const problems = await recordGone(stores, { job, folder, folders }, run)
    if (run.broken !== null) throw run.broken.thrown
    stores.jobs.noteUndoEnded(job.id)
    const [removed, vanished] = [run.removed.length, run.vanished.length]
    return { folder, removed, vanished, kept: run.kept, isComplete: !run.isStopped, problems }
  } catch (thrown) {
    throw await diagnoseDiskFailure(thrown, folder, folder)
  }
}

/** What `undoSave` would do now: every file is read, none removed, nothing recorded. Fails as it does. */
export async function tryUndo(stores: SavingStores, job: Job, options: UndoOptions): Promise<UndoTrial> {
  const folder = archiveFolder(job.folder)
  const folders = await openForUndo(stores, job)
  try {
    const run = await removeFiles(stores, { job, folders, isTrial: true }, options)
    await folders.check()
    refuseNothingThere(run, job)
    if (run.broken !== null) throw run.broken.thrown
    const wouldRemove = run.removed.map(({ relativePath }) => relativePath).toSorted()
    return { folder, wouldRemove, vanished: run.vanished.length, kept: run.kept, isComplete: !run.isStopped }
  } catch (thrown) {
    throw await diagnoseDiskFailure(thrown, folder, folder)
  }
}

/** More likely the files were moved than removed one by one. Their records stay. */
function refuseNothingThere({ removed, vanished, kept, broken }: RemovedFiles, job: Job): void {
  const isAnyThere = removed.length > 0 || kept.some(({ reason }) => reason === 'changed' || reason === 'held')
  if (isAnyThere || vanished.length === 0 || job.undoFolder !== null) return
  if (broken !== null) throw broken.thrown
  throw badUsage(
    `None of the ${counted(vanished.length, 'file')} of this save is in ${job.folder} any more.`,
    'They were moved, renamed or removed before. Nothing was removed now; if they were moved, remove them there.',
  )
}

type GoneFile = Pick<JobItem, 'seq' | 'relativePath'>

interface RemovedFiles {
  removed: GoneFile[]
  vanished: GoneFile[]
  kept: UndoResult['kept']
  isStopped: boolean
  /** What ended it before its time; null where nothing did. */
  broken: { thrown: unknown } | null
}

interface UndoTarget {
  job: Job
  folder: string
  folders: TargetFolders
}

async function removeFiles(
  stores: SavingStores,
  { job, folders, isTrial = false }: Pick<UndoTarget, 'job' | 'folders'> & { isTrial?: boolean },
  { signal, onProgress }: UndoOptions,
): Promise<RemovedFiles> {
  const run: RemovedFiles = { removed: [], vanished: [], kept: [], isStopped: false, broken: null }
  const total = stores.jobs.counts(job.id).saved
  let done = 0
  let isNoted = job.undoFolder !== null
  const noteBegun = (): void => {
    if (!isNoted) stores.jobs.noteUndoBegun(job.id, folders.identity)
    isNoted = true
  }
  const undo = async (step: UndoStep): Promise<void> => {
    const { item, version } = step
    const { seq, relativePath } = item
    if (version === null) {
      run.kept.push({ path: relativePath, reason: step.keeps })
      return
    }
    const removal = await removeUnchanged(version, { folders, beforeRemoval: isTrial ? null : noteBegun })
    // Of a folder that is gone, every file seems to have vanished.
    if (removal === 'vanished') await folders.check()
    if (removal === 'changed' || removal === 'held') run.kept.push({ path: relativePath, reason: removal })
    else run[removal].push({ seq, relativePath })
  }
  const steps = undoSteps(stores, job)
  const work = async (): Promise<void> => {
    for (;;) {
      const next = await steps.next()
      if (next.done === true || run.broken !== null) return
      if (signal?.aborted === true) {
        run.isStopped = true
        return
      }
      await undo(next.value)
      done += 1
      onProgress?.({ done, total })
    }
  }
  const noteBroken = (thrown: unknown): void => {
    run.broken ??= { thrown }
  }
  await Promise.all(Array.from({ length: WORKERS }, () => work().catch(noteBroken)))
  run.kept.sort((one, other) => one.path.localeCompare(other.path))
  return run
}

/** Has manifest, ledger and job follow what is gone from the folder. */
async function recordGone(
  { jobs, ledger, atomically, environment, clock }: SavingStores,
  { job, folder, folders }: UndoTarget,
  run: RemovedFiles,
): Promise<Problem[]> {
  const gone = [...run.removed, ...run.vanished]
  const problems: Problem[] = []
  if (gone.length > 0) {
    await flushFolders(folder, gone)
    const savers = await announceSaving(folder, { writerId: ledger.writerId(), jobId: job.id, clock })
    try {
      // Another desk may be about to save into one of them.
      if (!savers.hasSeenOthers()) await removeEmptyFolders(folder, jobs.folders(job.id), folders)
      const target = { job: { id: job.id, folder }, environment, ledger, savers }
      problems.push(...(await removeFromManifest(target, new Set(gone.map(({ relativePath }) => relativePath)))))
    } finally {
      await savers.leave()
    }
  }
  for (let from = 0; from < gone.length; from += RECORD_BATCH) {
    const batch = gone.slice(from, from + RECORD_BATCH)
    const paths = batch.map(({ relativePath }) => relativePath)
    atomically(() => {
      ledger.forget(folder, paths, job.id)
      jobs.noteRemoved(job.id, batch)
    })
    await nextTurn()
  }
  return problems
}

/** A name is gone for good only once its folder is flushed; a folder that vanished with its files needs that no more. */
async function flushFolders(folder: string, gone: readonly GoneFile[]): Promise<void> {
  const folders = new Set(gone.map(({ relativePath }) => dirname(join(folder, relativePath))))
  await mapConcurrently([...folders], WORKERS, async (one) => {
    await flushFolder(one).catch((thrown: unknown) => {
      if (failureOf(thrown)?.tag !== 'folder-gone') throw thrown
    })
  })
}
