import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import type { Failure } from '../../shared/errors/failure.ts'
import { documentFacts, type DocumentFacts } from '../../shared/model/document-facts.ts'
import type { ConflictPolicy, DocumentState, JobState } from '../../shared/model/job.ts'
import type { Problem } from '../../shared/model/parcel-set.ts'
import { inTransaction } from '../storage/in-transaction.ts'
import { storedFailure } from './stored-failure.ts'

export interface Job {
  id: string
  createdAt: string
  endedAt: string | null
  state: JobState
  baseUrl: string
  username: string
  profile: string | null
  folder: string
  conflict: ConflictPolicy
  concurrency: number
  failure: Failure | null
  problems: Problem[]
  /** False when the selection itself was incomplete. */
  isSelectionComplete: boolean
}

export interface JobItem {
  seq: number
  setId: string
  documentId: string
  relativePath: string
  state: DocumentState
  attempts: number
  bytes: number | null
  sha256: string | null
  failure: Failure | null
  facts: DocumentFacts
}

export interface JobCounts {
  planned: number
  saved: number
  skipped: number
  failed: number
  pending: number
  bytes: number
}

const job = z
  .object({
    id: z.string(),
    created_at: z.string(),
    ended_at: z.string().nullable(),
    state: z.enum(['planned', 'running', 'stopped', 'done', 'cancelled']),
    base_url: z.string(),
    username: z.string(),
    profile: z.string().nullable(),
    folder: z.string(),
    conflict: z.enum(['keep-both', 'skip', 'replace']),
    concurrency: z.number(),
    failure: z.string().nullable(),
    problems: z.string(),
    is_selection_complete: z.number(),
  })
  .transform((row): Job => ({
    id: row.id,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    state: row.state,
    baseUrl: row.base_url,
    username: row.username,
    profile: row.profile,
    folder: row.folder,
    conflict: row.conflict,
    concurrency: row.concurrency,
    failure: storedFailure(row.failure),
    problems: z.array(z.object({ where: z.string(), message: z.string() })).parse(JSON.parse(row.problems)),
    isSelectionComplete: row.is_selection_complete === 1,
  }))

const item = z
  .object({
    seq: z.number(),
    set_id: z.string(),
    document_id: z.string(),
    relative_path: z.string(),
    state: z.enum(['pending', 'saved', 'skipped', 'failed']),
    attempts: z.number(),
    bytes: z.number().nullable(),
    sha256: z.string().nullable(),
    failure: z.string().nullable(),
    facts: z.string(),
  })
  .transform((row): JobItem => ({
    seq: row.seq,
    setId: row.set_id,
    documentId: row.document_id,
    relativePath: row.relative_path,
    state: row.state,
    attempts: row.attempts,
    bytes: row.bytes,
    sha256: row.sha256,
    failure: storedFailure(row.failure),
    facts: documentFacts.parse(JSON.parse(row.facts)),
  }))

const counts = z.object({
  planned: z.number(),
  saved: z.number(),
  skipped: z.number(),
  failed: z.number(),
  pending: z.number(),
  bytes: z.number(),
})

export type NewJobItem = Pick<JobItem, 'setId' | 'documentId' | 'relativePath' | 'state' | 'bytes' | 'sha256' | 'facts'>

export type JobStore = ReturnType<typeof createJobStore>

