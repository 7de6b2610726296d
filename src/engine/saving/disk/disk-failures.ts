import { rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ignoring } from '../../../shared/errors/ignoring.ts'
import { AppError, badUsage } from '../../../shared/errors/app-error.ts'
import type { Failure } from '../../../shared/errors/failure.ts'
import { diskProblem, errorCode, mayBeHeld, retryWhileHeld } from '../../files/file-system.ts'
import { probeName } from './part-files.ts'

const MAX_NAME_BYTES = 255
const UNNAMED_REASON =
  'Windows refuses it without a reason; a virus scanner or a program such as OneDrive may be in the way'
/** More than a file system stores beside a file's name, so that a quota is noticed. */
const PROBE_BYTES = 8 * 1024

/**
 * What the file system throws, as a tagged failure that stops the job: disk-full, folder-not-writable, folder-gone,
 * folder-refused, path-too-long. Only file-held concerns a single file. Anything else passes through unchanged.
 */
export function diskFailure(thrown: unknown, folder: string, path: string): unknown {
  const failure = failureFor(thrown, folder, path)
  return failure === undefined ? thrown : new AppError(failure, { cause: thrown })
}

function failureFor(thrown: unknown, folder: string, path: string): Failure | undefined {
  switch (diskProblem(thrown)) {
    case 'held':
      return { tag: 'file-held', path }
    case 'full':
      return { tag: 'disk-full', folder }
    case 'denied':
      return { tag: 'folder-not-writable', folder, reason: 'this user has no right to write there' }
    case 'read-only':
      return { tag: 'folder-not-writable', folder, reason: 'it is read-only' }
    case 'too-many-open':
      return { tag: 'folder-not-writable', folder, reason: 'too many files are open on this computer' }
    case 'gone':
    case 'unnamed':
      return { tag: 'folder-gone', folder }
    case 'bad-name':
      return { tag: 'folder-refused', folder, reason: `its disk does not take the name ${path}` }
    case 'too-long':
      return { tag: 'path-too-long', path, limit: MAX_NAME_BYTES }
    default:
      return undefined
  }
}

/** Fails with bad-usage where a folder that the user named is not there or is a file, and as `diskFailure` does. */
export async function refuseNoFolder(folder: string): Promise<void> {
  try {
    if ((await stat(folder)).isDirectory()) return
  } catch (thrown) {
    if (errorCode(thrown) !== 'ENOENT' && errorCode(thrown) !== 'ENOTDIR') throw diskFailure(thrown, folder, folder)
    throw badUsage(`There is no folder ${folder}.`, 'Check its spelling, or make it first.')
  }
  throw badUsage(`${folder} is a file, not a folder.`, 'Name a folder.')
}

/**
 * As `diskFailure`, but where Windows only says UNKNOWN the folder itself is examined: folder-gone where it does not answer,
 * folder-not-writable where it takes no file (a quota), else file-refused, because then only this file is affected (a
 * scanner, OneDrive). W-B2.
 */
export async function diagnoseDiskFailure(thrown: unknown, folder: string, path: string): Promise<unknown> {
  if (diskProblem(thrown) !== 'unnamed') return diskFailure(thrown, folder, path)
  const cause = { cause: thrown }
  if (!(await isFolder(folder))) return new AppError({ tag: 'folder-gone', folder }, cause)
  if (!(await takesFiles(folder))) {
    const reason = 'Windows refuses it without a reason; a quota may be used up'
    return new AppError({ tag: 'folder-not-writable', folder, reason }, cause)
  }
  return new AppError({ tag: 'file-refused', path, reason: UNNAMED_REASON }, cause)
}

async function isFolder(folder: string): Promise<boolean> {
  const stats = await stat(folder).catch(ignoring('what cannot be looked at is no folder'))
  return stats?.isDirectory() === true
}

async function takesFiles(folder: string): Promise<boolean> {
  const probe = join(folder, probeName())
  try {
    await writeFile(probe, Buffer.alloc(PROBE_BYTES), { flag: 'wx' })
    return true
  } catch {
    return false
  } finally {
    await retryWhileHeld(() => rm(probe, { force: true })).catch(
      ignoring('if a scanner holds it, the next run removes it with the leftovers'),
    )
  }
}

/**
 * What the file system throws about an existing file whose folder is not in doubt: on Windows another program has it open
 * (file-held, W-B3). Anything else passes through unchanged.
 */
export function fileFailure(thrown: unknown, path: string, platform?: NodeJS.Platform): unknown {
  const isHeld = diskProblem(thrown) === 'held' || mayBeHeld(thrown, platform)
  return isHeld ? new AppError({ tag: 'file-held', path }, { cause: thrown }) : thrown
}

/**
 * What the file system throws while an existing file is read or removed: file-held, and file-refused where its folder answers
 * all the same, because then only this file is affected (rights, a bad sector, a scanner, OneDrive). Anything else passes
 * through unchanged.
 */
export async function diagnoseFileFailure(thrown: unknown, path: string): Promise<unknown> {
  const failure = fileFailure(thrown, path)
  const reason = reasonOfRefusal(failure)
  return reason !== undefined && (await isFolder(dirname(path)))
    ? new AppError({ tag: 'file-refused', path, reason }, { cause: thrown })
    : failure
}

function reasonOfRefusal(thrown: unknown): string | undefined {
  switch (diskProblem(thrown)) {
    case 'denied':
      return 'this user may not do that'
    case 'gone':
      return `its disk answers with an error (${errorCode(thrown)})`
    case 'unnamed':
      return UNNAMED_REASON
    default:
      return undefined
  }
}
