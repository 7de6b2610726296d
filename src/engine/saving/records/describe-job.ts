import { join } from 'node:path'
import { type AppError, badUsage } from '../../../shared/errors/app-error.ts'
import { describeFailure } from '../../../shared/errors/failure-texts.ts'
import type { Reader } from '../../../shared/errors/failure.ts'
import type { JobDocument, JobSummary } from '../../../shared/model/job.ts'
import type { Job, JobItem } from './job-rows.ts'
import type { SavingStores } from './saving-stores.ts'

/** A job with its counts, its failure in words for its reader. */
export function summarise({ jobs, environment }: SavingStores, job: Job, reader: Reader = 'terminal'): JobSummary {
  const { id, state, createdAt, endedAt, folder, subject, rule, failure, undoFolder } = job
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
    subject,
    rule,
    ...jobs.counts(id),
    failure: failure === null ? null : describeFailure(failure, reader),
    isUndoBegun: undoFolder !== null,
  }
}

/** A job's document, its failure in words for its reader. */
export function describeItem(folder: string, item: JobItem, reader: Reader = 'terminal'): JobDocument {
  const { setId, documentId, state, attempts, bytes, sha256, remark, failure } = item
  return {
    setId,
    documentId,
    state,
    attempts,
    path: join(folder, item.relativePath),
    ...(bytes === null ? {} : { bytes }),
    ...(sha256 === null ? {} : { sha256 }),
    ...(remark === null ? {} : { remark }),
    ...(failure === null ? {} : { failure: describeFailure(failure, reader) }),
  }
}

/** Whether a job can be resumed: it is neither done nor cancelled. */
export function isUnfinished(job: Pick<Job, 'state'>): boolean {
  return job.state !== 'done' && job.state !== 'cancelled'
}

/** Fails with bad-usage where a job is done or cancelled. */
export function refuseFinished(job: Pick<Job, 'id' | 'state'>): void {
  if (isUnfinished(job)) return
  throw badUsage(`Job ${job.id} is ${job.state}; there is nothing to resume.`, {
    terminal: '“parcel-desk jobs” shows which are not finished.',
    desk: 'What it saved stays where it is.',
  })
}

/** Fails with bad-usage where a job is done, so that there is nothing to cancel. */
export function refuseDone(job: Pick<Job, 'id' | 'state'>): void {
  if (job.state === 'done') throw badUsage(`Job ${job.id} is done already.`, 'What it saved stays where it is.')
}

/** The failure for a job id that no environment knows. */
export function noSuchJob(jobId: string): AppError {
  return badUsage(`There is no job ${jobId}.`, {
    terminal: '“parcel-desk jobs” lists the jobs of this data folder.',
    desk: 'Reload the list of jobs.',
  })
}
