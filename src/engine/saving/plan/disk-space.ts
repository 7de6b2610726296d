import { statfsSync } from 'node:fs'
import type { Failure } from '../../../shared/errors/failure.ts'
import { nearestExisting } from '../disk/folder-spelling.ts'
import type { Job } from '../records/job-rows.ts'
import type { Ledger } from '../records/ledger.ts'
import type { SavingStores } from '../records/saving-stores.ts'

/** Assumed until something has been saved: few documents are smaller, so that a warning of too little space is justified. */
const SMALL_DOCUMENT_BYTES = 20_000

/** Bytes that this user may still write there; null where the system does not say. */
export function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(nearestExisting(folder))
    return bavail * bsize
  } catch {
    return null
  }
}

/** Roughly what a document saved into a folder takes, estimated from earlier ones: the service gives no sizes (T24). */
export function typicalBytes(ledger: Ledger, folder: string): number {
  return ledger.averageBytes(folder) ?? SMALL_DOCUMENT_BYTES
}

/** Adds to disk-full how much space the remaining documents still need; other failures pass through unchanged. */
export function withMissingBytes({ jobs, ledger }: SavingStores, job: Job, failure: Failure): Failure {
  if (failure.tag !== 'disk-full') return failure
  const { pending, failed } = jobs.counts(job.id)
  const needed = Math.round((pending + failed) * typicalBytes(ledger, job.folder))
  const missing = needed - (freeBytes(job.folder) ?? 0)
  // The free space was too small for a larger document than those before it, so it is not counted.
  return { ...failure, missingBytes: missing > 0 ? missing : needed }
}
