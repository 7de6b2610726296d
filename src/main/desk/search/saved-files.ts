import { dirname, join } from 'node:path'
import type { Output } from '../../../shared/contract/contract.ts'
import type { SavedVersion } from '../../../engine/saving/records/ledger.ts'
import type { SeenSets } from '../../../engine/search/seen-sets.ts'
import { describePlace } from './set-view.ts'

type SavedFile = Output<'sets.savedFiles'>['files'][number]
type Seen = Pick<SeenSets, 'read' | 'savedVersions'>

/** Of each document of these sets, the newest file that is still there; set after set, because a network drive may be slow. */
export async function findSavedFiles(seen: Seen, setIds: readonly string[]): Promise<SavedFile[]> {
  const files: SavedFile[] = []
  for (const setId of setIds) {
    const found = await Promise.all(versionsByDocument(seen, setId).map(newestThere))
    files.push(...found.filter((file) => file !== undefined))
  }
  return files
}

/** Whether the newest file of every document was saved into the same folder. The disk is not asked: this is asked at every tick. */
export function isOneFolder(seen: Seen, setIds: readonly string[]): boolean {
  let only: string | undefined
  for (const setId of setIds) {
    for (const [newest] of versionsByDocument(seen, setId)) {
      const folder = newest === undefined ? only : dirname(join(newest.folder, newest.relativePath))
      if (only !== undefined && folder !== only) return false
      only = folder
    }
  }
  return only !== undefined
}

/** Newest first. Without documents that the set no longer has; until its documents are listed, all count. */
function versionsByDocument(seen: Seen, setId: string): readonly (readonly SavedVersion[])[] {
  const [set] = seen.read([setId])
  const listed = set?.documents?.map(({ documentId }) => documentId)
  const versions = seen.savedVersions(setId)
  return (listed ?? [...new Set(versions.map(({ documentId }) => documentId))])
    .map((id) => versions.filter(({ documentId }) => documentId === id))
    .filter(({ length }) => length > 0)
}

async function newestThere(versions: readonly SavedVersion[]): Promise<SavedFile | undefined> {
  for (const version of versions) {
    const { path, isThere } = await describePlace(version)
    if (isThere) return { setId: version.setId, documentId: version.documentId, path }
  }
  return undefined
}
