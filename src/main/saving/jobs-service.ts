import type { JobSummary } from '../../shared/model/job.ts'
import type { JobsService } from '../core/parcel-desk.ts'
import { isDataDirLocked } from '../storage/data-lock.ts'
import type { SavingStores } from './job-run.ts'
import { describeItem, isUnfinished, summarise } from './saving-service.ts'

/**
 * The jobs of all environments, newest first. One that says that it runs while nobody holds the lock was killed, which
 * is a way of being stopped.
 */
export function createJobsService(openStores: () => SavingStores[], dataDir: string): JobsService {
  const list = (): JobSummary[] => {
    const isAnyoneSaving = isDataDirLocked(dataDir)
    return openStores()
      .flatMap((stores) => stores.jobs.list().map((job) => summarise(stores, job)))
      .map((job): JobSummary => (job.state === 'running' && !isAnyoneSaving ? { ...job, state: 'stopped' } : job))
      .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  }
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
