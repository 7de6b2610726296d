import { createHash } from 'node:crypto'
import { link, lstat, open, rename, stat, unlink } from 'node:fs/promises'
import { errorCode, lacksHardLinks, mayBeHeld, retryWhileHeld } from '../../files/file-system.ts'
import { openUntrusted, UntrustedFileError } from '../../files/open-untrusted.ts'
import { diagnoseFileFailure, diskFailure, fileFailure } from './disk-failures.ts'
import { createNewFile, type NewFile } from './part-files.ts'

/**
 * Gives a finished file its final name unless that name is taken. True when it was placed. Only a hard link can do this
 * without a moment in which another file could be replaced; `rename` replaces silently. Fails with file-held.
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
      if (errorCode(thrown) === 'EEXIST') return 'taken'
      if (lacksHardLinks(thrown)) return 'no-links'
      throw thrown
    }
  }
  try {
    return await retryWhileHeld(tryOnce)
  } catch (thrown) {
    throw fileFailure(thrown, target)
  }
}

/** The document has its name by now: if a scanner holds the part file, `removeLeftovers` removes it later. */
async function removePart(partFile: string): Promise<void> {
  try {
    await retryWhileHeld(() => unlink(partFile))
  } catch (thrown) {
    if (!mayBeHeld(thrown)) throw thrown
  }
}

/**
 * Gives a finished file its final name, replacing any file that has it; a reader sees the old file or the new one. Fails
 * with file-held where Windows refuses to replace a file that is open.
 */
export async function moveOver(partFile: string, target: string): Promise<void> {
  try {
    await retryWhileHeld(() => rename(partFile, target))
  } catch (thrown) {
    throw (await isFolder(target)) ? folderInTheWay(target, thrown) : fileFailure(thrown, target)
  }
}

async function isFolder(path: string): Promise<boolean> {
  return await lstat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
}

/** Windows refuses to replace a folder as it refuses where a file is held (EPERM); other systems say this. */
function folderInTheWay(path: string, cause: unknown): Error {
  return Object.assign(new Error(`EISDIR: a folder has the name ${path}`, { cause }), { code: 'EISDIR', path })
}

/** True when anything has that name, even a broken link. */
export async function isTaken(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT' || errorCode(thrown) === 'ENOTDIR') return false
    throw thrown
  }
}

/**
 * SHA-256 in hex of a regular file; undefined where it is gone or not a regular file. Links are not followed. Fails with
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
    if (errorCode(thrown) === 'ENOENT' || errorCode(thrown) === 'ENOTDIR') return undefined
    throw await diagnoseFileFailure(thrown, path)
  }
}

/** What saving needs from the disk for every document; on this thread or on its own. */
export interface Disk {
  /** Nothing is created yet. */
  newFile(path: string): NewFile
  /** Gives a finished file its final name unless that is taken. True when it was placed. */
  placeNew(partFile: string, target: string): Promise<boolean>
}

/** The disk on the calling thread. */
export const ownThreadDisk: Disk = { newFile: createNewFile, placeNew }

/** The codes of file systems that cannot flush a folder; their server does it in its own way. */
const NO_FLUSH = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EACCES', 'EPERM', 'EBADF', 'EISDIR'])

/** Makes what was created or removed in a folder survive a power cut. Fails with folder-gone and as the disk does. */
export async function flushFolder(folder: string): Promise<void> {
  try {
    if (process.platform === 'win32') {
      // Windows cannot flush a folder; but this notices one that has vanished with its files (W-B12).
      await stat(folder)
      return
    }
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (thrown) {
    if (!NO_FLUSH.has(errorCode(thrown))) throw diskFailure(thrown, folder, folder)
  }
}
