import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, failureOf } from '../../shared/errors/app-error.ts'
import { clearLeftovers } from './disk/part-files.ts'
import { openTargetFolders, type TargetFolders } from './disk/target-folders.ts'
import type { ArrivedItem, Job } from './records/job-rows.ts'
import type { JobStore } from './records/job-store.ts'
import type { SavingStores } from './records/saving-stores.ts'
import { hashFile } from './disk/disk.ts'
import { namesFor, versionFor } from './transfer/document-transfer.ts'
import { createRecorder } from './transfer/recorder.ts'

/**
 * Opens the folder of a job and puts right what a killed run of it left: part files go, and documents that it named without
 * recording them are recorded. Fails with folder-gone, folder-refused, storage-failed and what the disk throws.
 */
export async function takeUpJob(stores: SavingStores, job: Job): Promise<TargetFolders> {
  const folders = await openTargetFolders(job.folder)
  await refuseVanishedFiles(stores.jobs, job)
  await clearLeftovers(job, stores.jobs.pendingPaths(job.id))
  await adoptNamed(stores, { job, folders })
  return folders
}

/** A disconnected network folder looks empty, so what the job saved earlier must still be there. Fails with folder-gone. */
async function refuseVanishedFiles(jobs: JobStore, job: Job): Promise<void> {
  if (job.state === 'planned' || jobs.counts(job.id).saved === 0) return
  if ((await readdir(job.folder)).length === 0) throw new AppError({ tag: 'folder-gone', folder: job.folder })
}

interface Adoption {
  job: Job
  folders: Pick<TargetFolders, 'check' | 'make' | 'takeNew'>
}

/**
 * Records the documents that a killed run of this job gave their names without recording them, so that they are not left
 * without a record if the service has changed them since. What was changed or removed meanwhile is fetched again. Fails as
 * recording does.
 */
async function adoptNamed(stores: SavingStores, { job, folders }: Adoption): Promise<void> {
  if (job.state === 'planned') return
  // `flush` fails with what `onFailure` is told.
  const recorder = createRecorder(stores, { jobId: job.id, folders, onFailure: () => undefined })
  for (const { item, arrived } of stores.jobs.arrived(job.id)) {
    const relativePath = await findNamed(job.folder, { item, arrived }, folders)
    if (relativePath === undefined) continue
    const { bytes, sha256, remark } = arrived
    const version = versionFor(stores, job, { item, relativePath, outcome: 'adopted', received: arrived })
    const saved = { state: 'saved', relativePath, bytes, sha256, remark, attempts: 1, failure: null } as const
    recorder.record({ item: { ...item, ...saved }, version })
  }
  await recorder.flush()
}

/** What one document’s name may do; anything else concerns the folder, and stops the job. */
const ONE_DOCUMENT = new Set<string | undefined>(['file-held', 'file-refused', 'file-exists'])

/** Undefined where no file has these bytes, or where it cannot be read now: then the run fetches it and tells why. */
async function findNamed(
  root: string,
  { item, arrived }: ArrivedItem,
  folders: Pick<TargetFolders, 'make'>,
): Promise<string | undefined> {
  try {
    // No folder of the path is a link that leads out of the archive.
    await folders.make(item.relativePath)
    for (const name of namesFor(item.relativePath, arrived.sha256)) {
      if ((await hashFile(join(root, name))) === arrived.sha256) return name
    }
  } catch (thrown) {
    if (!ONE_DOCUMENT.has(failureOf(thrown)?.tag)) throw thrown
  }
  return undefined
}
