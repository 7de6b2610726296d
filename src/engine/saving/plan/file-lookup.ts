import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { errorCode } from '../../files/file-system.ts'
import { collisionKey } from '../names/file-names.ts'
import { parentOf } from '../names/path-limits.ts'

/** As many single lookups cost as much as listing the folder, on a local disk and across a network (measured). */
const MAX_SINGLE_LOOKUPS = 16
/** Bounds the cache. Documents of one folder come together, so that few folders are read again. */
const MAX_FOLDERS = 2_000

/** What has this name below the folder, without following links; undefined where nothing has it. */
export type FileLookup = (relativePath: string) => Stats | undefined

interface Folder {
  readonly isThere: boolean
  lookups: number
  /** Keys of all names in it, once it has been listed. */
  names: ReadonlySet<string> | undefined
}

/**
 * Looks up names below a folder, for a plan of any size: nothing is looked up in a folder that does not exist, and a folder
 * with many lookups is listed once. Throws what the disk throws.
 */
export function createFileLookup(root: string): FileLookup {
  const folders = new Map<string, Folder>()
  const folderAt = (path: string): Folder => {
    const known = folders.get(path)
    if (known !== undefined) return known
    const isThere = (path === '' || folderAt(parentOf(path)).isThere) && isFolder(join(root, path))
    const folder = { isThere, lookups: 0, names: undefined }
    if (folders.size >= MAX_FOLDERS) folders.clear()
    folders.set(path, folder)
    return folder
  }
  return (relativePath) => {
    const path = parentOf(relativePath)
    const folder = folderAt(path)
    if (!folder.isThere) return undefined
    folder.lookups += 1
    if (folder.lookups === MAX_SINGLE_LOOKUPS) folder.names = namesIn(join(root, path))
    // By keys: only the file system knows whether two spellings are one name.
    if (folder.names?.has(collisionKey(posix.basename(relativePath))) === false) return undefined
    return lstatSync(join(root, relativePath), { throwIfNoEntry: false })
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** Undefined where this user may not list the folder: then every name is looked up singly. */
function namesIn(folder: string): ReadonlySet<string> | undefined {
  try {
    return new Set(readdirSync(folder).map(collisionKey))
  } catch (thrown) {
    if (errorCode(thrown) === 'EACCES' || errorCode(thrown) === 'EPERM') return undefined
    throw thrown
  }
}
