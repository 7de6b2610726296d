import { posix } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { JobPage, JobPageRequest } from '../../shared/model/job.ts'
import { guardStorage } from '../storage/guard-storage.ts'
import type { SavingStores } from './transfer/run-context.ts'
import { itemIn, type Job, type JobItem } from './records/job-rows.ts'
import { describeItem } from './save-job.ts'

const ITEMS = 'SELECT * FROM job_documents WHERE job_id = ?'

/** Some of a job's documents, in their order, read by SQL: a job may have a hundred thousand. Fails with storage-failed. */
export function readJobPage({ database, jobs }: SavingStores, job: Job, request: JobPageRequest): JobPage {
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
