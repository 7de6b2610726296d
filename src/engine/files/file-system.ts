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
