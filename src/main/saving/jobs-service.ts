import type { JobSummary } from '../../shared/model/job.ts'
import type { JobsService } from '../core/parcel-desk.ts'
import type { SavingStores } from './job-run.ts'
import { describeItem, isUnfinished, summarise } from './saving-service.ts'

/** The jobs of all environments, newest first. */
export function createJobsService(openStores: () => SavingStores[]): JobsService {
  const list = (): JobSummary[] =>
    openStores()
      .flatMap((stores) => stores.jobs.list().map((job) => summarise(stores, job)))
      .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  const storesOf = (jobId: string): SavingStores | undefined =>
    openStores().find((stores) => stores.jobs.find(jobId) !== undefined)
  return {
    list,
    find: (jobId) => list().find((one) => one.job === jobId),
    newestUnfinished: () => list().find(isUnfinished),
    documents: function* (jobId) {
      const stores = storesOf(jobId)
      const job = stores?.jobs.find(jobId)
      if (stores === undefined || job === undefined) return
      for (const item of stores.jobs.items(jobId)) yield describeItem(job.folder, item)
    },
  }
}
