import { lstatSync, readdirSync, type Stats } from 'node:fs'
import { join, posix } from 'node:path'
import { errorCode, isFolder } from '../../files/file-system.ts'
import type { Manifest } from '../archive/manifest.ts'
import { collisionKey, folderKey } from '../names/file-names.ts'
import { folderTexts, type NameFields, type NamePattern, renderFolders } from '../names/name-pattern.ts'
import { folderTextKey } from '../names/separate-folders.ts'
import { parentOf } from '../names/path-limits.ts'
import type { ReserveOptions } from '../names/name-request.ts'
import type { Ledger } from '../records/ledger.ts'

/** The names in use in an archive: who owns a file name, how its folders are spelled, and what they were called. */
export type NamesInArchive = Pick<ReserveOptions, 'ownerOf' | 'knownFolder' | 'textsIn'>

/**
 * Reads them from the ledger and from the manifest, which another installation may have written, and the folders from the
 * disk. A new archive has no `ownerOf`: looking up every name would double the time of a plan (measured).
 */
export async function namesInArchive(
  folder: string,
  { ledger, manifest, pattern }: { ledger: Ledger; manifest: Manifest | undefined; pattern: NamePattern },
): Promise<NamesInArchive> {
  const owners = new Map<string, string>()
  const folders = new Map<string, string>()
  const keys = new Map<string, string>()
  const keyOf = (path: string): string => {
    const known = keys.get(path)
    if (known !== undefined) return known
    const parts = path === '' ? [] : path.split('/')
    parts.forEach((part, depth) => folders.set(folderKey(parts.slice(0, depth + 1)), part))
    const key = folderKey(parts)
    keys.set(path, key)
    return key
  }
  const texts = createFolderTexts(pattern)
  const note = (path: string, documentId: string, facts: NameFields): void => {
    const parent = parentOf(path)
    owners.set(placeKey(keyOf(parent), collisionKey(posix.basename(path))), documentId)
    texts.note(parent, facts)
  }
  for await (const entry of manifest?.documents() ?? []) {
    const { path, documentId, statusAtFetch: status, modifiedDateAtFetch: modifiedDate, documentName: name } = entry
    note(path, documentId, { ...entry, status, modifiedDate, name })
  }
  for (const { relativePath, documentId, facts } of ledger.namesIn(folder)) note(relativePath, documentId, facts)
  const knownFolder = folderSpellings(folder, (key) => folders.get(key))
  if (owners.size === 0) return { knownFolder }
  return { ownerOf: (inFolder, name) => owners.get(placeKey(inFolder, name)), knownFolder, textsIn: texts.of }
}

/** What folders were called before their names were made portable, by the documents in them: only what the pattern tells. */
function createFolderTexts(pattern: NamePattern) {
  const byKey = new Map<string, Set<string>>()
  // Documents of one folder mostly have the same texts.
  const last = new Map<string, string>()
  const isNew = (place: string, text: string): boolean => {
    if (last.get(place) === text) return false
    last.set(place, text)
    return true
  }
  return {
    of: (key: string): ReadonlySet<string> | undefined => byKey.get(key),
    note: (path: string, facts: NameFields): void => {
      const texts = folderTexts(pattern, facts)
      const joined = texts.join('/')
      if (!isNew(path, joined)) return
      const parts = path.split('/')
      let names: string[] | undefined
      let key = ''
      texts.forEach((text, depth) => {
        const part = parts[depth]
        if (part === undefined) return
        const partKey = collisionKey(part)
        key = depth === 0 ? partKey : `${key}/${partKey}`
        if (!isNew(`/${key}`, text)) return
        // Under another pattern, or with a hash at its end, it is another folder.
        const isItsName =
          part === text || partKey === collisionKey((names ??= renderFolders(pattern, facts))[depth] ?? '')
        if (isItsName) byKey.set(key, (byKey.get(key) ?? new Set()).add(folderTextKey(text)))
      })
    },
  }
}

/**
 * How folders are spelled: as recorded if the disk has that spelling, else as on the disk, where somebody may have created or
 * renamed them (W-B4). Each folder is listed once, and only when a folder in it is looked up.
 */
function folderSpellings(
  root: string,
  recorded: (key: string) => string | undefined,
): (key: string) => string | undefined {
  const listed = new Map<string, Map<string, string[]>>()
  const pathOf = (key: string): string | undefined => {
    if (key === '') return root
    const [above, name] = [pathOf(parentOf(key)), knownFolder(key)]
    return above === undefined || name === undefined ? undefined : join(above, name)
  }
  const namesBy = (parent: string): Map<string, string[]> => {
    const known = listed.get(parent)
    if (known !== undefined) return known
    const path = pathOf(parent)
    const names = path === undefined ? new Map<string, string[]>() : foldersByKey(path)
    listed.set(parent, names)
    return names
  }
  const knownFolder = (key: string): string | undefined => {
    const existing = namesBy(parentOf(key)).get(key.slice(key.lastIndexOf('/') + 1)) ?? []
    const name = recorded(key)
    // On a case-sensitive disk several may match; then none is preferred.
    return existing.length !== 1 || (name !== undefined && existing.includes(name)) ? name : existing[0]
  }
  return knownFolder
}

/** Empty where the folder cannot be listed; saving will report what is wrong with it. */
function foldersByKey(path: string): Map<string, string[]> {
  try {
    const entries = readdirSync(path, { withFileTypes: true })
    const names = entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink()).map(({ name }) => name)
    return Map.groupBy(names, collisionKey)
  } catch {
    return new Map()
  }
}

function placeKey(inFolder: string, name: string): string {
  return `${inFolder}/${name}`
}

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

/** Undefined where this user may not list the folder: then every name is looked up singly. */
function namesIn(folder: string): ReadonlySet<string> | undefined {
  try {
    return new Set(readdirSync(folder).map(collisionKey))
  } catch (thrown) {
    if (errorCode(thrown) === 'EACCES' || errorCode(thrown) === 'EPERM') return undefined
    throw thrown
  }
}
