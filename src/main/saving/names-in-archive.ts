import { posix } from 'node:path'
import { collisionKey, folderKey } from './collision-key.ts'
import type { Ledger } from './ledger.ts'
import type { Manifest } from './manifest.ts'
import type { ReserveOptions } from './reserve-names.ts'
import { parentOf } from './target-folders.ts'

/** What names an archive has given out: by whom a file name is taken, and how its folders are spelled. */
export type NamesInArchive = Pick<ReserveOptions, 'taken' | 'knownFolder'>

/**
 * Reads them from the ledger and from the manifest, in which another installation may have written. A new archive has
 * none, and says so: looking every name up in it would double the time of a plan (measured).
 */
export async function namesInArchive(
  folder: string,
  ledger: Ledger,
  manifest: Manifest | undefined,
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
  const note = (path: string, documentId: string): void => {
    owners.set(placeKey(keyOf(parentOf(path)), collisionKey(posix.basename(path))), documentId)
  }
  for await (const { path, documentId } of manifest?.documents() ?? []) note(path, documentId)
  for (const { relativePath, documentId } of ledger.namesIn(folder)) note(relativePath, documentId)
  if (owners.size === 0) return {}
  return {
    taken: (inFolder, name) => owners.get(placeKey(inFolder, name)),
    knownFolder: (key) => folders.get(key),
  }
}

function placeKey(inFolder: string, name: string): string {
  return `${inFolder}/${name}`
}
