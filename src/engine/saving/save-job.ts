import { badUsage, failureOf } from '../../shared/errors/app-error.ts'
import type { Failure } from '../../shared/errors/failure.ts'
import type { Connection } from '../../shared/model/connection.ts'
import type { JobCounts, JobDocument, OtherSaver, SaveResult, Traffic } from '../../shared/model/job.ts'
import type { Problem } from '../../shared/model/parcel-set.ts'
import { counted } from '../../shared/text/format.ts'
import { unexpectedFailure } from '../base/logger.ts'
import { canBePutRight } from '../base/retry.ts'
import type { ExchangeClient } from '../exchange/exchange-client.ts'
import { announceSaving, type Savers } from './archive/savers.ts'
import { currentManifest, writeManifest } from './archive/write-manifest.ts'
import { diagnoseDiskFailure } from './disk/disk-failures.ts'
import { freeBytes } from './disk/disk-space.ts'
import { removeLeftovers } from './disk/part-files.ts'
import type { GrowingJob } from './growing-job.ts'
import { noSuchJob, refuseFinished, summarise } from './records/describe-job.ts'
import type { Job } from './records/job-rows.ts'
import type { SavingStores } from './records/saving-stores.ts'
import { takeUpJob } from './take-up-job.ts'
import { isOutage } from './transfer/outage-detector.ts'
import { runJob, type RunOptions } from './transfer/run-job.ts'

/**
 * Runs or resumes a job, writes the manifest, and returns how it ended. Whatever stops it is part of the result; only
 * storage-failed is thrown, when the ledger cannot be written.
 */
export async function executeJob(stores: SavingStores, run: JobRun, options: RunOptions): Promise<SaveResult> {
  const { job } = run
  const { jobs, logger } = stores
  logger.info('job.started', { job: job.id, folder: job.folder, concurrency: job.concurrency })
  jobs.setState(job.id, 'running', null)
  const { failure, manifest, problems: endProblems, traffic } = await saveAndWriteManifest(stores, run, options)
  jobs.setState(job.id, failure === null ? 'done' : 'stopped', failure)
  const ended = { ...job, ...jobs.find(job.id) }
  const summary = summarise(stores, ended)
  logger.info('job.ended', { ...summary })
  const complete = failure === null && ended.isSelectionComplete
  return { job: summary, failure, complete, manifest, problems: ended.problems, endProblems, traffic }
}

interface JobRun {
  job: Job
  client: ExchangeClient
  connection: Connection
  growth?: GrowingJob | undefined
}

type JobEnding = Pick<SaveResult, 'failure' | 'manifest' | 'problems' | 'traffic'>

const NO_TRAFFIC: Traffic = { calls: 0, refused: 0, retried: 0, seconds: 0, atOnce: 0 }

/** Saves what is pending, then writes the manifest: a job is done only when its folder says so too. */
async function saveAndWriteManifest(
  stores: SavingStores,
  { job, client, connection, growth }: JobRun,
  options: RunOptions,
): Promise<JobEnding> {
  const { jobs, ledger, logger } = stores
  const ending: JobEnding = { failure: null, manifest: null, problems: [], traffic: NO_TRAFFIC }
  let savers: Savers | undefined
  let alsoSaving: readonly OtherSaver[] = []
  try {
    const folders = await takeUpJob(stores, job)
    const onOthers = (others: readonly OtherSaver[]): void => {
      alsoSaving = others
    }
    savers = await announceSaving(job.folder, {
      writerId: ledger.writerId(),
      jobId: job.id,
      clock: stores.clock,
      onOthers,
    })
    // Everything is there already: nothing will be recorded, and the manifest has it.
    const isIdle = job.state === 'planned' && growth === undefined && jobs.counts(job.id).pending === 0
    const run = { job, client, folders, alsoSaving: () => alsoSaving, growth }
    const { stoppedBy, traffic } = await runJob(stores, run, options)
    ending.traffic = traffic
    ending.failure = failureOfRun(jobs.counts(job.id), stoppedBy, job.id) ?? growth?.failure() ?? null
    await folders.check()
    // Part files that a scanner held when their documents were done (W-B3); other systems have none.
    if (process.platform === 'win32') await removeLeftovers(job.folder, folders.used(), job.id)
    const current = isIdle ? await currentManifest(job.folder, jobs.lastInFolder(job)) : undefined
    const written = current ?? (await writeManifest({ job, environment: connection.environment, ledger, savers }))
    ending.manifest = written.files
    ending.problems = [...written.problems, ...remarksOf(stores, job)]
  } catch (thrown) {
    const translated = await diagnoseDiskFailure(thrown, job.folder, job.folder)
    logger.warn('job.broken', { job: job.id, thrown })
    ending.failure ??= failureOf(translated) ?? unexpectedFailure(logger, 'running a job', thrown)
  } finally {
    await savers?.leave()
  }
  return { ...ending, failure: ending.failure && withMissingBytes(stores, job, ending.failure) }
}

