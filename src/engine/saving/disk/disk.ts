import { createNewFile, type NewFile } from './new-file.ts'
import { createHash } from 'node:crypto'
import { link, lstat, rename, unlink } from 'node:fs/promises'
import { AppError } from '../../../shared/errors/app-error.ts'
import { diskCode, diskTrouble, hasNoLinks, mayBeHeld } from '../../files/disk-codes.ts'
import { openUntrusted, UntrustedFileError } from '../../files/open-untrusted.ts'
import { whileHeld } from '../../files/while-held.ts'
import { fileFailure } from './disk-failures.ts'

/**
 * Gives a finished file its final name unless that name is taken. True when it was placed. A hard link is the one way
 * to do this without a moment in which a stranger's file could be replaced; `rename` replaces silently. Fails with file-held.
 */
export async function placeNew(partFile: string, target: string): Promise<boolean> {
  const linked = await linkNew(partFile, target)
  if (linked === 'no-links') {
    if (await isTaken(target)) return false
    await moveOver(partFile, target)
  }
  if (linked === 'linked') await removePart(partFile)
  return linked !== 'taken'
}

async function linkNew(partFile: string, target: string): Promise<'linked' | 'taken' | 'no-links'> {
  const tryOnce = async (): Promise<'linked' | 'taken' | 'no-links'> => {
    try {
      await link(partFile, target)
      return 'linked'
    } catch (thrown) {
      if (diskCode(thrown) === 'EEXIST') return 'taken'
      if (hasNoLinks(thrown)) return 'no-links'
      throw thrown
    }
  }
  try {
    return await whileHeld(tryOnce)
  } catch (thrown) {
    throw fileFailure(thrown, target)
  }
}

/** The document has its place by now: a second name that a scanner holds is left to `removeLeftovers`. */
async function removePart(partFile: string): Promise<void> {
  try {
    await whileHeld(() => unlink(partFile))
  } catch (thrown) {
    if (!mayBeHeld(thrown)) throw thrown
  }
}

/**
 * Gives a finished file its final name, replacing what has it; a reader sees the old file or the new one. Fails with
 * file-held where Windows does not let go of a file that somebody has open.
 */
export async function moveOver(partFile: string, target: string): Promise<void> {
  try {
    await whileHeld(() => rename(partFile, target))
  } catch (thrown) {
    throw fileFailure(thrown, target)
  }
}

/** True when anything has that name, a broken link included. */
export async function isTaken(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (thrown) {
    if (diskCode(thrown) === 'ENOENT' || diskCode(thrown) === 'ENOTDIR') return false
    throw thrown
  }
}

/**
 * SHA-256 in hex of a regular file; undefined where it is gone or is no regular file. Links are not followed. Fails with
 * file-held, file-refused.
 */
export async function hashFile(path: string, signal?: AbortSignal): Promise<string | undefined> {
  try {
    const file = await openUntrusted(path)
    const hash = createHash('sha256')
    const chunks: AsyncIterable<Buffer> = file.createReadStream({ signal })
    for await (const chunk of chunks) hash.update(chunk)
    return hash.digest('hex')
  } catch (thrown) {
    if (thrown instanceof UntrustedFileError) return undefined
    if (diskCode(thrown) === 'ENOENT' || diskCode(thrown) === 'ENOTDIR') return undefined
    const told = fileFailure(thrown, path)
    if (diskTrouble(told) !== 'denied') throw told
    throw new AppError({ tag: 'file-refused', path, reason: 'this user may not read it' }, { cause: thrown })
  }
}

/** What saving asks of the disk for every document; on this thread or on one of its own. */
export interface Disk {
  /** Nothing is made yet. */
  newFile(path: string): NewFile
  /** Gives a finished file its final name unless that is taken. True when it was placed. */
  placeNew(partFile: string, target: string): Promise<boolean>
}

/** The disk on the thread that asks. */
export const ownThreadDisk: Disk = { newFile: createNewFile, placeNew }
