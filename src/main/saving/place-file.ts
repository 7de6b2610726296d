import { createHash } from 'node:crypto'
import { link, lstat, rename, unlink } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../../shared/errors/app-error.ts'
import { openUntrusted, UntrustedFileError } from '../storage/open-untrusted.ts'
import { diskCode } from './disk-failures.ts'

/** File systems without hard links (FAT, some network shares) say one of these. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL'])
/** A virus scanner holds a new file for a moment on Windows. */
const BUSY = new Set(['EPERM', 'EACCES', 'EBUSY'])
const BUSY_WAITS_MS = [50, 100, 200, 400, 800]

/**
 * Gives a finished file its final name unless that name is taken. True when it was placed. A hard link is the one way
 * to do this without a moment in which a stranger's file could be replaced; `rename` replaces silently.
 */
export async function placeNew(partFile: string, target: string): Promise<boolean> {
  try {
    await link(partFile, target)
  } catch (thrown) {
    const code = diskCode(thrown)
    if (code === 'EEXIST') return false
    if (!NO_LINKS.has(code)) throw thrown
    if (await isTaken(target)) return false
    await moveOver(partFile, target)
    return true
  }
  await unlink(partFile)
  return true
}

/**
 * Gives a finished file its final name, replacing what has it; a reader sees the old file or the new one. Fails with
 * file-exists where Windows does not let go of a file that somebody has open.
 */
export async function moveOver(partFile: string, target: string): Promise<void> {
  for (const waitMs of [...BUSY_WAITS_MS, undefined]) {
    try {
      await rename(partFile, target)
      return
    } catch (thrown) {
      if (process.platform !== 'win32' || !BUSY.has(diskCode(thrown))) throw thrown
      if (waitMs === undefined) throw new AppError({ tag: 'file-exists', path: target }, { cause: thrown })
      await wait(waitMs)
    }
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

/** SHA-256 in hex of a regular file; undefined where it is gone or is no regular file. Links are not followed. */
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
    throw thrown
  }
}
