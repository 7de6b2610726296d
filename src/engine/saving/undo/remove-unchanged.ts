import type { BigIntStats } from 'node:fs'
import { lstat, realpath, rmdir, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { failureOf } from '../../../shared/errors/app-error.ts'
import { errorCode, retryWhileHeld } from '../../files/file-system.ts'
import { diagnoseFileFailure } from '../disk/disk-failures.ts'
import { hashFile } from '../disk/disk.ts'
import { isInsideFolder, parentOf } from '../names/path-limits.ts'
import type { SavedVersion } from '../records/ledger.ts'

export type Removal = 'removed' | 'vanished' | 'changed' | 'held'

/**
 * Removes the file of a version if it still is that version, byte for byte. It is looked at once more right before it goes, so
 * that nothing is lost that was written while it was read. Throws what the disk throws.
 */
export async function removeUnchanged(
  version: SavedVersion,
  { isInArchive, beforeRemoval }: { isInArchive: (folder: string) => Promise<boolean>; beforeRemoval: () => void },
): Promise<Removal> {
  const path = join(version.folder, version.relativePath)
  try {
    const before = await statsOf(path)
    if (before === undefined) return 'vanished'
    if (!before.isFile() || before.size !== BigInt(version.bytes) || !(await isInArchive(dirname(path))))
      return 'changed'
    if ((await hashFile(path)) !== version.sha256) return 'changed'
    const now = await statsOf(path)
    if (now === undefined) return 'vanished'
    if (identityOf(now) !== identityOf(before)) return 'changed'
    beforeRemoval()
    await retryWhileHeld(() => unlink(path))
    return 'removed'
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT') return 'vanished'
    const failure = failureOf(await diagnoseFileFailure(thrown, path))
    if (failure?.tag === 'file-held' || failure?.tag === 'file-refused') return 'held'
    throw thrown
  }
}

async function statsOf(path: string): Promise<BigIntStats | undefined> {
  try {
    return await lstat(path, { bigint: true })
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT' || errorCode(thrown) === 'ENOTDIR') return undefined
    throw thrown
  }
}

function identityOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ')
}

/** Whether a folder really lies in the archive: somebody may have put a link to another place under its name (W-L4). */
export function createArchiveCheck(root: string): (folder: string) => Promise<boolean> {
  const known = new Map<string, Promise<boolean>>()
  const look = async (folder: string): Promise<boolean> => {
    const [real, realRoot] = await Promise.all([realpath(folder), realpath(root)])
    return real === realRoot || isInsideFolder(realRoot, real)
  }
  return (folder) => {
    const answer = known.get(folder) ?? look(folder)
    known.set(folder, answer)
    return answer
  }
}

/** Removes those of the folders that are empty, the innermost first. What cannot be removed does no harm and stays. */
export async function removeEmptyFolders(root: string, relativeFolders: readonly string[]): Promise<void> {
  const isInArchive = createArchiveCheck(root)
  for (const folder of relativeFolders.toSorted((one, other) => depthOf(other) - depthOf(one))) {
    const path = join(root, folder)
    // Never through a link: `rmdir` does not follow the last part, but it does those before it.
    if (await isInArchive(join(root, parentOf(folder))).catch(() => false)) await rmdir(path).catch(() => undefined)
  }
}

function depthOf(relativePath: string): number {
  return relativePath.split('/').length
}
