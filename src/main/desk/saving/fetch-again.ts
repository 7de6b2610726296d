import { join } from 'node:path'
import type { Environment } from '../../../shared/model/connection.ts'
import type { ParcelSession } from '../../../engine/parcel-desk.ts'
import { readManifest, type ManifestEntry } from '../../../engine/saving/archive/manifest.ts'
import type { VerifyResult } from '../../../engine/saving/archive/verify-folder.ts'
import { documentFileName, folderName } from '../../../engine/saving/names/file-names.ts'
import { isInsideFolder, pathProblem } from '../../../engine/saving/names/path-limits.ts'
import { freeBytes } from '../../../engine/saving/plan/disk-space.ts'
import type { PlannedDocument, SavePlan } from '../../../engine/saving/plan/save-plan.ts'

/** Whose documents can be asked for again: ids of another service mean nothing to this one. */
interface Origin {
  environment: Environment
  baseUrl: string
}

/**
 * The records of files that a comparison found missing or changed and that can be fetched again (D-B26). Left out is a
 * changed file that was fetched again before: what was saved lies beside it, under another name. A manifest may have come
 * from anywhere, so that a path that we would not have given out is left out too. Fails with folder-refused, file-held.
 */
export async function recordsToFetch(
  { folder, missing, changed, unreadable }: VerifyResult,
  origin: Origin,
): Promise<ManifestEntry[]> {
  const wanted = new Set([...missing, ...changed])
  const manifest = wanted.size === 0 ? undefined : await readManifest(folder)
  if (manifest?.environment !== origin.environment) return []
  const damaged: ManifestEntry[] = []
  for await (const entry of manifest.documents()) {
    if (wanted.has(entry.path) && entry.service === origin.baseUrl && isPathOfOurs(folder, entry.path))
      damaged.push(entry)
  }
  const contents = new Set(damaged.map(contentKey))
  const besides = new Set<string>()
  const notThere = new Set([...wanted, ...unreadable])
  for await (const entry of manifest.documents()) {
    if (!notThere.has(entry.path) && contents.has(contentKey(entry))) besides.add(contentKey(entry))
  }
  const isMissing = new Set(missing)
  return damaged.filter((entry) => isMissing.has(entry.path) || !besides.has(contentKey(entry)))
}

/**
 * A plan that fetches these documents under the names that they had. Whatever is under such a name stays: what comes is put
 * beside it (promise 2). State and date are those that the set was last seen with, and unknown where it never was: those of
 * the manifest are of the bytes that were lost.
 */
export function planFetchAgain(
  session: Pick<ParcelSession, 'sets'>,
  folder: string,
  records: readonly ManifestEntry[],
): SavePlan {
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
      action: 'compare',
      there: null,
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
    conflict: 'keep-both',
    documents,
    isComplete: true,
    requests: documents.length,
    freeBytes: freeBytes(folder),
    likelyBytes: records.reduce((sum, { bytes }) => sum + bytes, 0),
    problems: [],
    docTypes: [],
  }
}

function contentKey({ documentId, sha256 }: ManifestEntry): string {
  return `${documentId} ${sha256}`
}

/** As the engine names files: below the folder, and nothing that a system reads in another way (T25). */
function isPathOfOurs(folder: string, path: string): boolean {
  const parts = path.split('/')
  const file = parts.pop() ?? ''
  const isNamedByUs = documentFileName(file) === file && parts.every((part) => folderName(part) === part)
  const target = join(folder, path)
  return isNamedByUs && isInsideFolder(folder, target) && pathProblem(target) === undefined
}
