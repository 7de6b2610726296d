import type { DatabaseSync } from 'node:sqlite'
import type { Failure } from '../../../shared/errors/failure.ts'
import type { JobCounts, JobState } from '../../../shared/model/job.ts'
import { guardStorage, inTransaction } from '../../storage/database.ts'
import { numberIn, type Row, textIn } from '../../storage/read-row.ts'
import { createJobPages, type JobPages } from './job-pages.ts'
import {
  ARRIVED,
  type ArrivedFile,
  type ArrivedItem,
  COUNTS,
  ITEMS,
  type Job,
  type JobItem,
  JOBS,
  NEW_ITEMS,
  type NewJobItem,
} from './job-rows.ts'

/** Jobs and their documents, stored before the first byte is fetched (product, “Job”). */
export interface JobStore extends JobPages {
  /** Stores the job and all its documents in one transaction. */
  create(created: Job, items: Iterable<NewJobItem>): void
  /** Stores more documents of a job that is being found while it runs. */
  add(jobId: string, items: Iterable<NewJobItem>): void
  /** What was found is all that will be saved. */
  noteFound(jobId: string, found: Pick<Job, 'problems' | 'isSelectionComplete' | 'subject'>): void
  setState(jobId: string, state: JobState, failure: Failure | null): void
  /** Makes failed documents pending again, for a resumed job. */
  retryFailed(jobId: string): void
  /** Inside the caller's transaction; `attempts` is added to the stored number. */
  update(jobId: string, updated: JobItem): void
  /**
   * Keeps what has arrived of documents before they get their names. Survives the end of this process but is not flushed:
   * that would cost each document as much as recording it.
   */
  noteArrived(jobId: string, documents: Iterable<{ item: Pick<JobItem, 'seq'>; arrived: ArrivedFile }>): void
  /** The pending documents of which that was kept. */
  arrived(jobId: string): ArrivedItem[]
  /** Inside the caller's transaction: these documents were removed because the job is being undone. */
  noteRemoved(jobId: string, removed: Iterable<Pick<JobItem, 'seq'>>): void
  /** The job is being undone from now on, in the folder of this identity; flushed. */
  noteUndoBegun(jobId: string, folder: string): void
  noteUndoEnded(jobId: string): void
  /** Inside the caller's transaction: folders that the job made. */
  addFolders(jobId: string, relativePaths: Iterable<string>): void
  folders(jobId: string): string[]
  /** The documents in order, read in batches, so that a job of any size fits in memory. */
  items(jobId: string): Generator<JobItem>
  /** Those after `after`, a document’s number. */
  pending(jobId: string, after?: number): Generator<JobItem>
  /** The planned paths of the pending documents, in order. */
  pendingPaths(jobId: string): Iterable<string>
  counts(jobId: string): JobCounts
  /** How many documents were saved with a remark. */
  remarked(jobId: string): number
  find(jobId: string): Job | undefined
  /** The last other job in the folder of this one; a job that has not ended counts as the latest. */
  lastInFolder(job: Pick<Job, 'id' | 'folder'>): Pick<Job, 'state' | 'endedAt'> | undefined
  /** Newest first. */
  list(): Job[]
}

const BATCH_ROWS = 500

export function createJobStore(database: DatabaseSync): JobStore {
  const sql = prepareStatements(database)
  const guarded = <T>(work: () => T): T => guardStorage(database, work)
  const insertItems = (jobId: string, items: Iterable<NewJobItem>): void => {
    let seq = numberIn(sql.nextItem.get(jobId) ?? {}, 'seq')
    for (const item of items) {
      sql.insertItem.run(jobId, seq, ...NEW_ITEMS.cells(item))
      seq += 1
    }
  }
  return {
    create: (created, items) => {
      inTransaction(database, () => {
        sql.insertJob.run(...JOBS.cells(created))
        insertItems(created.id, items)
      })
    },
    add: (jobId, items) => {
      inTransaction(database, () => insertItems(jobId, items))
    },
    noteFound: (jobId, found) => {
      guarded(() => sql.noteFound.run(...FOUND.cells(found), jobId))
    },
    setState: (jobId, state, failure) => {
      const endedAt = state === 'running' ? null : new Date().toISOString()
      guarded(() => sql.setState.run(...STATE.cells({ state, failure, endedAt }), jobId))
    },
    retryFailed: (jobId) => {
      guarded(() => sql.retryFailed.run(jobId))
    },
    update: (jobId, item) => {
      sql.updateItem.run(...ENDED.cells(item), item.attempts, jobId, item.seq)
    },
    noteArrived: (jobId, documents) => {
      guarded(() => {
        database.exec('PRAGMA synchronous=NORMAL')
        try {
          inTransaction(database, () => {
            for (const { item, arrived } of documents) sql.noteArrived.run(JSON.stringify(arrived), jobId, item.seq)
          })
        } finally {
          database.exec('PRAGMA synchronous=FULL')
        }
      })
    },
    arrived: (jobId) => guarded(() => sql.listArrived.all(jobId)).map(ARRIVED.read),
    noteRemoved: (jobId, removed) => {
      for (const { seq } of removed) sql.noteRemoved.run(jobId, seq)
    },
    noteUndoBegun: (jobId, folder) => {
      guarded(() => sql.setUndoFolder.run(folder, jobId))
    },
    noteUndoEnded: (jobId) => {
      guarded(() => sql.setUndoFolder.run(null, jobId))
    },
    addFolders: (jobId, relativePaths) => {
      for (const relativePath of relativePaths) sql.addFolder.run(jobId, relativePath)
    },
    folders: (jobId) => guarded(() => sql.listFolders.all(jobId)).map((row) => textIn(row, 'relative_path')),
    items: (jobId) => readInBatches((after) => guarded(() => sql.itemsAfter.all(jobId, after, BATCH_ROWS))),
    pending: (jobId, from = -1) =>
      readInBatches((after) => guarded(() => sql.pendingAfter.all(jobId, after, BATCH_ROWS)), from),
    pendingPaths: function* (jobId) {
      // In batches: an open statement would conflict with writes in between.
      for (let after = -1; ;) {
        const rows = guarded(() => sql.pendingPaths.all(jobId, after, BATCH_ROWS))
        for (const row of rows) {
          after = numberIn(row, 'seq')
          yield textIn(row, 'relative_path')
        }
        if (rows.length < BATCH_ROWS) return
      }
    },
    counts: (jobId) => COUNTS.read(guarded(() => sql.countItems.get(jobId)) ?? {}),
    remarked: (jobId) => numberIn(guarded(() => sql.countRemarked.get(jobId)) ?? {}, 'remarked'),
    find: (jobId) => guarded(() => sql.findJob.all(jobId)).map(JOBS.read)[0],
    lastInFolder: ({ id, folder }) => guarded(() => sql.lastInFolder.all(folder, id)).map(JOBS.read)[0],
    list: () => guarded(() => sql.listJobs.all()).map(JOBS.read),
    ...createJobPages(database),
  }
}

