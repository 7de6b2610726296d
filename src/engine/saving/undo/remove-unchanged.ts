import { type BigIntStats, lstatSync, rmdirSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { failureOf } from '../../../shared/errors/app-error.ts'
import { errorCode, retryWhileHeld } from '../../files/file-system.ts'
import { diagnoseFileFailure } from '../disk/disk-failures.ts'
import { hashFile } from '../disk/disk.ts'
import type { TargetFolders } from '../disk/target-folders.ts'
import type { SavedVersion } from '../records/ledger.ts'

export type Removal = 'removed' | 'vanished' | 'changed' | 'held'

/**
 * Removes the file of a version if it still is that version, byte for byte, in the folders in which it was. File and folders
 * are looked at once more right before it goes, so that nothing is lost that was written, or put in their place, while it was
 * read. With null for `beforeRemoval` it only tells what it would do. Throws what the disk throws.
 */
export async function removeUnchanged(
  version: SavedVersion,
  { folders, beforeRemoval }: { folders: Pick<TargetFolders, 'areSame'>; beforeRemoval: (() => void) | null },
): Promise<Removal> {
  const path = join(version.folder, version.relativePath)
  try {
    const before = statsOf(path)
    if (!folders.areSame(version.relativePath)) return 'changed'
    if (before === undefined) return 'vanished'
    if (!before.isFile() || before.size !== BigInt(version.bytes)) return 'changed'
    if ((await hashFile(path)) !== version.sha256) return 'changed'
    if (beforeRemoval === null) return 'removed'
    beforeRemoval()
    return await retryWhileHeld(() =>
      Promise.resolve(removeSame(path, before, () => folders.areSame(version.relativePath))),
    )
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT' || errorCode(thrown) === 'ENOTDIR') return 'vanished'
    const failure = failureOf(await diagnoseFileFailure(thrown, path))
    if (failure?.tag === 'file-held' || failure?.tag === 'file-refused') return 'held'
    throw thrown
  }
}

/** Without waiting for the disk in between: a folder that is swapped for a link takes longer than this. */
function removeSame(path: string, before: BigIntStats, areFoldersSame: () => boolean): Removal {
  const now = statsOf(path)
  if (now === undefined) return 'vanished'
  if (!areFoldersSame() || identityOf(now) !== identityOf(before)) return 'changed'
  unlinkSync(path)
  return 'removed'
}

function statsOf(path: string): BigIntStats | undefined {
  return lstatSync(path, { bigint: true, throwIfNoEntry: false })
}

function identityOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ')
}

/** Removes those of the folders that are empty, the innermost first. What cannot be removed does no harm and stays. */
export async function removeEmptyFolders(
  root: string,
  relativeFolders: readonly string[],
  folders: Pick<TargetFolders, 'areSame'>,
): Promise<void> {
  for (const folder of relativeFolders.toSorted((one, other) => depthOf(other) - depthOf(one))) {
    await nextTurn()
    try {
      // Never through a link: `rmdir` does not follow the last part, but it does those before it.
      if (folders.areSame(folder)) rmdirSync(join(root, folder))
    } catch {
      // Not empty, gone, or not removable.
    }
  }
}

function depthOf(relativePath: string): number {
  return relativePath.split('/').length
}
