import { badUsage, failureOf } from '../../shared/errors/app-error.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { Problem } from '../../shared/model/parcel-set.ts'
import { writeManifest } from './archive/write-manifest.ts'
import { diagnoseDiskFailure } from './disk/disk-failures.ts'
import { clearLeftovers } from './disk/part-files.ts'
import type { Job } from './records/job-rows.ts'
import type { SavingStores } from './records/saving-stores.ts'
import { takeUpJob } from './take-up-job.ts'

/**
 * Cancels a job that is not running; see `JobsService.cancel`. What it saved stays, so manifest and ledger must have it: a run
 * that was killed, or whose folder went away, has not told them. Where that cannot be put right now, the job is cancelled
 * all the same, and a problem says so.
 */
export async function cancelJob(stores: SavingStores, job: Job, isSettled: boolean): Promise<Problem[]> {
  if (job.state === 'done') throw badUsage(`Job ${job.id} is done already.`, 'What it saved stays where it is.')
  // First, so that nobody resumes it meanwhile: in a large archive the rest takes seconds.
  stores.jobs.setState(job.id, 'cancelled', null)
  if (isSettled || job.state === 'planned') return []
  try {
    return await settle(stores, job)
  } catch (thrown) {
    const failure = failureOf(await diagnoseDiskFailure(thrown, job.folder, job.folder))
    if (failure === undefined) throw thrown
    stores.logger.warn('job.not-settled', { job: job.id, thrown })
    const message = `A save into it was cancelled, but not everything that it saved may be in the manifest. ${describeFailure(failure).message} The next save into the folder brings the manifest up to date.`
    return [{ where: job.folder, message }]
  }
}

/** Has ledger and manifest tell what is there. */
async function settle(stores: SavingStores, job: Job): Promise<Problem[]> {
  const { jobs, ledger, environment } = stores
  const hasSaved = (): boolean => jobs.counts(job.id).saved > 0
  if (!hasSaved() && jobs.arrived(job.id).length === 0) {
    await clearLeftovers(job, jobs.pendingPaths(job.id))
    return []
  }
  const folders = await takeUpJob(stores, job)
  if (!hasSaved()) return []
  await folders.check()
  return (await writeManifest({ job, environment, ledger })).problems
}
