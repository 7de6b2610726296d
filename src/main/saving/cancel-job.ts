import { badUsage } from '../../shared/errors/app-error.ts'
import type { SavingStores } from './job-run.ts'
import type { Job } from './job-rows.ts'
import { parentOf, removeLeftovers } from './target-folders.ts'

/**
 * Gives up a job that nobody carries out. What was saved stays; what a killed run left half-written goes. Fails with
 * bad-usage where it is done already.
 */
export async function cancelJob({ jobs }: SavingStores, job: Job): Promise<void> {
  if (job.state === 'done') throw badUsage(`Job ${job.id} is done already.`, 'What it saved stays where it is.')
  jobs.setState(job.id, 'cancelled', null)
  const folders = new Set([''])
  for (const { relativePath } of jobs.pending(job.id)) folders.add(parentOf(relativePath))
  await removeLeftovers(job.folder, folders, job.id)
}
