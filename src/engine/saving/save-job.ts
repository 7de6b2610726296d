import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, badUsage, failureOf } from '../../shared/errors/app-error.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { Failure, Reader } from '../../shared/errors/failure.ts'
import type { Connection } from '../../shared/model/connection.ts'
import type { JobDocument, JobSummary, SaveResult } from '../../shared/model/job.ts'
import type { Problem } from '../../shared/model/parcel-set.ts'
import { unexpectedFailure } from '../base/logger.ts'
import type { ExchangeClient } from '../exchange/exchange-client.ts'
import { diskFailure } from './disk/disk-failures.ts'
import type { Job, JobCounts, JobItem, NewJobItem } from './records/job-rows.ts'
import type { JobStore } from './records/job-store.ts'
import { explainUnknownError } from './disk/named-trouble.ts'
import { runJob } from './transfer/run-job.ts'
import { openTargetFolders, parentOf, removeLeftovers } from './disk/target-folders.ts'
import { withMissingBytes } from './plan/disk-space.ts'
import { currentManifest, writeManifest } from './archive/write-manifest.ts'
import type { SavePlan } from './plan/save-plan.ts'
import type { RunOptions } from './transfer/stop-control.ts'
import type { SavingStores } from './records/saving-stores.ts'

const DEFAULT_CONCURRENCY = 4

/** A job that can go on: not done and not given up. */
export function isUnfinished(job: Pick<Job, 'state'>): boolean {
  return job.state !== 'done' && job.state !== 'cancelled'
}

/** Stores a plan as a job, before the first byte is fetched. */
export function storeJob(
  { jobs, clock }: SavingStores,
  plan: SavePlan,
  made: { connection: Connection; concurrency: number | undefined },
): Job {
  const { baseUrl, username, profile, credentialForm, caFile } = made.connection
  const createdAt = clock.now().toISOString()
  const job: Job = {
    // Sorts by time, is short enough to type, and its end names the job's half-written files.
    id: `${createdAt.slice(0, 16).replace(/[-:]/g, '')}-${randomBytes(4).toString('hex')}`,
    createdAt,
    endedAt: null,
    state: 'planned',
    baseUrl,
    username,
    profile: profile ?? null,
    credentialForm,
    caFile: caFile ?? null,
    folder: plan.folder,
    conflict: plan.conflict,
    concurrency: made.concurrency ?? DEFAULT_CONCURRENCY,
    failure: null,
    problems: plan.problems,
    isSelectionComplete: plan.isComplete,
    rule: plan.rule ?? null,
  }
  jobs.create(job, plan.documents.values().map(newItem))
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
  // What the plan gave up already is given up by the job, which keeps the reason.
  const first = state === 'failed' ? 'pending' : state
  return { setId, documentId, relativePath, state: first, bytes: bytes ?? null, sha256: sha256 ?? null, facts }
}

/**
 * Carries a job out or on, writes the manifest, and says how it ended. Whatever stops it is part of the result; thrown is
 * only that the ledger cannot be written (storage-failed).
 */
export async function executeJob(
  stores: SavingStores,
  started: { job: Job; client: ExchangeClient; connection: Connection },
  options: RunOptions,
): Promise<SaveResult> {
  const { job } = started
  const { jobs, logger } = stores
  logger.info('job.started', { job: job.id, folder: job.folder, concurrency: job.concurrency })
  jobs.setState(job.id, 'running', null)
  const { failure, manifest, problems } = await saveAndWriteManifest(stores, started, options)
  jobs.setState(job.id, failure === null ? 'done' : 'stopped', failure)
  const summary = summarise(stores, { ...job, ...jobs.find(job.id) })
  logger.info('job.ended', { ...summary })
  const complete = failure === null && job.isSelectionComplete
  return { job: summary, complete, manifest, problems: job.problems, endProblems: problems }
}

interface JobEnding {
  failure: Failure | null
  manifest: SaveResult['manifest']
  problems: Problem[]
}

