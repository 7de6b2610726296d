import type { DatabaseSync } from 'node:sqlite'
import type { DocumentState, JobPageRequest, JobSet } from '../../../shared/model/job.ts'
import { column, columnsOf } from '../../storage/columns.ts'
import { guardStorage } from '../../storage/database.ts'
import { ITEMS, type JobItem } from './job-rows.ts'

/** Reads parts of a job, which may have a hundred thousand documents, for the desk. */
export interface JobPages {
  page(jobId: string, request: JobPageRequest): JobItem[]
  /** Its sets with the documents in that state, in the order of the documents. */
  sets(jobId: string, state: DocumentState | null): JobSet[]
}

const SETS = columnsOf<JobSet>({
  setId: column.text('set_id'),
  parcelRef: column.textOrNull('parcel_ref'),
  shipmentRef: column.textOrNull('shipment_ref'),
  customerName: column.textOrNull('customer_name'),
  documents: column.number('documents'),
  saved: column.number('saved'),
  failed: column.number('failed'),
})

const SELECT = 'SELECT * FROM job_documents WHERE job_id = ?'
const SELECT_BY_SET = `
  SELECT * FROM job_documents WHERE job_id = ?1 AND (?2 IS NULL OR state = ?2)
  ORDER BY min(seq) OVER (PARTITION BY set_id), seq LIMIT ?3 OFFSET ?4`
const SELECT_SETS = `
  SELECT set_id, max(parcel_ref) AS parcel_ref, max(shipment_ref) AS shipment_ref, max(customer_name) AS customer_name,
    count(*) AS documents, count(*) FILTER (WHERE state = 'saved') AS saved,
    count(*) FILTER (WHERE state = 'failed') AS failed
  FROM job_documents WHERE job_id = ?1 AND (?2 IS NULL OR state = ?2) GROUP BY set_id ORDER BY min(seq)`

export function createJobPages(database: DatabaseSync): JobPages {
  // Documents are numbered without gaps, so the first one is found by its number instead of by OFFSET.
  const every = database.prepare(`${SELECT} AND seq >= ? ORDER BY seq LIMIT ?`)
  const inState = database.prepare(`${SELECT} AND state = ? ORDER BY seq LIMIT ? OFFSET ?`)
  const bySet = database.prepare(SELECT_BY_SET)
  const sets = database.prepare(SELECT_SETS)
  return {
    page: (jobId, { state, from, count, isBySet = false }) => {
      const rows = guardStorage(database, () => {
        if (isBySet) return bySet.all(jobId, state, count, from)
        return state === null ? every.all(jobId, from, count) : inState.all(jobId, state, count, from)
      })
      return rows.map(ITEMS.read)
    },
    sets: (jobId, state) => guardStorage(database, () => sets.all(jobId, state)).map(SETS.read),
  }
}