/** Documents that were saved although something is wrong with them: never without a word. */
function remarksOf({ jobs }: SavingStores, { id, folder }: Job): Problem[] {
  const count = jobs.remarked(id)
  if (count === 0) return []
  const were = `${counted(count, 'document')} ${count === 1 ? 'was' : 'were'} saved with a remark`
  return [
    {
      where: folder,
      message: `${were}: something is wrong with the bytes. The list of documents and the manifest say what`,
    },
  ]
}

/** Adds to disk-full how much space the remaining documents still need; other failures pass through unchanged. */
function withMissingBytes({ jobs, ledger }: SavingStores, job: Job, failure: Failure): Failure {
  if (failure.tag !== 'disk-full') return failure
  const { pending, failed } = jobs.counts(job.id)
  const needed = Math.round((pending + failed) * ledger.typicalBytes(job.folder))
  const missing = needed - (freeBytes(job.folder) ?? 0)
  // The free space was too small for a larger document than those before it, so it is not counted.
  return { ...failure, missingBytes: missing > 0 ? missing : needed }
}

/** Why the run did not complete; a request to stop that arrived after the last document does not count. */
export function failureOfRun(
  { failed, planned, pending }: JobCounts,
  stoppedBy: Failure | null,
  jobId: string,
): Failure | null {
  const isRequest = stoppedBy?.tag === 'interrupted' || stoppedBy?.tag === 'stopped-early'
  if (stoppedBy !== null && !(isRequest && pending === 0)) {
    return stoppedBy.tag === 'interrupted' ? { ...stoppedBy, job: jobId } : stoppedBy
  }
  if (failed > 0) return { tag: 'some-not-saved', failed, planned }
  // Nothing is known to leave any; but a job is never called done on the strength of that.
  return pending === 0 ? null : { tag: 'stopped-early', reason: 'Not every document was tried', pending }
}

/** What a save that has all it wanted comes to, in a word and a sentence. */
export function outcomeOfSave(saved: number, folder: string): { state: 'saved' | 'nothing-new'; text: string } {
  return saved === 0
    ? { state: 'nothing-new', text: `Nothing new to save to ${folder}.` }
    : { state: 'saved', text: `${counted(saved, 'document')} saved to ${folder}.` }
}

/**
 * Whether what a save lacks may be saved later, by the tag of what stopped it: the service may list the rest later, too. A
 * document that was refused would be refused again; one that got no answer would not: a job of few documents ends before the
 * service counts as gone. Nor would one that is answered 500, as far as anybody can tell: where it always is, only the
 * caller's limit of attempts ends that.
 */
export function stopMayPass(tag: string, documents: Iterable<JobDocument>): boolean {
  if (tag !== 'some-not-saved') return tag === 'incomplete' || isOutage(tag) || canBePutRight(tag)
  for (const { state, failure } of documents) {
    if (state === 'failed' && failure !== undefined && isOutage(failure.tag)) return true
  }
  return false
}

/** The job to resume. Fails with bad-usage when there is none, it is over, or it belongs to another connection. */
export function findResumable(stores: SavingStores, jobId: string, connection: Connection): Job {
  const job = stores.jobs.find(jobId)
  if (job === undefined) throw noSuchJob(jobId)
  refuseFinished(job)
  if (job.baseUrl !== connection.baseUrl) {
    throw badUsage(
      `Job ${jobId} saves from ${job.baseUrl}, but the connection is to ${connection.baseUrl}.`,
      'Use the connection that the job was started with.',
    )
  }
  return job
}

/** Failed documents are tried again when a job is resumed. Its folder must still exist; it is not recreated. */
export function prepareResume({ jobs }: SavingStores, job: Job, concurrency: number | undefined): Job {
  jobs.retryFailed(job.id)
  return { ...job, concurrency: concurrency ?? job.concurrency }
}
