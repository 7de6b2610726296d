import { badUsage } from '../../shared/errors/app-error.ts'
import type { Reader, Failure } from '../../shared/errors/failure.ts'
import type { JobSummary, JobPage, JobPageRequest, JobDocument } from '../../shared/model/job.ts'
import { isDataDirLocked } from '../storage/data-lock.ts'
import { type Job, itemIn, type JobItem } from './records/job-rows.ts'
import { describeItem, isUnfinished, summarise } from './save-job.ts'
import { posix } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { guardStorage } from '../storage/database.ts'
import { yieldingToEventLoop } from '../base/async.ts'
import { parentOf, removeLeftovers } from './disk/target-folders.ts'
import type { SavingStores } from './records/saving-stores.ts'

export interface JobsService {
  /** Newest first; failures in words for the reader, the terminal if none is named. */
  list(reader?: Reader): JobSummary[]
  find(job: string, reader?: Reader): JobSummary | undefined
  /** The newest job that can go on. */
  newestUnfinished(): JobSummary | undefined
  documents(job: string): Iterable<JobDocument>
  /** Some of the documents, in their order, for the desk. Fails with bad-usage where there is no such job. */
  page(job: string, request: JobPageRequest): JobPage
  /**
   * Gives a job up that nobody carries out; what was saved stays. It is cancelled when this returns; what resolves later is
   * the clearing up, which `isCleared` leaves out: a run that this process ended has done it. Fails with bad-usage where the
   * job is done already.
   */
  cancel(job: string, isCleared?: boolean): Promise<void>
  /** Writes down why a job did not get its turn. */
  noteStopped(job: string, failure: Failure): void
}

interface StoredJob {
  stores: SavingStores
  job: Job
}

/**
 * The jobs of all environments, newest first. One that says that it runs while nobody holds the lock was killed, which
 * is a way of being stopped.
 */
export function createJobsService(openStores: () => SavingStores[], dataDir: string): JobsService {
  const all = (): StoredJob[] => allJobs(openStores())
  const find = (jobId: string): StoredJob | undefined => findJob(openStores(), jobId)
  const findOrFail = (jobId: string): StoredJob => find(jobId) ?? refuseUnknown(jobId)
  return {
    list: (reader) => {
      const isAnyoneSaving = isDataDirLocked(dataDir)
      return all().map((found) => describeJob(found, isAnyoneSaving, reader))
    },
    find: (jobId, reader) => {
      const found = find(jobId)
      return found && describeJob(found, isDataDirLocked(dataDir), reader)
    },
    newestUnfinished: () => {
      const found = all().find(({ job }) => isUnfinished(job))
      return found && describeJob(found, isDataDirLocked(dataDir))
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

function describeJob({ stores, job }: StoredJob, isAnyoneSaving: boolean, reader?: Reader): JobSummary {
  const summary = summarise(stores, job, reader)
  return summary.state === 'running' && !isAnyoneSaving ? { ...summary, state: 'stopped' } : summary
}

function refuseUnknown(jobId: string): never {
  throw badUsage(`There is no job ${jobId}.`, 'Reload the list of jobs.')
}

function allJobs(environments: readonly SavingStores[]): StoredJob[] {
  return environments
    .flatMap((stores) => stores.jobs.list().map((job) => ({ stores, job })))
    .toSorted((one, other) => other.job.createdAt.localeCompare(one.job.createdAt))
}

function findJob(environments: readonly SavingStores[], jobId: string): StoredJob | undefined {
  return environments
    .map((stores) => ({ stores, job: stores.jobs.find(jobId) }))
    .find((found): found is StoredJob => found.job !== undefined)
}

const ITEMS = 'SELECT * FROM job_documents WHERE job_id = ?'

/** Some of a job's documents, in their order, read by SQL: a job may have a hundred thousand. Fails with storage-failed. */
function readJobPage({ database, jobs }: SavingStores, job: Job, request: JobPageRequest): JobPage {
  const counts = jobs.counts(job.id)
  const documents = readItems(database, job.id, request).map((item) => ({
    ...describeItem(job.folder, item, 'desk'),
    name: item.facts.name ?? posix.basename(item.relativePath),
  }))
  return { documents, count: request.state === null ? counts.planned : counts[request.state] }
}

function readItems(database: DatabaseSync, jobId: string, { state, from, count }: JobPageRequest): JobItem[] {
  return guardStorage(database, () =>
    state === null
      ? // Documents are numbered without gaps, so the first one is stepped to and not counted to.
        database.prepare(`${ITEMS} AND seq >= ? ORDER BY seq LIMIT ?`).all(jobId, from, count)
      : database.prepare(`${ITEMS} AND state = ? ORDER BY seq LIMIT ? OFFSET ?`).all(jobId, state, count, from),
  ).map(itemIn)
}

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
  for await (const relativePath of yieldingToEventLoop(jobs.pendingPaths(job.id))) folders.add(parentOf(relativePath))
  await removeLeftovers(job.folder, folders, job.id)
}
