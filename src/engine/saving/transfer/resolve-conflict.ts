import { lstat, open } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../shared/errors/app-error.ts'
import type { ConflictPolicy } from '../../../shared/model/job.ts'
import { errorCode, mayBeHeld } from '../../files/file-system.ts'
import { type Disk, ownThreadDisk, hashFile, isTaken, moveOver } from '../disk/disk.ts'
import { suffixedFileName } from '../names/file-names.ts'
import type { Ledger } from '../records/ledger.ts'
import type { ReceivedFile } from './fetch-document.ts'

export interface ArrivedFile {
  folder: string
  relativePath: string
  partFile: string
  received: ReceivedFile
  /** Default: the one on this thread. */
  disk?: Disk
}

export interface ConflictOutcome {
  relativePath: string
  /** `unchanged`: the same bytes were recorded before. `adopted`: they were there, but not recorded. */
  outcome: 'placed' | 'replaced' | 'unchanged' | 'adopted'
}

/**
 * Gives a finished file its final name by the conflict policy (product, “Conflict”). `keep-both` compares bytes: equal files
 * are not written twice, others become a version beside the old one, named after their content, because an original may
 * later come as a copy (T15). `replace` replaces a file in one step, but never a folder or a link. Fails with file-exists.
 */
export async function resolveConflict(
  arrived: ArrivedFile,
  policy: ConflictPolicy,
  ledger: Ledger,
): Promise<ConflictOutcome> {
  const { folder, relativePath, partFile, received, disk = ownThreadDisk } = arrived
  const target = join(folder, relativePath)
  if (policy === 'replace' && (await isFile(target))) {
    await moveOver(partFile, target)
    return { relativePath, outcome: 'replaced' }
  }
  for (const name of namesFor(relativePath, received.sha256)) {
    if (await disk.placeNew(partFile, join(folder, name))) return { relativePath: name, outcome: 'placed' }
    const existing = await hashFile(join(folder, name))
    if (existing !== received.sha256) continue
    if (ledger.at(folder, name)?.sha256 === received.sha256) return { relativePath: name, outcome: 'unchanged' }
    await flushFile(join(folder, name))
    return { relativePath: name, outcome: 'adopted' }
  }
  throw new AppError({ tag: 'file-exists', path: join(folder, versionPath(relativePath, received.sha256)) })
}

/** With `skip` whatever has the name stays, and nothing is fetched. */
export async function isSkipped(policy: ConflictPolicy, path: string): Promise<boolean> {
  return policy === 'skip' && (await isTaken(path))
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isFile()
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return false
    throw thrown
  }
}

/** The names under which these bytes may be: the planned one, and the one of a version beside another file. */
export function namesFor(relativePath: string, sha256: string): string[] {
  return [relativePath, versionPath(relativePath, sha256)]
}

function versionPath(relativePath: string, sha256: string): string {
  const slash = relativePath.lastIndexOf('/') + 1
  return relativePath.slice(0, slash) + suffixedFileName(relativePath.slice(slash), `version ${sha256.slice(0, 8)}`)
}

/** A file that this run did not write may still be only in the system's memory. */
async function flushFile(path: string): Promise<void> {
  try {
    // Windows flushes only what is open for writing.
    const file = await open(path, process.platform === 'win32' ? 'r+' : 'r')
    try {
      await file.datasync()
    } finally {
      await file.close()
    }
  } catch (thrown) {
    // Read-only, or open in a reader that excludes writers: the file existed before, and its bytes are right (W-B7).
    if (!mayBeHeld(thrown)) throw thrown
  }
}
