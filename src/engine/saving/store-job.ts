import { randomBytes } from 'node:crypto'
import type { Connection } from '../../shared/model/connection.ts'
import { MOST_AT_ONCE } from '../pace/concurrency-law.ts'
import type { PlannedDocument, SavePlan } from './plan/save-plan.ts'
import { type Job, type NewJobItem, subjectOf } from './records/job-rows.ts'
import type { SavingStores } from './records/saving-stores.ts'

/** What a job keeps of a plan. */
type PlanToStore = Pick<SavePlan, 'folder' | 'conflict' | 'documents' | 'problems' | 'isComplete' | 'worklist' | 'rule'>

/** Stores a plan as a job before the first byte is fetched. */
export function storeJob(
  { jobs, clock }: SavingStores,
  plan: PlanToStore,
  by: { connection: Connection; concurrency: number | undefined },
): Job {
  const { baseUrl, username, profile, credentialForm, caFile } = by.connection
  const createdAt = clock.now().toISOString()
  const job: Job = {
    // Sorts by time, is short enough to type, and its end is part of the name of the job's part files.
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
    concurrency: by.concurrency ?? MOST_AT_ONCE,
    failure: null,
    problems: plan.problems,
    isSelectionComplete: plan.isComplete,
    subject: subjectOf(plan.documents, plan.worklist ?? null),
    rule: plan.rule ?? null,
    undoFolder: null,
  }
  jobs.create(job, plan.documents.values().map(newItem))
  return job
}

export function newItem({
  setId,
  documentId,
  relativePath,
  state,
  bytes,
  sha256,
  there,
  facts,
}: PlannedDocument): NewJobItem {
  // A path that is too long fails again in the run, which records the reason.
  const initial = state === 'failed' ? 'pending' : state
  const known = { bytes: bytes ?? null, sha256: sha256 ?? null, wasThere: there !== null }
  return { setId, documentId, relativePath, state: initial, ...known, facts }
}
