import { readdir } from 'node:fs/promises'
import { AppError } from '../../shared/errors/app-error.ts'
import { clearLeftovers } from './disk/part-files.ts'
import { openTargetFolders, type TargetFolders } from './disk/target-folders.ts'
import type { Job } from './records/job-rows.ts'
import type { JobStore } from './records/job-store.ts'
import type { SavingStores } from './records/saving-stores.ts'
import { adoptNamed } from './transfer/adopt-named.ts'

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
