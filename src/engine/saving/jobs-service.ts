import { badUsage } from '../../shared/errors/app-error.ts'
import type { Reader } from '../../shared/errors/failure.ts'
import type { JobSummary } from '../../shared/model/job.ts'
import type { JobsService } from '../parcel-desk.ts'
import { isDataDirLocked } from '../storage/data-lock.ts'
import { cancelJob } from './cancel-job.ts'
import { readJobPage } from './job-page.ts'
import type { SavingStores } from './transfer/run-context.ts'
import type { Job } from './records/job-rows.ts'
import { describeItem, isUnfinished, summarise } from './save-job.ts'

interface Found {
  stores: SavingStores
  job: Job
}

/**
 * The jobs of all environments, newest first. One that says that it runs while nobody holds the lock was killed, which
 * is a way of being stopped.
 */
export function createJobsService(openStores: () => SavingStores[], dataDir: string): JobsService {
  const all = (): Found[] => allJobs(openStores())
  const find = (jobId: string): Found | undefined => findJob(openStores(), jobId)
  const findOrFail = (jobId: string): Found => find(jobId) ?? refuseUnknown(jobId)
  return {
    list: (reader) => {
      const isAnyoneSaving = isDataDirLocked(dataDir)
      return all().map((found) => describe(found, isAnyoneSaving, reader))
    },
    find: (jobId, reader) => {
      const found = find(jobId)
      return found && describe(found, isDataDirLocked(dataDir), reader)
    },
    newestUnfinished: () => {
      const found = all().find(({ job }) => isUnfinished(job))
      return found && describe(found, isDataDirLocked(dataDir))
    },
    documents: function* (jobId) {
      const found = find(jobId)
      if (found === undefined) return
      for (const item of found.stores.jobs.items(jobId)) yield describeItem(found.job.folder, item)
    },
    page: (jobId, request) => {
      const { stores, job } = findOrFail(jobId)
      return readJobPage(stores, job, request)
    },
    cancel: async (jobId, isCleared = false) => {
      const { stores, job } = findOrFail(jobId)
      await cancelJob(stores, job, isCleared)
    },
    noteStopped: (jobId, failure) => {
      findOrFail(jobId).stores.jobs.setState(jobId, 'stopped', failure)
    },
  }
}

function describe({ stores, job }: Found, isAnyoneSaving: boolean, reader?: Reader): JobSummary {
  const summary = summarise(stores, job, reader)
  return summary.state === 'running' && !isAnyoneSaving ? { ...summary, state: 'stopped' } : summary
}

function refuseUnknown(jobId: string): never {
  throw badUsage(`There is no job ${jobId}.`, 'Reload the list of jobs.')
}

function allJobs(environments: readonly SavingStores[]): Found[] {
  return environments
    .flatMap((stores) => stores.jobs.list().map((job) => ({ stores, job })))
    .toSorted((one, other) => other.job.createdAt.localeCompare(one.job.createdAt))
}

function findJob(environments: readonly SavingStores[], jobId: string): Found | undefined {
  return environments
    .map((stores) => ({ stores, job: stores.jobs.find(jobId) }))
    .find((found): found is Found => found.job !== undefined)
}
