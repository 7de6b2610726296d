import { badUsage } from '../../shared/errors/app-error.ts'
import { withPauses } from '../base/with-pauses.ts'
import type { SavingStores } from './transfer/run-context.ts'
import type { Job } from './records/job-rows.ts'
import { parentOf, removeLeftovers } from './disk/target-folders.ts'

/**
 * Gives up a job that nobody carries out, at once. What was saved stays; what a killed run left half-written goes, unless
 * the run was ended in good order and `isCleared`. Fails with bad-usage where it is done already.
 */
export async function cancelJob({ jobs }: Pick<SavingStores, 'jobs'>, job: Job, isCleared: boolean): Promise<void> {
  if (job.state === 'done') throw badUsage(`Job ${job.id} is done already.`, 'What it saved stays where it is.')
  jobs.setState(job.id, 'cancelled', null)
  // One that was never begun has left nothing.
  if (isCleared || job.state === 'planned') return
  const folders = new Set([''])
  for await (const relativePath of withPauses(jobs.pendingPaths(job.id))) folders.add(parentOf(relativePath))
  await removeLeftovers(job.folder, folders, job.id)
}
