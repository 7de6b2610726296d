import { setTimeout as pause } from 'node:timers/promises'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** What a file system error means for the person who has to act on it. */
export type DiskProblem =
  | 'held'
  | 'gone'
  | 'full'
  | 'denied'
  | 'read-only'
  | 'bad-name'
  | 'too-long'
  | 'too-many-open'
  /** Windows gave a number that Node has no name for: a share that went away, a quota, OneDrive, a virus scanner. */
  | 'unnamed'

/**
 * One row per code. libuv gives many Windows errors unexpected names; the numbers beside a code are Windows' own (libuv
 * `src/win/error.c`, finding W-B2).
 */
const PROBLEMS: Readonly<Record<string, DiskProblem>> = {
  // SHARING_VIOLATION 32, LOCK_VIOLATION 33.
  EBUSY: 'held',
  ETXTBSY: 'held',
  ENOSPC: 'full',
  EDQUOT: 'full',
  // ACCESS_DENIED 5 is EPERM: no right, or a file that is being deleted or replaced while somebody has it open.
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'read-only',
  ENOENT: 'gone',
  ENOTDIR: 'gone',
  EIO: 'gone',
  ENXIO: 'gone',
  ENODEV: 'gone',
  ESTALE: 'gone',
  EHOSTDOWN: 'gone',
  ENOTCONN: 'gone',
  // NETNAME_DELETED 64: the server closed the share. SEM_TIMEOUT 121: it does not answer.
  ECONNRESET: 'gone',
  ETIMEDOUT: 'gone',
  ECONNABORTED: 'gone',
  ECONNREFUSED: 'gone',
  // PIPE_NOT_CONNECTED 233, from SMB.
  EPIPE: 'gone',
  ENETUNREACH: 'gone',
  EHOSTUNREACH: 'gone',
  // BAD_NETPATH 53, DEV_NOT_EXIST 55, UNEXP_NET_ERR 59, BAD_NET_NAME 67, NOT_READY 21, LOGON_FAILURE 1326: the share; but
  // DISK_QUOTA_EXCEEDED 1295, CLOUD_FILE_* 362 to 404 and VIRUS_INFECTED 225 too.
  UNKNOWN: 'unnamed',
  // INVALID_NAME 123 for a folder; FAT mounted on Linux reports it for a file too.
  EINVAL: 'bad-name',
  ENAMETOOLONG: 'too-long',
  EMFILE: 'too-many-open',
  ENFILE: 'too-many-open',
}

/** Only for `link`: a file system without hard links. FAT and exFAT on Windows report EISDIR (INVALID_FUNCTION 1; W-B1). */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL', 'EISDIR', 'UNKNOWN'])

/** What Windows reports for a file that another program has open; EPERM and EACCES may also mean permissions. */
const HELD_ON_WINDOWS = new Set(['EBUSY', 'EPERM', 'EACCES'])

/** The code of a system error, such as ENOENT; empty for anything else. */
export function errorCode(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''
}

/** Undefined for anything but a file system error in the table. */
export function diskProblem(thrown: unknown): DiskProblem | undefined {
  const code = errorCode(thrown)
  return Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code] : undefined
}

/** Whether `link` on a regular file failed because the file system has no hard links. */
export function lacksHardLinks(thrown: unknown): boolean {
  return NO_LINKS.has(errorCode(thrown))
}

/** Whether another program may have the file open, so that trying again may help. Only ever true on Windows. */
export function mayBeHeld(thrown: unknown, platform: NodeJS.Platform = process.platform): boolean {
  return platform === 'win32' && HELD_ON_WINDOWS.has(errorCode(thrown))
}

/** A scanner, indexer or backup closes a file within moments. In milliseconds; about a second and a half in all. */
export const HELD_WAITS_MS: readonly number[] = [50, 100, 200, 400, 800]
/** Shorter, because they block the process. */
export const HELD_WAITS_SYNC_MS: readonly number[] = [10, 20, 40, 80, 160, 320]

interface RetryOptions {
  /** Default: that of this computer. */
  platform?: NodeJS.Platform
  /** Default: real time. Below the ports there is no clock, and a held file is a matter of real time. */
  wait?: (ms: number) => unknown
}

/**
 * Runs `act` on a file, and on Windows again while another program has the file open (EBUSY, EPERM, EACCES: finding W-B3).
 * If it stays open, throws what the last try threw; `fileFailure` translates it. `act` is repeated as a whole.
 */
export async function retryWhileHeld<T>(
  act: () => Promise<T>,
  { platform, wait = pause }: RetryOptions = {},
): Promise<T> {
  for (const waitMs of HELD_WAITS_MS) {
    try {
      return await act()
    } catch (thrown) {
      if (!mayBeHeld(thrown, platform)) throw thrown
    }
    await wait(waitMs)
  }
  return await act()
}

/** `retryWhileHeld` for small files that are written synchronously; blocks the thread for two thirds of a second at most. */
export function retryWhileHeldSync<T>(act: () => T, { platform, wait = block }: RetryOptions = {}): T {
  for (const waitMs of HELD_WAITS_SYNC_MS) {
    try {
      return act()
    } catch (thrown) {
      if (!mayBeHeld(thrown, platform)) throw thrown
    }
    wait(waitMs)
  }
  return act()
}

function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/**
 * Creates a folder and its missing parents. One by one, because Node's recursive `mkdir` never returns where the system
 * reports an existing folder as missing (`/proc`, automounts). Throws what the file system throws.
 */
export function makeFolder(path: string, mode?: number): void {
  if (existsSync(path)) return
  const parent = dirname(path)
  if (parent !== path) makeFolder(parent, mode)
  try {
    mkdirSync(path, { mode })
  } catch (thrown) {
    // Another process may have created it in between.
    if (!existsSync(path)) throw thrown
  }
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