/** Jobs and their documents, stored before the first byte is fetched (product, “Job”). */
export function createJobStore(database: DatabaseSync) {
  const insertItem = database.prepare(`
    INSERT INTO job_documents (job_id, seq, set_id, document_id, relative_path, state, bytes, sha256, facts)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const updateItem = database.prepare(`
    UPDATE job_documents SET relative_path = ?, state = ?, attempts = attempts + ?, bytes = ?, sha256 = ?, failure = ?
    WHERE job_id = ? AND seq = ?`)
  const itemsAfter = database.prepare('SELECT * FROM job_documents WHERE job_id = ? AND seq > ? ORDER BY seq LIMIT ?')
  const pendingAfter = database.prepare(
    "SELECT * FROM job_documents WHERE job_id = ? AND state = 'pending' AND seq > ? ORDER BY seq LIMIT ?",
  )
  const countItems = database.prepare(`
    SELECT COUNT(*) AS planned, TOTAL(state = 'saved') AS saved, TOTAL(state = 'skipped') AS skipped,
      TOTAL(state = 'failed') AS failed, TOTAL(state = 'pending') AS pending,
      TOTAL(CASE WHEN state = 'saved' THEN bytes END) AS bytes
    FROM job_documents WHERE job_id = ?`)
  const jobsWhere = (clause: string, ...values: SQLInputValue[]): Job[] =>
    database
      .prepare(`SELECT * FROM jobs ${clause} ORDER BY created_at DESC, rowid DESC`)
      .all(...values)
      .map((row) => job.parse(row))

  return {
    /** Stores the job and all its documents in one transaction. */
    create: (created: Job, items: Iterable<NewJobItem>): void => {
      inTransaction(database, () => {
        insertJob(database, created)
        let seq = 0
        for (const one of items) {
          const { setId, documentId, relativePath, state, bytes, sha256, facts } = one
          insertItem.run(created.id, seq, setId, documentId, relativePath, state, bytes, sha256, JSON.stringify(facts))
          seq += 1
        }
      })
    },
    setState: (jobId: string, state: JobState, failure: Failure | null): void => {
      const endedAt = state === 'running' ? null : new Date().toISOString()
      database
        .prepare('UPDATE jobs SET state = ?, failure = ?, ended_at = ? WHERE id = ?')
        .run(state, failure === null ? null : JSON.stringify(failure), endedAt, jobId)
    },
    /** Failed documents wait again, for a resumed job to try them. */
    retryFailed: (jobId: string): void => {
      database.prepare("UPDATE job_documents SET state = 'pending' WHERE job_id = ? AND state = 'failed'").run(jobId)
    },
    /** Inside the caller's transaction; `attempts` are added. */
    update: (jobId: string, updated: JobItem): void => {
      const { relativePath, state, attempts, bytes, sha256, failure, seq } = updated
      const failed = failure === null ? null : JSON.stringify(failure)
      updateItem.run(relativePath, state, attempts, bytes, sha256, failed, jobId, seq)
    },
    /** The documents in order, read some at a time, so that a job of any size fits in memory. */
    items: (jobId: string): Generator<JobItem> => readInSteps((after, limit) => itemsAfter.all(jobId, after, limit)),
    pending: (jobId: string): Generator<JobItem> =>
      readInSteps((after, limit) => pendingAfter.all(jobId, after, limit)),
    counts: (jobId: string): JobCounts => counts.parse(countItems.get(jobId)),
    find: (jobId: string): Job | undefined => jobsWhere('WHERE id = ?', jobId)[0],
    list: (): Job[] => jobsWhere(''),
  }
}

const STEP_ROWS = 500

function* readInSteps(read: (after: number, limit: number) => unknown[]): Generator<JobItem> {
  for (let after = -1; ;) {
    const rows = read(after, STEP_ROWS)
    for (const row of rows) {
      const parsed = item.parse(row)
      after = parsed.seq
      yield parsed
    }
    if (rows.length < STEP_ROWS) return
  }
}

function insertJob(database: DatabaseSync, created: Job): void {
  const { id, createdAt, state, baseUrl, username, profile, folder, conflict, concurrency, problems } = created
  database
    .prepare(
      `INSERT INTO jobs
        (id, created_at, state, base_url, username, profile, folder, conflict, concurrency, problems, is_selection_complete)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      ...[id, createdAt, state, baseUrl, username, profile, folder, conflict, concurrency, JSON.stringify(problems)],
      created.isSelectionComplete ? 1 : 0,
    )
}