function* readInBatches(read: (after: number) => Row[], from = -1): Generator<JobItem> {
  for (let after = from; ;) {
    const items = read(after).map(ITEMS.read)
    yield* items
    after = items.at(-1)?.seq ?? after
    if (items.length < BATCH_ROWS) return
  }
}

/** What is stored when all is found, when the job begins or ends, and of each document that ends. */
const FOUND = JOBS.only('problems', 'isSelectionComplete', 'subject')
const STATE = JOBS.only('state', 'failure', 'endedAt')
const ENDED = ITEMS.only('relativePath', 'state', 'bytes', 'sha256', 'failure', 'remark')

function prepareStatements(database: DatabaseSync) {
  const items = 'SELECT * FROM job_documents WHERE job_id = ?'
  return {
    insertJob: database.prepare(`INSERT INTO jobs (${JOBS.list}) VALUES (${JOBS.places})`),
    nextItem: database.prepare('SELECT COALESCE(MAX(seq) + 1, 0) AS seq FROM job_documents WHERE job_id = ?'),
    insertItem: database.prepare(
      `INSERT INTO job_documents (job_id, seq, ${NEW_ITEMS.list}) VALUES (?, ?, ${NEW_ITEMS.places})`,
    ),
    updateItem: database.prepare(
      `UPDATE job_documents SET ${ENDED.assignments}, attempts = attempts + ? WHERE job_id = ? AND seq = ?`,
    ),
    noteFound: database.prepare(`UPDATE jobs SET ${FOUND.assignments} WHERE id = ?`),
    setState: database.prepare(`UPDATE jobs SET ${STATE.assignments} WHERE id = ?`),
    noteArrived: database.prepare('UPDATE job_documents SET arrived = ? WHERE job_id = ? AND seq = ?'),
    listArrived: database.prepare(`${items} AND state = 'pending' AND arrived IS NOT NULL ORDER BY seq`),
    noteRemoved: database.prepare("UPDATE job_documents SET state = 'removed' WHERE job_id = ? AND seq = ?"),
    setUndoFolder: database.prepare('UPDATE jobs SET undo_folder = ? WHERE id = ?'),
    addFolder: database.prepare('INSERT OR IGNORE INTO job_folders (job_id, relative_path) VALUES (?, ?)'),
    listFolders: database.prepare('SELECT relative_path FROM job_folders WHERE job_id = ?'),
    retryFailed: database.prepare("UPDATE job_documents SET state = 'pending' WHERE job_id = ? AND state = 'failed'"),
    itemsAfter: database.prepare(`${items} AND seq > ? ORDER BY seq LIMIT ?`),
    pendingAfter: database.prepare(`${items} AND state = 'pending' AND seq > ? ORDER BY seq LIMIT ?`),
    pendingPaths: database.prepare(`
      SELECT seq, relative_path FROM job_documents WHERE job_id = ? AND state = 'pending' AND seq > ? ORDER BY seq LIMIT ?`),
    countItems: database.prepare(`
      SELECT COUNT(*) AS planned, TOTAL(state = 'saved') AS saved, TOTAL(state = 'skipped') AS skipped,
        TOTAL(state = 'failed') AS failed, TOTAL(state = 'pending') AS pending, TOTAL(state = 'removed') AS removed,
        TOTAL(CASE WHEN state = 'saved' THEN bytes END) AS bytes
      FROM job_documents WHERE job_id = ?`),
    countRemarked: database.prepare(
      'SELECT COUNT(*) AS remarked FROM job_documents WHERE job_id = ? AND remark IS NOT NULL',
    ),
    findJob: database.prepare('SELECT * FROM jobs WHERE id = ?'),
    lastInFolder: database.prepare(`
      SELECT * FROM jobs WHERE folder = ? AND id <> ? ORDER BY ended_at IS NULL DESC, ended_at DESC LIMIT 1`),
    listJobs: database.prepare('SELECT * FROM jobs ORDER BY created_at DESC, rowid DESC'),
  }
}