/** Saves what is pending and then writes the manifest: a job is done only when its folder says so too. */
async function saveAndWriteManifest(
  stores: SavingStores,
  { job, client, connection }: { job: Job; client: ExchangeClient; connection: Connection },
  options: RunOptions,
): Promise<JobEnding> {
  const { jobs, ledger, logger } = stores
  const ending: JobEnding = { failure: null, manifest: null, problems: [] }
  try {
    const folders = await openTargetFolders(job.folder)
    await clearUp(jobs, job)
    // All was known to be there: nothing is recorded, and the manifest has it already.
    const isIdle = job.state === 'planned' && jobs.counts(job.id).pending === 0
    const stoppedBy = await runJob(stores, { job, client, folders }, options)
    ending.failure = failureOfRun(jobs.counts(job.id), stoppedBy, job.id)
    await folders.check()
    // A scanner may have held them when their documents were done (W-B3); elsewhere there can be none.
    if (process.platform === 'win32') await removeLeftovers(job.folder, folders.used(), job.id)
    const current = isIdle ? await currentManifest(job.folder, jobs.lastInFolder(job)) : undefined
    const written = current ?? (await writeManifest({ job, environment: connection.environment, ledger }))
    ending.manifest = written.files
    ending.problems = written.problems
  } catch (thrown) {
    const translated = diskFailure(await explainUnknownError(thrown, job.folder, job.folder), job.folder, job.folder)
    logger.warn('job.broken', { job: job.id, thrown })
    ending.failure ??= failureOf(translated) ?? unexpectedFailure(logger, 'carrying out a job', thrown)
  }
  return { ...ending, failure: ending.failure && withMissingBytes(stores, job, ending.failure) }
}

/**
 * After a killed run: removes what it left half-written. A network folder that is not connected looks like an empty one,
 * so what was saved there must still be there. Fails with folder-gone.
 */
async function clearUp(jobs: JobStore, job: Job): Promise<void> {
  if (job.state === 'planned') return
  if (jobs.counts(job.id).saved > 0 && (await readdir(job.folder)).length === 0) {
    throw new AppError({ tag: 'folder-gone', folder: job.folder })
  }
  const folders = new Set([''])
  for (const { relativePath } of jobs.pending(job.id)) folders.add(parentOf(relativePath))
  await removeLeftovers(job.folder, folders, job.id)
}

/** A request to stop that came when all was done already stopped nothing. */
function failureOfRun(
  { failed, planned, pending }: JobCounts,
  stoppedBy: Failure | null,
  jobId: string,
): Failure | null {
  const isRequest = stoppedBy?.tag === 'interrupted' || stoppedBy?.tag === 'stopped-early'
  if (stoppedBy !== null && !(isRequest && pending === 0)) {
    return stoppedBy.tag === 'interrupted' ? { ...stoppedBy, job: jobId } : stoppedBy
  }
  return failed === 0 ? null : { tag: 'some-not-saved', failed, planned }
}

/** The job to go on with. Fails with bad-usage when there is none, it is done, or it belongs to another connection. */
export function findResumable(stores: SavingStores, jobId: string, connection: Connection): Job {
  const job = stores.jobs.find(jobId)
  if (job === undefined) {
    const next = { terminal: 'Run “parcel-desk jobs” to see them.', desk: 'Look at the list of jobs again.' }
    throw badUsage(`There is no job ${jobId}.`, next)
  }
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

/** A job in numbers, its failure in words for its reader. */
export function summarise({ jobs, environment }: SavingStores, job: Job, reader: Reader = 'terminal'): JobSummary {
  const { id, state, createdAt, endedAt, folder, rule, failure } = job
  const { baseUrl, username, profile, credentialForm, caFile } = job
  return {
    job: id,
    state,
    createdAt,
    endedAt,
    environment,
    origin: baseUrl,
    username,
    profile,
    credentialForm,
    caFile,
    folder,
    rule,
    ...jobs.counts(id),
    failure: failure === null ? null : describeFailure(failure, reader),
  }
}

/** A job's document, its failure in words for its reader. */
export function describeItem(folder: string, item: JobItem, reader: Reader = 'terminal'): JobDocument {
  const { setId, documentId, state, attempts, bytes, sha256, failure } = item
  return {
    setId,
    documentId,
    state,
    attempts,
    path: join(folder, item.relativePath),
    ...(bytes === null ? {} : { bytes }),
    ...(sha256 === null ? {} : { sha256 }),
    ...(failure === null ? {} : { failure: describeFailure(failure, reader) }),
  }
}
