import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { JobState } from '../../../shared/model/job.ts'
import { yieldingToEventLoop } from '../../base/async.ts'
import { retryWhileHeld } from '../../files/retry-while-held.ts'
import { parentOf } from '../names/path-limits.ts'

/** The name of a file while its bytes are arriving; it carries the job's id, so that no two jobs share a part file. */
export function partName(fileName: string, jobId: string): string {
  return `${fileName}.${jobId.slice(-8)}.part`
}

const PROBE = /^\.parcel-desk-[\d-]+\.part$/
let probeCount = 0

/** The name of a file that proves that a folder is writable; a new one each time. */
export function probeName(): string {
  probeCount += 1
  return `.parcel-desk-${process.pid}-${probeCount}.part`
}

/**
 * Removes what an earlier, killed run of this job left half-written in these folders. What cannot be read or removed
 * stays: it does no harm, and the run itself will report what is wrong with the folder.
 */
export async function removeLeftovers(root: string, relativeFolders: Iterable<string>, jobId: string): Promise<void> {
  const suffix = partName('', jobId)
  for (const relativeFolder of relativeFolders) {
    const folder = join(root, relativeFolder)
    const names = await readdir(folder).catch(() => [])
    const leftovers = names.filter((name) => name.endsWith(suffix) || PROBE.test(name))
    await Promise.all(
      leftovers.map((name) => retryWhileHeld(() => rm(join(folder, name), { force: true })).catch(() => undefined)),
    )
  }
}

/** Removes what a killed run of the job left half-written beside its pending documents. */
export async function clearLeftovers(
  job: { id: string; folder: string; state: JobState },
  pendingPaths: Iterable<string>,
): Promise<void> {
  // A job that never started has left nothing.
  if (job.state === 'planned') return
  const folders = new Set([''])
  for await (const relativePath of yieldingToEventLoop(pendingPaths)) folders.add(parentOf(relativePath))
  await removeLeftovers(job.folder, folders, job.id)
}
