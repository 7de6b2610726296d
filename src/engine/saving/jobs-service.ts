import { posix } from 'node:path'
import type { Reader, Failure } from '../../shared/errors/failure.ts'
import type {
  DocumentState,
  JobDocument,
  JobPage,
  JobPageRequest,
  JobSet,
  JobSummary,
  UndoPreview,
  UndoResult,
  UndoTrial,
} from '../../shared/model/job.ts'
import type { Problem } from '../../shared/model/parcel-set.ts'
import { isDataDirLocked } from '../storage/data-lock.ts'
import { keepReserve, spendReserve } from '../storage/reserve.ts'
import { cancelJob } from './cancel-job.ts'
import { describeItem, isUnfinished, noSuchJob, summarise } from './records/describe-job.ts'
import { archiveFolder } from './disk/folder-spelling.ts'
import type { Job } from './records/job-rows.ts'
import type { SavedVersion } from './records/ledger.ts'
import type { SavingStores } from './records/saving-stores.ts'
import { previewUndo } from './undo/undo-plan.ts'
import { tryUndo, undoSave, type UndoOptions } from './undo/undo-save.ts'

export interface JobsService {
  /** Newest first. Failures are described for the reader, by default the terminal. */
  list(reader?: Reader): JobSummary[]
  find(job: string, reader?: Reader): JobSummary | undefined
  /** As `find`. Fails with bad-usage where there is no such job. */
  get(job: string, reader?: Reader): JobSummary
  /** The newest job that can be resumed. */
  newestUnfinished(): JobSummary | undefined
  documents(job: string): Iterable<JobDocument>
  /** A page of the documents, in their order, for the desk. Fails with bad-usage where there is no such job. */
  page(job: string, request: JobPageRequest): JobPage
  /**
   * Its sets with the documents in that state, in the order of the documents; null where it has more documents than can be
   * grouped in a moment. Fails with bad-usage where there is no such job.
   */
  sets(job: string, state: DocumentState | null): JobSet[] | null
  /**
   * Cancels a job that is not running; what was saved stays. First its leftovers are cleared and its manifest is written,
   * which takes seconds in a large archive; resolves with what went wrong there. `isSettled` skips that, because a run that
   * this process ended has done it. Fails with bad-usage where the job is already done. The caller holds the lock, and
   * resumes the job no more.
   */
  cancel(job: string, isSettled?: boolean): Promise<Problem[]>
  /** What undoing a job would do, without reading any file. */
  previewUndo(job: string, signal?: AbortSignal): Promise<UndoPreview>
  /** The same with every file read, so that what was changed is told as well. Fails as `undo` does. */
  tryUndo(job: string, options?: UndoOptions): Promise<UndoTrial>
  /** Removes what a job wrote and nobody has changed since; see `undoSave`. The caller holds the lock. */
  undo(job: string, options?: UndoOptions): Promise<UndoResult>
  /** What this installation last saved under a path of the job's folder. Fails with bad-usage where there is no such job. */
  savedAt(job: string, relativePath: string): SavedVersion | undefined
  /** Records why a job could not be run. */
  noteStopped(job: string, failure: Failure): void
}

interface StoredJob {
  stores: SavingStores
  job: Job
}

/**
 * The jobs of all environments. A job recorded as running while nobody holds the lock was killed, and is reported as
 * stopped.
 */
export function createJobsService(openStores: () => SavingStores[], dataDir: string): JobsService {
  const all = (): StoredJob[] => allJobs(openStores())
  const find = (jobId: string): StoredJob | undefined => findJob(openStores(), jobId)
  const get = (jobId: string): StoredJob => {
    const found = find(jobId)
    if (found === undefined) throw noSuchJob(jobId)
    return found
  }
  return {
    list: (reader) => {
      const isAnyoneSaving = isDataDirLocked(dataDir)
      return all().map((found) => describeJob(found, isAnyoneSaving, reader))
    },
    find: (jobId, reader) => {
      const found = find(jobId)
      return found && describeJob(found, isDataDirLocked(dataDir), reader)
    },
    get: (jobId, reader) => describeJob(get(jobId), isDataDirLocked(dataDir), reader),
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
      const { stores, job } = get(jobId)
      return describePage(stores, job, request)
    },
    sets: (jobId, state) => {
      const { jobs } = get(jobId).stores
      return jobs.counts(jobId).planned > MAX_GROUPED ? null : jobs.sets(jobId, state)
    },
    cancel: async (jobId, isSettled = false) => {
      const { stores, job } = get(jobId)
      return await cancelJob(stores, job, isSettled)
    },
    previewUndo: async (jobId, signal) => {
      const { stores, job } = get(jobId)
      return await previewUndo(stores, job, signal)
    },
    tryUndo: async (jobId, options = {}) => {
      const { stores, job } = get(jobId)
      return await tryUndo(stores, job, options)
    },
    undo: async (jobId, options = {}) => {
      const { stores, job } = get(jobId)
      spendReserve(dataDir)
      try {
        const result = await undoSave(stores, job, options)
        const { removed, vanished, kept } = result
        stores.logger.info('job.undone', { job: jobId, removed, vanished, kept: kept.length })
        return result
      } finally {
        keepReserve(dataDir)
      }
    },
    savedAt: (jobId, relativePath) => {
      const { stores, job } = get(jobId)
      return stores.ledger.at(archiveFolder(job.folder), relativePath)
    },
    noteStopped: (jobId, failure) => {
      get(jobId).stores.jobs.setState(jobId, 'stopped', failure)
    },
  }
}

function describeJob({ stores, job }: StoredJob, isAnyoneSaving: boolean, reader?: Reader): JobSummary {
  const summary = summarise(stores, job, reader)
  return summary.state === 'running' && !isAnyoneSaving ? { ...summary, state: 'stopped' } : summary
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

function describePage({ jobs }: SavingStores, job: Job, request: JobPageRequest): JobPage {
  const counts = jobs.counts(job.id)
  const documents = jobs.page(job.id, request).map((item) => ({
    ...describeItem(job.folder, item, 'desk'),
    isDamaged: item.failure?.tag === 'not-a-whole-pdf' && item.failure.instead === undefined,
    name: item.facts.name ?? posix.basename(item.relativePath),
    parcelRef: item.facts.parcelRef,
    shipmentRef: item.facts.shipmentRef,
    customerName: item.facts.customerName,
  }))
  return { documents, count: request.state === null ? counts.planned : counts[request.state] }
}

/** Grouping this many takes 20 ms (measured); the documents of a set stand together in a longer list too. */
const MAX_GROUPED = 20_000
