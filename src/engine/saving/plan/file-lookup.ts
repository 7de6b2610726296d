import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { errorCode } from '../../files/disk-codes.ts'
import { collisionKey } from '../names/file-names.ts'
import { parentOf } from '../names/path-limits.ts'

/** Looking up so many names costs as much as listing their folder, on this disk and across a network (measured). */
const MOST_SINGLE_LOOKUPS = 16
/** Documents of one folder come together, so that others can be read again where they are wanted again. */
const MOST_FOLDERS = 2_000

/** What has this name below the folder, a link itself and not what it leads to; undefined where nothing has it. */
export type FileLookup = (relativePath: string) => Stats | undefined

interface Folder {
  readonly isThere: boolean
  lookups: number
  /** Keys of all names in it, once it was listed. */
  names: ReadonlySet<string> | undefined
}

/**
 * Looks names up below a folder, for a plan of any size: where a folder is not there nothing is asked about what would be in
 * it, and one in which many names are looked up is listed once. Fails with what the disk throws.
 */
export function createFileLookup(root: string): FileLookup {
  const folders = new Map<string, Folder>()
  const folderAt = (path: string): Folder => {
    const known = folders.get(path)
    if (known !== undefined) return known
    const isThere = (path === '' || folderAt(parentOf(path)).isThere) && isFolder(join(root, path))
    const folder = { isThere, lookups: 0, names: undefined }
    if (folders.size >= MOST_FOLDERS) folders.clear()
    folders.set(path, folder)
    return folder
  }
  return (relativePath) => {
    const path = parentOf(relativePath)
    const folder = folderAt(path)
    if (!folder.isThere) return undefined
    folder.lookups += 1
    if (folder.lookups === MOST_SINGLE_LOOKUPS) folder.names = namesIn(join(root, path))
    // By keys: whether two spellings are one name is for the file system to say.
    if (folder.names?.has(collisionKey(posix.basename(relativePath))) === false) return undefined
    return lstatSync(join(root, relativePath), { throwIfNoEntry: false })
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** Undefined where the folder may not be listed: then every name is looked up by itself. */
function namesIn(folder: string): ReadonlySet<string> | undefined {
  try {
    return new Set(readdirSync(folder).map(collisionKey))
  } catch (thrown) {
    if (errorCode(thrown) === 'EACCES' || errorCode(thrown) === 'EPERM') return undefined
    throw thrown
  }
}
