import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import { lstat, open, rm, type FileHandle } from 'node:fs/promises'
import { formatBytes } from '../../shared/text/format.ts'
import { errorCode } from './disk-codes.ts'
import { retryWhileHeld } from './retry-while-held.ts'

/*
 * The one way to open a file in a folder that others may write to: a shared journal, an archive, a policy. Whoever can write
 * there can plant a link to a file of ours, or a named pipe that holds up whoever opens it for ever.
 */

/** Something else than a regular file has the name. It carries no code of the file system: the disk is in order. */
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
  /** For a file that the user or the administrator named, who may name a link. Default: no link is followed. */
  followsLinks?: boolean
  /** Reads and appends, where the file has no second name. Default: reads. */
  appends?: boolean
  /** The numbers of the users whose files are taken. Default: anybody's; on Windows, which has no such numbers, always. */
  ownedBy?: readonly number[]
}

/** Certificates and keys: all authorities of a system together are a quarter of a megabyte. */
export const MOST_PEM_BYTES = 4 * 1024 * 1024

const IS_WINDOWS = process.platform === 'win32'

/**
 * Opens a regular file without waiting for anybody but, on Windows, for a moment for who holds it. Fails with
 * UntrustedFileError, else throws what the file system throws.
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

/** As `openUntrusted`, but waits for nobody at all; returns the descriptor. */
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

/** All of a file as text. Fails as `openUntrusted`, and where it is larger than `mostBytes`. */
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
 * Opens a new file of our own for writing, in place of whatever a killed run left, or a stranger planted, under a name that
 * only we give. What a link leads to is not touched. Throws what the file system throws.
 */
export async function createOwnFile(path: string): Promise<FileHandle> {
  return await createInPlaceOf(path, () => open(path, 'wx'))
}

/** Runs `create`, which must create exclusively; once more without what had the name. */
export async function createInPlaceOf<Made>(path: string, create: () => Promise<Made>): Promise<Made> {
  try {
    return await retryWhileHeld(create)
  } catch (thrown) {
    if (errorCode(thrown) !== 'EEXIST') throw thrown
    await retryWhileHeld(() => rm(path))
    return await retryWhileHeld(create)
  }
}

/** Windows has no flag for it; there a link to this computer takes a right, and one on a share is followed by no default. */
function checksForLink({ followsLinks = false }: OpenOptions): boolean {
  return IS_WINDOWS && !followsLinks
}

function flagsOf({ followsLinks = false, appends = false }: OpenOptions): number {
  const access = appends ? constants.O_RDWR | constants.O_APPEND : constants.O_RDONLY
  if (IS_WINDOWS) return access
  // Without waiting: a pipe is opened at once, seen for what it is, and closed.
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
  // A folder where it is to be written, a socket.
  const isStranger = code === 'EISDIR' || code === 'ENXIO' || code === 'EOPNOTSUPP'
  return isStranger ? new UntrustedFileError(file, 'is no regular file', { cause: thrown }) : thrown
}

function refuseLink(file: string, stats: Stats): void {
  if (stats.isSymbolicLink()) throw new UntrustedFileError(file, 'is a link')
}

function refuseUnexpected(file: string, stats: Stats, { appends = false, ownedBy }: OpenOptions): void {
  if (stats.isFIFO()) throw new UntrustedFileError(file, 'is a named pipe')
  if (stats.isDirectory()) throw new UntrustedFileError(file, 'is a folder')
  if (!stats.isFile()) throw new UntrustedFileError(file, 'is no regular file')
  // A second name would be how a file that is not meant gets written to without any symbolic link.
  if (appends && stats.nlink > 1) throw new UntrustedFileError(file, 'has a second name (a hard link)')
  const isAnybodys = IS_WINDOWS || ownedBy === undefined
  if (!isAnybodys && !ownedBy.includes(stats.uid)) throw new UntrustedFileError(file, 'belongs to another user')
}

function tooLarge(file: string, mostBytes: number): UntrustedFileError {
  return new UntrustedFileError(file, `is larger than ${formatBytes(mostBytes)}`)
}
