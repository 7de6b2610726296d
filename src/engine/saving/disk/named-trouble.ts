import { stat, writeFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../shared/errors/app-error.ts'
import { diskProblem } from '../../files/disk-codes.ts'
import { retryWhileHeld } from '../../files/retry-while-held.ts'
import { probeName } from './target-folders.ts'

/** More than a file system keeps beside a file's name, so that a quota is felt. */
const PROBE_BYTES = 8 * 1024

/**
 * Gives what Windows names no better than UNKNOWN the name that the folder shows: folder-gone where it does not answer,
 * folder-not-writable where it takes no file (a quota), else file-refused, for then it is about the one file (a scanner,
 * OneDrive). Anything else passes through. W-B2.
 */
export async function explainUnknownError(thrown: unknown, folder: string, path: string): Promise<unknown> {
  if (diskProblem(thrown) !== 'unnamed') return thrown
  const cause = { cause: thrown }
  if (!(await isFolder(folder))) return new AppError({ tag: 'folder-gone', folder }, cause)
  if (!(await takesFiles(folder))) {
    const reason = 'Windows refuses it without a reason; a quota may be used up'
    return new AppError({ tag: 'folder-not-writable', folder, reason }, cause)
  }
  const reason = 'Windows refuses it without a reason; a virus scanner or a program such as OneDrive may be in the way'
  return new AppError({ tag: 'file-refused', path, reason }, cause)
}

async function isFolder(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined)
  return found?.isDirectory() === true
}

async function takesFiles(folder: string): Promise<boolean> {
  const probe = join(folder, probeName())
  try {
    await writeFile(probe, Buffer.alloc(PROBE_BYTES), { flag: 'wx' })
    return true
  } catch {
    return false
  } finally {
    // What a scanner holds is removed with the leftovers of the next run.
    await retryWhileHeld(() => rm(probe, { force: true })).catch(() => undefined)
  }
}
