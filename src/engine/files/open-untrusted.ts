import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, rm } from 'node:fs/promises'
import { formatBytes } from '../../shared/text/format.ts'
import { errorCode, retryWhileHeld } from './file-system.ts'

/*
 * The only way to open a file in a folder that others may write to: an archive, a policy. Others could
 * plant a link there to one of our files, or a named pipe that blocks its reader forever.
 */

/** Something other than a regular file has the name. It carries no error code: the disk is in order. */
export class UntrustedFileError extends Error {
  override name = 'UntrustedFileError'
  readonly file: string
  /** As the end of a sentence: “is a link”. */
  readonly reason: string

  constructor(file: string, reason: string, options?: ErrorOptions) {
    super(`${file} ${reason}`, options)
    this.file = file
    this.reason = reason
  }
}

export interface OpenOptions {
  /** For a file named by the user or the administrator, who may name a link. Default: links are not followed. */
  followsLinks?: boolean
  /** Opens for reading and appending, if the file has no second name. Default: for reading. */
  appends?: boolean
  /** The ids of the users whose files are accepted. Default: any user; Windows has no such ids and accepts any. */
  ownedBy?: readonly number[]
}

/** For certificates and keys: all authorities of a system together are a quarter of a megabyte. */
export const MAX_PEM_BYTES = 4 * 1024 * 1024

const IS_WINDOWS = process.platform === 'win32'

/**
 * Opens a regular file without blocking; on Windows it retries for a moment while another program has it open. Throws
 * UntrustedFileError, and what the file system throws.
 */
export async function openUntrusted(file: string, opening: OpenOptions = {}): Promise<FileHandle> {
  if (checksForLink(opening)) refuseLink(file, await lstat(file))
  const handle = await retryWhileHeld(() => open(file, flagsOf(opening))).catch((thrown: unknown) => {
    throw openingError(file, thrown)
  })
  try {
    refuseUnexpected(file, await handle.stat(), opening)
    return handle
  } catch (thrown) {
    await handle.close()
    throw thrown
  }
}

/** As `openUntrusted`, but without retries; returns the descriptor. */
export function openUntrustedSync(file: string, opening: OpenOptions = {}): number {
  if (checksForLink(opening)) refuseLink(file, lstatSync(file))
  const descriptor = openTranslated(file, flagsOf(opening))
  try {
    refuseUnexpected(file, fstatSync(descriptor), opening)
    return descriptor
  } catch (thrown) {
    closeSync(descriptor)
    throw thrown
  }
}

/** A whole file as text. Fails as `openUntrusted` does, and where the file is larger than `mostBytes`. */
export async function readUntrusted(file: string, mostBytes: number, opening: OpenOptions = {}): Promise<string> {
  const handle = await openUntrusted(file, opening)
  try {
    if ((await handle.stat()).size > mostBytes) throw tooLarge(file, mostBytes)
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}

/** As `readUntrusted`. */
export function readUntrustedSync(file: string, mostBytes: number, opening: OpenOptions = {}): string {
  const descriptor = openUntrustedSync(file, opening)
  try {
    if (fstatSync(descriptor).size > mostBytes) throw tooLarge(file, mostBytes)
    return readFileSync(descriptor, 'utf8')
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Creates a file under a name that only we use, replacing what a killed run left or someone planted there. The target of a
 * link is not touched. Throws what the file system throws.
 */
export async function createOwnFile(path: string): Promise<FileHandle> {
  return await createInPlaceOf(path, () => open(path, 'wx'))
}

/** Runs `create`, which must create exclusively; where the name is taken, removes what has it and tries again. */
export async function createInPlaceOf<Made>(path: string, create: () => Promise<Made>): Promise<Made> {
  try {
    return await retryWhileHeld(create)
  } catch (thrown) {
    if (errorCode(thrown) !== 'EEXIST') throw thrown
    await retryWhileHeld(() => rm(path))
    return await retryWhileHeld(create)
  }
}

/** Windows has no O_NOFOLLOW; creating a local link needs a privilege there, and links on shares are not followed by default. */
function checksForLink({ followsLinks = false }: OpenOptions): boolean {
  return IS_WINDOWS && !followsLinks
}

function flagsOf({ followsLinks = false, appends = false }: OpenOptions): number {
  const access = appends ? constants.O_RDWR | constants.O_APPEND : constants.O_RDONLY
  if (IS_WINDOWS) return access
  // Non-blocking: a pipe is opened at once, recognised and closed.
  return access | constants.O_NONBLOCK | (followsLinks ? 0 : constants.O_NOFOLLOW)
}

function openTranslated(file: string, flags: number): number {
  try {
    return openSync(file, flags)
  } catch (thrown) {
    throw openingError(file, thrown)
  }
}

function openingError(file: string, thrown: unknown): unknown {
  const code = errorCode(thrown)
  if (code === 'ELOOP' || code === 'EMLINK') return new UntrustedFileError(file, 'is a link', { cause: thrown })
  // A folder opened for writing, or a socket.
  const isOther = code === 'EISDIR' || code === 'ENXIO' || code === 'EOPNOTSUPP'
  return isOther ? new UntrustedFileError(file, 'is not a regular file', { cause: thrown }) : thrown
}

function refuseLink(file: string, stats: Stats): void {
  if (stats.isSymbolicLink()) throw new UntrustedFileError(file, 'is a link')
}

function refuseUnexpected(file: string, stats: Stats, { appends = false, ownedBy }: OpenOptions): void {
  if (stats.isFIFO()) throw new UntrustedFileError(file, 'is a named pipe')
  if (stats.isDirectory()) throw new UntrustedFileError(file, 'is a folder')
  if (!stats.isFile()) throw new UntrustedFileError(file, 'is not a regular file')
  // A hard link would lead the writing to another file without any symbolic link.
  if (appends && stats.nlink > 1) throw new UntrustedFileError(file, 'has a second name (a hard link)')
  const isAnyOwner = IS_WINDOWS || ownedBy === undefined
  if (!isAnyOwner && !ownedBy.includes(stats.uid)) throw new UntrustedFileError(file, 'belongs to another user')
}

function tooLarge(file: string, mostBytes: number): UntrustedFileError {
  return new UntrustedFileError(file, `is larger than ${formatBytes(mostBytes)}`)
}
