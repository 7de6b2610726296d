import { join } from 'node:path'
import { failureOf } from '../../../shared/errors/app-error.ts'
import { hashFile } from '../disk/disk.ts'
import type { TargetFolders } from '../disk/target-folders.ts'
import type { ArrivedItem, Job } from '../records/job-rows.ts'
import type { SavingStores } from '../records/saving-stores.ts'
import { versionFor } from './document-transfer.ts'
import { createRecorder } from './recorder.ts'
import { namesFor } from './resolve-conflict.ts'

interface Adoption {
  job: Job
  folders: Pick<TargetFolders, 'check' | 'make' | 'takeNew'>
}

/**
 * Records the documents that a killed run of this job gave their names without recording them, so that they are not left
 * without a record if the service has changed them since. What was changed or removed meanwhile is fetched again. Fails as
 * recording does.
 */
export async function adoptNamed(stores: SavingStores, { job, folders }: Adoption): Promise<void> {
  if (job.state === 'planned') return
  // `flush` fails with what `onFailure` is told.
  const recorder = createRecorder(stores, { jobId: job.id, folders, onFailure: () => undefined })
  for (const { item, arrived } of stores.jobs.arrived(job.id)) {
    const relativePath = await findNamed(job.folder, { item, arrived }, folders)
    if (relativePath === undefined) continue
    const { bytes, sha256 } = arrived
    const version = versionFor(stores, job, { item, relativePath, outcome: 'adopted', received: arrived })
    const saved = { state: 'saved', relativePath, bytes, sha256, attempts: 1, failure: null } as const
    recorder.record({ item: { ...item, ...saved }, version })
  }
  await recorder.flush()
}

/** What one document’s name may do; anything else concerns the folder, and stops the job. */
const ONE_DOCUMENT = new Set<string | undefined>(['file-held', 'file-refused', 'file-exists'])

/** Undefined where no file has these bytes, or where it cannot be read now: then the run fetches it and tells why. */
async function findNamed(
  root: string,
  { item, arrived }: ArrivedItem,
  folders: Pick<TargetFolders, 'make'>,
): Promise<string | undefined> {
  try {
    // No folder of the path is a link that leads out of the archive.
    await folders.make(item.relativePath)
    for (const name of namesFor(item.relativePath, arrived.sha256)) {
      if ((await hashFile(join(root, name))) === arrived.sha256) return name
    }
  } catch (thrown) {
    if (!ONE_DOCUMENT.has(failureOf(thrown)?.tag)) throw thrown
  }
  return undefined
}
