import type { Failure } from '../../../shared/errors/failure.ts'
import { freeBytes } from './check-folder.ts'
import type { Job } from '../records/job-rows.ts'
import type { Ledger } from '../records/ledger.ts'
import type { SavingStores } from '../records/saving-stores.ts'

/** Where nothing was saved yet: few documents are smaller, so that a warning of too little space is no false one. */
const SMALL_DOCUMENT_BYTES = 20_000

/** About what a document to save into a folder takes, judged by those saved before: the service tells no sizes (T24). */
export function typicalBytes(ledger: Ledger, folder: string): number {
  return ledger.averageBytes(folder) ?? SMALL_DOCUMENT_BYTES
}

/** Adds to a full disk how much has to be freed for the documents that are still to come; others pass as they are. */
export function withMissingBytes({ jobs, ledger }: SavingStores, job: Job, failure: Failure): Failure {
  if (failure.tag !== 'disk-full') return failure
  const { pending, failed } = jobs.counts(job.id)
  const needed = Math.round((pending + failed) * typicalBytes(ledger, job.folder))
  const missing = needed - (freeBytes(job.folder) ?? 0)
  // What is free was too little for a document larger than those before it: then it counts for nothing.
  return { ...failure, missingBytes: missing > 0 ? missing : needed }
}
