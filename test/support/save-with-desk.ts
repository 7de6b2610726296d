import type { ParcelSession, SavePlanRequest } from '../../src/engine/parcel-desk.ts'
import type { JobDocument, SaveResult } from '../../src/shared/model/job.ts'
import type { TestDesk } from './test-desk.ts'
import type { RunOptions } from '../../src/engine/saving/transfer/run-job.ts'

export interface Saved extends SaveResult {
  documents: JobDocument[]
}

/** Everything that the service has, each document named by its id, unless the test says otherwise. */
export function saveRequest({ folder }: TestDesk, change: Partial<SavePlanRequest> = {}): SavePlanRequest {
  return {
    selection: { customers: [], shipmentRefs: [], status: 'ACTIVE', instance: null, filters: {}, states: [] },
    folder,
    pattern: '{documentId}',
    docTypes: [],
    conflict: 'keep-both',
    isOnlyNew: false,
    ...change,
  }
}

export interface SaveOptions extends RunOptions {
  request?: Partial<SavePlanRequest>
  session?: ParcelSession
}

/** Plans and saves. */
export async function saveWith(desk: TestDesk, { request, session, ...run }: SaveOptions = {}): Promise<Saved> {
  const using = session ?? desk.session
  const plan = await using.plan(saveRequest(desk, request))
  return withDocuments(desk, await using.save(plan, run))
}

export async function resumeWith(desk: TestDesk, job: string, run: RunOptions = {}): Promise<Saved> {
  return withDocuments(desk, await desk.session.resume(job, run))
}

function withDocuments({ desk }: TestDesk, result: SaveResult): Saved {
  return { ...result, documents: [...desk.jobs.documents(result.job.job)] }
}
