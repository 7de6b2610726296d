import { AppError } from '../../shared/errors/app-error.ts'

const LONGEST_NAME_BYTES = 255

/** The code of a file system error, or an empty text. */
export function diskCode(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''
}

/**
 * What the file system throws, as a tagged failure that stops the job: disk-full, folder-not-writable, folder-gone,
 * path-too-long. Anything else passes through as it is.
 */
export function diskFailure(thrown: unknown, folder: string, path: string): unknown {
  const cause = { cause: thrown }
  switch (diskCode(thrown)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new AppError({ tag: 'disk-full', folder }, cause)
    case 'EACCES':
    case 'EPERM':
      return new AppError(
        { tag: 'folder-not-writable', folder, reason: 'this user has no right to write there' },
        cause,
      )
    case 'EROFS':
      return new AppError({ tag: 'folder-not-writable', folder, reason: 'it is read-only' }, cause)
    case 'EIO':
    case 'ENXIO':
    case 'ENODEV':
    case 'ESTALE':
    case 'EHOSTDOWN':
    case 'ENOTCONN':
    case 'ENOENT':
    case 'ENOTDIR':
      return new AppError({ tag: 'folder-gone', folder }, cause)
    case 'ENAMETOOLONG':
      return new AppError({ tag: 'path-too-long', path, limit: LONGEST_NAME_BYTES }, cause)
    case 'EMFILE':
    case 'ENFILE':
      return new AppError(
        { tag: 'folder-not-writable', folder, reason: 'too many files are open on this computer' },
        cause,
      )
    default:
      return thrown
  }
}
