import { isAbsolute, relative, resolve, sep } from 'node:path'
import { AppError } from '../../../shared/errors/app-error.ts'
import { folderName } from './file-names.ts'

/** The part of a relative path before its last “/”; empty for the root. */
export function parentOf(relativePath: string): string {
  return relativePath.slice(0, Math.max(0, relativePath.lastIndexOf('/')))
}

/** Where a document goes below the chosen folder: nested folders, outermost first, and the file. */
export interface RelativePath {
  readonly folders: readonly string[]
  readonly file: string
}

/** What a name may grow by: `.part` with the job's id while it is written, ` [version 1a2b3c4d]` beside an older version. */
const GROWTH_CHARS = 20
const WINDOWS_PATH_CHARS = 259
const MAC_PATH_BYTES = 1023
const LINUX_PATH_BYTES = 4095
const FOLDER_FLOOR_CHARS = 24
/** Room for a whole documentId as a suffix and some of the name. */
const FILE_FLOOR_CHARS = 64

/** `too-long` when Explorer could not open the absolute path (259 characters), or the system could not create it. T25. */
export function pathProblem(
  absolutePath: string,
  platform: NodeJS.Platform = process.platform,
): 'too-long' | undefined {
  const limit = pathLimit(platform)
  // A character takes at most three bytes: nearly every path is short enough without measuring it.
  if (absolutePath.length * 3 <= limit) return undefined
  return pathLength(absolutePath, platform) > limit ? 'too-long' : undefined
}

/** The failure for a `pathProblem`. */
export function pathTooLong(absolutePath: string, platform: NodeJS.Platform = process.platform): AppError {
  return new AppError({ tag: 'path-too-long', path: absolutePath, limit: pathLimit(platform) })
}

/** Characters left for the relative path below `root`, minus room for the `.part` or version suffix; may be negative. */
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
 * Cleans and cuts the folders of a relative path of `maxPathChars` (separators included). How a folder is cut depends only on
 * the folders before it, not on the file, so that all documents of a customer or a shipment end up in one folder. None is cut
 * below the 24 characters that tell folders apart, so where the root leaves less room the result is still too long: check
 * the absolute path with `pathProblem`. Obeys T25.
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

/** Characters that the folders leave for the file's name; at least the 64 that keep names apart. */
export function fileRoom(folders: readonly string[], maxPathChars: number): number {
  const taken = folders.reduce((sum, folder) => sum + folder.length + sep.length, 0)
  return Math.max(FILE_FLOOR_CHARS, maxPathChars - taken)
}

/** Whether `path` lies below `root` by its text; links on the disk are checked when the file is opened. T25. */
export function isInsideFolder(root: string, path: string): boolean {
  const steps = relative(resolve(root), resolve(path))
  return steps !== '' && !isAbsolute(steps) && steps.split(sep, 1)[0] !== '..'
}
