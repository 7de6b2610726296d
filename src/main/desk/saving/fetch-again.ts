import { join } from 'node:path'
import type { Environment } from '../../../shared/model/connection.ts'
import type { ParcelSession } from '../../../engine/parcel-desk.ts'
import type { ManifestEntry } from '../../../engine/saving/archive/manifest.ts'
import { readManifest } from '../../../engine/saving/archive/manifest-parts.ts'
import type { VerifyResult } from '../../../engine/saving/archive/verify-folder.ts'
import { documentFileName, folderName } from '../../../engine/saving/names/file-names.ts'
import { isInsideFolder, pathProblem } from '../../../engine/saving/names/path-limits.ts'
import { freeBytes } from '../../../engine/saving/disk/disk-space.ts'
import type { PlannedDocument, SavePlan } from '../../../engine/saving/plan/save-plan.ts'

/** The service whose documents can be fetched again: the ids of another one mean nothing to it. */
interface Origin {
  environment: Environment
  baseUrl: string
}

/** What can be fetched again. */
export interface FetchableRecords {
  missing: ManifestEntry[]
  changed: ManifestEntry[]
  /** Changed, and fetched again before: the saved document lies beside it, under another name. */
  copied: ManifestEntry[]
}

/**
 * The records of files that a comparison found missing or changed and that can be fetched again (D-B26). A manifest may come
 * from anywhere, so a path that we would not have chosen is left out. Fails with folder-refused, file-held.
 */
export async function recordsToFetch(
  { folder, missing, changed, unreadable }: VerifyResult,
  origin: Origin,
): Promise<FetchableRecords> {
  const damagedPaths = new Set([...missing, ...changed])
  const manifest = damagedPaths.size === 0 ? undefined : await readManifest(folder)
  if (manifest?.environment !== origin.environment) return { missing: [], changed: [], copied: [] }
  const damaged: ManifestEntry[] = []
  for await (const entry of manifest.documents()) {
    if (damagedPaths.has(entry.path) && entry.service === origin.baseUrl && isPathOfOurs(folder, entry.path))
      damaged.push(entry)
  }
  const contents = new Set(damaged.map(contentKey))
  const copies = new Set<string>()
  const unusable = new Set([...damagedPaths, ...unreadable])
  for await (const entry of manifest.documents()) {
    if (!unusable.has(entry.path) && contents.has(contentKey(entry))) copies.add(contentKey(entry))
  }
  const isMissing = new Set(missing)
  const inFolder = damaged.filter(({ path }) => !isMissing.has(path))
  return {
    missing: damaged.filter(({ path }) => isMissing.has(path)),
    changed: inFolder.filter((entry) => !copies.has(contentKey(entry))),
    copied: inFolder.filter((entry) => copies.has(contentKey(entry))),
  }
}

/**
 * A plan that fetches these documents under the names that they had. What has such a name stays, and the document is put
 * beside it (promise 2); with `replaces` changed files are replaced, by the user's choice. State and date are those that the set was last seen with, or unknown: those in the manifest belong
 * to the bytes that were lost.
 */
export function planFetchAgain(
  session: Pick<ParcelSession, 'sets'>,
  folder: string,
  { records: { missing, changed, copied }, replaces }: { records: FetchableRecords; replaces: boolean },
): SavePlan {
  const records = replaces ? [...missing, ...changed, ...copied] : [...missing, ...changed]
  const isMissing = new Set(missing)
  const seen = new Map<string, Pick<PlannedDocument['facts'], 'status' | 'modifiedDate'>>()
  for (const { setId, status, modifiedDate } of session.sets.read([...new Set(records.map(({ setId: id }) => id))])) {
    seen.set(setId, { status, modifiedDate })
  }
  const documents = records.map((record): PlannedDocument => {
    const { setId, documentId, path: relativePath, customerId, customerName, parcelRef, shipmentRef } = record
    const { status, modifiedDate } = seen.get(setId) ?? { status: null, modifiedDate: null }
    return {
      setId,
      documentId,
      relativePath,
      path: join(folder, relativePath),
      state: 'pending',
      action: isMissing.has(record) ? 'save' : replaces ? 'replace' : 'compare',
      there: isMissing.has(record) ? null : existingFile(record),
      isSuffixed: false,
      attempts: 0,
      facts: {
        customerId,
        customerName,
        parcelRef,
        shipmentRef,
        status,
        modifiedDate,
        name: record.documentName,
        docType: record.docType,
      },
    }
  })
  return {
    folder,
    conflict: replaces ? 'replace' : 'keep-both',
    documents,
    isComplete: true,
    requests: documents.length,
    freeBytes: freeBytes(folder),
    alsoSaving: [],
    likelyBytes: records.reduce((sum, { bytes }) => sum + bytes, 0),
    problems: [],
    docTypes: [],
  }
}

/** The changed file, as far as the record tells. */
function existingFile({ bytes, savedAt, modifiedDateAtFetch }: ManifestEntry): PlannedDocument['there'] {
  return { bytes, writtenAt: savedAt, modifiedDate: modifiedDateAtFetch, isKnown: false }
}

function contentKey({ documentId, sha256 }: ManifestEntry): string {
  return `${documentId} ${sha256}`
}

/** Whether the engine could have chosen this path: below the folder, and legal on every system (T25). */
function isPathOfOurs(folder: string, path: string): boolean {
  const parts = path.split('/')
  const file = parts.pop() ?? ''
  const isNamedByUs = documentFileName(file) === file && parts.every((part) => folderName(part) === part)
  const target = join(folder, path)
  return isNamedByUs && isInsideFolder(folder, target) && pathProblem(target) === undefined
}
