import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { AppError, badUsage } from '../../shared/errors/app-error.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { Failure } from '../../shared/errors/failure.ts'
import type { Connection } from '../../shared/model/connection.ts'
import type { JobDocument, JobSummary, SaveResult } from '../../shared/model/job.ts'
import type { RunOptions, SavePlan } from '../core/parcel-desk.ts'
import type { ExchangeClient } from '../exchange/exchange-client.ts'
import { runJob, type SavingStores } from './job-run.ts'
import type { Job, JobItem, NewJobItem } from './job-store.ts'
import { writeManifest } from './manifest.ts'

const DEFAULT_CONCURRENCY = 4

/** A job that can go on: not done and not given up. */
export function isUnfinished(job: Pick<Job, 'state'>): boolean {
  return job.state !== 'done' && job.state !== 'cancelled'
}

/** Stores a plan as a job, before the first byte is fetched. */
export function storeJob(
  { jobs }: SavingStores,
  plan: SavePlan,
  made: { connection: Connection; concurrency: number | undefined },
): Job {
  const { baseUrl, username, profile } = made.connection
  const createdAt = new Date().toISOString()
  const job: Job = {
    // Sorts by time, is short enough to type, and its end names the job's half-written files.
    id: `${createdAt.slice(0, 16).replace(/[-:]/g, '')}-${randomBytes(4).toString('hex')}`,
    createdAt,
    endedAt: null,
    state: 'planned',
    ...{ baseUrl, username, profile: profile ?? null },
    folder: plan.folder,
    conflict: plan.conflict,
    concurrency: made.concurrency ?? DEFAULT_CONCURRENCY,
    failure: null,
    problems: plan.problems,
    isSelectionComplete: plan.isComplete,
  }
  jobs.create(job, plan.documents.map(newItem))
  return job
}

function newItem({
  setId,
  documentId,
  relativePath,
  state,
  bytes,
  sha256,
  facts,
}: SavePlan['documents'][number]): NewJobItem {
  return { setId, documentId, relativePath, state, bytes: bytes ?? null, sha256: sha256 ?? null, facts }
}

/** Carries a job out or on, writes the manifest, and says how it ended. Only a failure of the start is thrown. */
export async function carryOut(
  stores: SavingStores,
  started: { job: Job; client: ExchangeClient; connection: Connection },
  options: RunOptions,
): Promise<SaveResult> {
  const { job, client, connection } = started
  const { jobs, ledger, logger } = stores
  logger.info('job.started', { job: job.id, folder: job.folder, concurrency: job.concurrency })
  jobs.setState(job.id, 'running', null)
  let stoppedBy: Failure | null
  try {
    stoppedBy = await runJob(stores, { job, client }, options)
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    stoppedBy = thrown.failure
  }
  const failure = stoppedBy === null ? openEnd(stores, job) : named(stoppedBy, job)
  jobs.setState(job.id, failure === null ? 'done' : 'stopped', failure)
  const problems = [...job.problems]
  const manifest = await writeManifest(job.folder, connection.environment, ledger.inFolder(job.folder)).catch(
    (thrown: unknown) => {
      logger.warn('manifest.failed', { thrown })
      problems.push({ where: job.folder, message: 'the manifest could not be written; “resume” writes it' })
      return null
    },
  )
  const summary = summarise(stores, { ...job, ...jobs.find(job.id) })
  logger.info('job.ended', { ...summary, problems: problems.length })
  return { job: summary, complete: summary.state === 'done' && job.isSelectionComplete, manifest, problems }
}

function openEnd({ jobs }: SavingStores, job: Job): Failure | null {
  const { failed, planned } = jobs.counts(job.id)
  return failed === 0 ? null : { tag: 'some-not-saved', failed, planned }
}

function named(failure: Failure, job: Job): Failure {
  return failure.tag === 'interrupted' ? { ...failure, job: job.id } : failure
}

/** The job to go on with. Fails with bad-usage when there is none, it is done, or it belongs to another connection. */
export function findResumable(stores: SavingStores, jobId: string, connection: Connection): Job {
  const job = stores.jobs.find(jobId)
  if (job === undefined) throw badUsage(`There is no job ${jobId}.`, 'Run “parcel-desk jobs” to see them.')
  if (!isUnfinished(job)) throw badUsage(`Job ${jobId} is ${job.state}; there is nothing to go on with.`)
  if (job.baseUrl !== connection.baseUrl) {
    throw badUsage(
      `Job ${jobId} saves from ${job.baseUrl}, but the connection is to ${connection.baseUrl}.`,
      'Use the connection that the job was started with.',
    )
  }
  return job
}

/** Failed documents get another chance when a job goes on; the folder must still be there, it is not made anew. */
export function prepareResume({ jobs }: SavingStores, job: Job, concurrency: number | undefined): Job {
  jobs.retryFailed(job.id)
  return { ...job, concurrency: concurrency ?? job.concurrency }
}

/** A job in numbers. */
export function summarise({ jobs, environment }: SavingStores, job: Job): JobSummary {
  const { id, state, createdAt, endedAt, username, profile, folder, failure } = job
  return {
    job: id,
    ...{ state, createdAt, endedAt, environment, origin: job.baseUrl, username, profile, folder },
    ...jobs.counts(id),
    failure: failure === null ? null : describeFailure(failure),
  }
}

/** A job's document as the command line prints it. */
export function describeItem(folder: string, item: JobItem): JobDocument {
  const { setId, documentId, state, attempts, bytes, sha256, failure } = item
  return {
    ...{ setId, documentId, state, attempts, path: join(folder, item.relativePath) },
    ...(bytes === null ? {} : { bytes }),
    ...(sha256 === null ? {} : { sha256 }),
    ...(failure === null ? {} : { failure: describeFailure(failure) }),
  }
}
