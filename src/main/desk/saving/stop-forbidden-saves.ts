import type { ParcelDesk } from '../../../engine/parcel-desk.ts'
import { createSavingRules } from '../../../engine/saving/plan/saving-rules.ts'
import type { JobQueue } from './job-queue.ts'

/**
 * Has the running save begin again where the organisation does not allow its folder any more: what is under way is finished, and
 * then it is refused with the reason, as every save is asked when it begins.
 */
export function stopForbiddenSaves(
  policy: ParcelDesk['policy'],
  queue: Pick<JobQueue, 'list' | 'pause' | 'resume'>,
): void {
  const rules = createSavingRules(policy)
  for (const { jobId, state, folder } of queue.list()) {
    if (state !== 'running' || rules.isFolderAllowed(folder)) continue
    queue.pause(jobId)
    queue.resume(jobId)
  }
}
