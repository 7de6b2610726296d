import { isAbsolute, relative, resolve, sep } from 'node:path'
import { AppError } from '../../../shared/errors/app-error.ts'
import { documentFileName, folderName } from './file-names.ts'

/** The part of a relative path before its last “/”; empty for the root. */
export function parentOf(relativePath: string): string {
  return relativePath.slice(0, Math.max(0, relativePath.lastIndexOf('/')))
}

/** Where a document goes below the chosen folder: nested folders, outermost first, and the file. */
export interface RelativePath {
  readonly folders: readonly string[]
  readonly file: string
}

/** What a name may grow by: `.part` with the job's mark while it is written, ` [version 1a2b3c4d]` beside an older one. */
const GROWTH_CHARS = 20
const WINDOWS_PATH_CHARS = 259
const MAC_PATH_BYTES = 1023
const LINUX_PATH_BYTES = 4095
const FOLDER_FLOOR_CHARS = 24
/** Holds a whole documentId as a suffix and still some of the name. */
const FILE_FLOOR_CHARS = 64

/** `too-long` when Explorer could not open the absolute path (259 characters), or the system could not create it. T25. */
export function pathProblem(
  absolutePath: string,
  platform: NodeJS.Platform = process.platform,
): 'too-long' | undefined {
  const limit = pathLimit(platform)
  // Three bytes a character are the most there can be: nearly every path is known to be short without a look at it.
  if (absolutePath.length * 3 <= limit) return undefined
  return pathLength(absolutePath, platform) > limit ? 'too-long' : undefined
}

/** The failure that `pathProblem` means. */
export function pathTooLong(absolutePath: string, platform: NodeJS.Platform = process.platform): AppError {
  return new AppError({ tag: 'path-too-long', path: absolutePath, limit: pathLimit(platform) })
}

/** Characters left for the relative path below `root` that leave room for the `.part` or version suffix; may be negative. */
export function pathBudget(root: string, platform: NodeJS.Platform = process.platform): number {
  return pathLimit(platform) - pathLength(root, platform) - sep.length - GROWTH_CHARS
}

/** What `pathProblem` measures against: characters on Windows, UTF-8 bytes elsewhere. */
function pathLimit(platform: NodeJS.Platform = process.platform): number {
  if (platform === 'win32') return WINDOWS_PATH_CHARS
  return platform === 'darwin' ? MAC_PATH_BYTES : LINUX_PATH_BYTES
}

function pathLength(path: string, platform: NodeJS.Platform): number {
  return platform === 'win32' ? path.length : Buffer.byteLength(path)
}

/**
 * Cleans and cuts a relative path to `maxPathChars` (separators counted). Parts are not cut below what tells them apart
 * (24 characters a folder, 64 the file), so where the root leaves less room than that the result is still too long: ask
 * `pathProblem` about the absolute path. Obeys T25.
 */
export function fitPath(path: RelativePath, maxPathChars: number): RelativePath {
  const folders = fitFolders(path.folders, maxPathChars)
  return { folders, file: documentFileName(path.file, { maxChars: fileRoom(folders, maxPathChars) }) }
}

/**
 * The folders of `fitPath`. What a folder is cut to depends on the folders before it and on nothing else, least of all on
 * the file, so that all documents of a customer or a shipment meet in one folder.
 */
export function fitFolders(folders: readonly string[], maxPathChars: number): string[] {
  let room = maxPathChars - FILE_FLOOR_CHARS
  return folders.map((folder, index) => {
    const keptForLater = (folders.length - index - 1) * (FOLDER_FLOOR_CHARS + sep.length)
    const maxChars = Math.max(FOLDER_FLOOR_CHARS, room - keptForLater - sep.length)
    const name = folderName(folder, { maxChars })
    room -= name.length + sep.length
    return name
  })
}

/** Characters that the folders leave for the file's name; never below the 64 that keep names apart. */
export function fileRoom(folders: readonly string[], maxPathChars: number): number {
  const taken = folders.reduce((sum, folder) => sum + folder.length + sep.length, 0)
  return Math.max(FILE_FLOOR_CHARS, maxPathChars - taken)
}

/** Whether `path` lies below `root` by its text; links on the disk are for the one who opens the file. T25. */
export function isInsideFolder(root: string, path: string): boolean {
  const steps = relative(resolve(root), resolve(path))
  return steps !== '' && !isAbsolute(steps) && steps.split(sep, 1)[0] !== '..'
}
