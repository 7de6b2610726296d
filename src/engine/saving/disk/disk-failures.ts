import { AppError } from '../../../shared/errors/app-error.ts'
import type { Failure } from '../../../shared/errors/failure.ts'
import { diskProblem, mayBeHeld } from '../../files/disk-codes.ts'

const LONGEST_NAME_BYTES = 255

/**
 * What the file system throws, as a tagged failure that stops the job: disk-full, folder-not-writable, folder-gone,
 * folder-refused, path-too-long. Only file-held concerns the one file. Anything else passes through as it is.
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
      return { tag: 'path-too-long', path, limit: LONGEST_NAME_BYTES }
    default:
      return undefined
  }
}

/**
 * What the file system throws of a file that is there already, where its folder is not in question: on Windows it is open in
 * another program (file-held, W-B3). Anything else passes through as it is.
 */
export function fileFailure(thrown: unknown, path: string, platform?: NodeJS.Platform): unknown {
  const isHeld = diskProblem(thrown) === 'held' || mayBeHeld(thrown, platform)
  return isHeld ? new AppError({ tag: 'file-held', path }, { cause: thrown }) : thrown
}
