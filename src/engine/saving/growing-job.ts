import type { Failure } from '../../shared/errors/failure.ts'
import type { PlannedDocument } from './plan/save-plan.ts'
import { type Job, subjectOf } from './records/job-rows.ts'
import type { SavingStores } from './records/saving-stores.ts'
import { newItem } from './store-job.ts'
import type { JobGrowth } from './transfer/run-job.ts'

/** A stored job that is given its documents while it runs. */
export interface GrowingJob extends JobGrowth {
  /** Why not all were found, once that is known. */
  failure(): Failure | null
  add(documents: readonly PlannedDocument[]): void
  /** All are found; without this call the job stays one whose selection is incomplete. */
  complete(found: Pick<Job, 'problems' | 'isSelectionComplete'>): void
  /** No more will be found. */
  end(failure: Failure | null): void
}

export function createGrowingJob({ jobs }: Pick<SavingStores, 'jobs'>, jobId: string): GrowingJob {
  let isGrowing = true
  let whyNotAll: Failure | null = null
  const listeners: Parameters<JobGrowth['onGrown']>[0][] = []
  const tell = (documents: readonly PlannedDocument[]): void => {
    const skipped = documents.filter(({ state }) => state === 'skipped').length
    for (const listener of listeners) listener({ planned: documents.length, skipped })
  }
  return {
    isGrowing: () => isGrowing,
    onGrown: (listener) => void listeners.push(listener),
    failure: () => whyNotAll,
    add: (documents) => {
      jobs.add(jobId, documents.values().map(newItem))
      tell(documents)
    },
    complete: (found) => {
      jobs.noteFound(jobId, { ...found, subject: subjectOf(jobs.items(jobId), null) })
    },
    end: (failure) => {
      whyNotAll = failure
      isGrowing = false
      tell([])
    },
  }
}
