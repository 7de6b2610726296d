import { failureOf } from '../../shared/errors/app-error.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { Problem } from '../../shared/model/parcel-set.ts'
import { counted } from '../../shared/text/format.ts'
import { writeManifest } from './archive/write-manifest.ts'
import { diagnoseDiskFailure } from './disk/disk-failures.ts'
import { clearLeftovers } from './disk/part-files.ts'
import { refuseDone } from './records/describe-job.ts'
import type { Job } from './records/job-rows.ts'
import type { SavingStores } from './records/saving-stores.ts'
import { takeUpJob } from './take-up-job.ts'

/**
 * Cancels a job that is not running; see `JobsService.cancel`. What it saved stays, so manifest and ledger must have it: a run
 * that was killed, or whose folder went away, has not told them. They are told first: a job that a kill leaves unfinished can
 * be cancelled or resumed again, but nobody takes up a cancelled one. Where they cannot be told now, the job is cancelled all
 * the same, and a problem says so.
 */
export async function cancelJob(stores: SavingStores, job: Job, isSettled: boolean): Promise<Problem[]> {
  refuseDone(job)
  const problems = isSettled || job.state === 'planned' ? [] : await settleOrSay(stores, job)
  stores.jobs.setState(job.id, 'cancelled', null)
  return problems
}

async function settleOrSay(stores: SavingStores, job: Job): Promise<Problem[]> {
  try {
    return await settle(stores, job)
  } catch (thrown) {
    const failure = failureOf(await diagnoseDiskFailure(thrown, job.folder, job.folder))
    if (failure === undefined) throw thrown
    stores.logger.warn('job.not-settled', { job: job.id, thrown })
    const what = 'A save into it was cancelled, but not everything that it saved may be in the manifest.'
    const message = `${what} ${describeFailure(failure).message} ${nextSaveText(stores.jobs.arrived(job.id).length)}`
    return [{ where: job.folder, message }]
  }
}

/** What the next save into the folder puts right: it writes what the ledger has, and looks for no files of a cancelled job. */
function nextSaveText(unrecorded: number): string {
  const promise = 'The next save into the folder brings the manifest up to date'
  if (unrecorded === 0) return `${promise}.`
  const files = `${counted(unrecorded, 'file')} that may be there without a record`
  return `${promise}, except for ${files}: “Verify folder” lists such under “Other files”.`
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
