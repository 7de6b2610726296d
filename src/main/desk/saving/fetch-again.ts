import { join } from 'node:path'
import type { Environment } from '../../../shared/model/connection.ts'
import { DEFAULT_NAME_PATTERN } from '../../../shared/model/name-patterns.ts'
import type { ParcelDocument, ParcelSet } from '../../../shared/model/parcel-set.ts'
import type { ParcelSession } from '../../../engine/parcel-desk.ts'
import type { ManifestEntry } from '../../../engine/saving/archive/manifest.ts'
import { readManifest } from '../../../engine/saving/archive/manifest-parts.ts'
import type { VerifyResult } from '../../../engine/saving/archive/verify-folder.ts'
import { documentFileName, folderKey, folderName } from '../../../engine/saving/names/file-names.ts'
import {
  folderTexts,
  namePrefix,
  type NamePattern,
  parseNamePattern,
  renderName,
} from '../../../engine/saving/names/name-pattern.ts'
import { isInsideFolder, pathProblem } from '../../../engine/saving/names/path-limits.ts'
import { reserveNames } from '../../../engine/saving/names/reserve-names.ts'
import { freeBytes } from '../../../engine/saving/disk/disk-space.ts'
import { factsOf } from '../../../engine/saving/plan/plan-save.ts'
import type { PlannedDocument, SavePlan } from '../../../engine/saving/plan/save-plan.ts'
import type { SavedVersion } from '../../../engine/saving/records/ledger.ts'

/** The service whose documents can be fetched again: the ids of another one mean nothing to it. */
interface Origin {
  environment: Environment
  baseUrl: string
}

/** A document to fetch again: which one it is, and under which name it was saved. */
export type FetchableRecord = Pick<
  SavedVersion,
  'relativePath' | 'setId' | 'documentId' | 'facts' | 'bytes' | 'sha256' | 'savedAt'
>

/** What can be fetched again. */
export interface FetchableRecords {
  missing: FetchableRecord[]
  changed: FetchableRecord[]
  /** Changed, and fetched again before: the saved document lies beside it, under another name. */
  copied: FetchableRecord[]
}

/** Who may say which document has which name. */
export interface NameSources {
  /** What this installation saved under a path. */
  savedAt(path: string): SavedVersion | undefined
  /** The sets as the service last showed them; none where nobody is signed in. */
  sets(setIds: readonly string[]): Iterable<ParcelSet>
  /** The name patterns in use here. */
  patterns: readonly string[]
}

/**
 * The records of files that a comparison found missing or changed and that can be fetched again. Everybody who saves
 * into a folder may write its manifest, so that it only says which files there should be. Which document a file is, is said by
 * the ledger; where another installation saved it, by the service: only under a name that this document would get here.
 * Fails with folder-refused, file-held.
 */
export async function recordsToFetch(
  { folder, missing, changed, unreadable }: VerifyResult,
  origin: Origin,
  sources: NameSources,
): Promise<FetchableRecords> {
  const damagedPaths = new Set([...missing, ...changed])
  const manifest = damagedPaths.size === 0 ? undefined : await readManifest(folder)
  if (manifest?.environment !== origin.environment) return { missing: [], changed: [], copied: [] }
  const recordOf = createRecords(origin, sources)
  const byPath = new Map<string, FetchableRecord>()
  for await (const entry of manifest.documents()) {
    if (!damagedPaths.has(entry.path) || !isPathOfOurs(folder, entry.path)) continue
    const record = recordOf(entry)
    if (record !== undefined) byPath.set(entry.path, record)
  }
  const damaged = [...byPath.values()]
  const contents = new Set(damaged.map(contentKey))
  const copies = new Set<string>()
  const unusable = new Set([...damagedPaths, ...unreadable])
  for await (const entry of manifest.documents()) {
    if (!unusable.has(entry.path) && contents.has(contentKey(entry))) copies.add(contentKey(entry))
  }
  const isMissing = new Set(missing)
  const inFolder = damaged.filter(({ relativePath }) => !isMissing.has(relativePath))
  return {
    missing: damaged.filter(({ relativePath }) => isMissing.has(relativePath)),
    changed: inFolder.filter((entry) => !copies.has(contentKey(entry))),
    copied: inFolder.filter((entry) => copies.has(contentKey(entry))),
  }
}

function createRecords(
  { environment, baseUrl }: Origin,
  { savedAt, sets, patterns }: NameSources,
): (entry: ManifestEntry) => FetchableRecord | undefined {
  const parsed = [...new Set([...patterns, DEFAULT_NAME_PATTERN])].flatMap(parsedPattern)
  const prefix = namePrefix(environment)
  return ({ path, setId, documentId, service, bytes, sha256, savedAt: at }) => {
    const own = savedAt(path)
    if (own !== undefined) return own.baseUrl === baseUrl ? own : undefined
    const [set] = service === baseUrl ? sets([setId]) : []
    const document = set?.documents?.find((one) => one.documentId === documentId)
    if (set === undefined || document === undefined) return undefined
    const isItsName = parsed.some((pattern) => isNameFor(path, { pattern, prefix, set, document }))
    return isItsName
      ? { relativePath: path, setId, documentId, facts: factsOf(set, document), bytes, sha256, savedAt: at }
      : undefined
  }
}

/** A settings file that somebody edited may have one that is none. */
function parsedPattern(text: string): NamePattern[] {
  try {
    return [parseNamePattern(text)]
  } catch {
    return []
  }
}

/** Of a version that lies beside another file. */
const VERSION_ENDING = / \[version [\da-f]{8}\](?=\.pdf$)/

interface Naming {
  pattern: NamePattern
  prefix: string
  set: ParcelSet
  document: ParcelDocument
}

/** Whether a document may have been saved under this path by a pattern: with any ending that keeps it apart from others. */
function isNameFor(path: string, { pattern, prefix, set, document }: Naming): boolean {
  const fields = { ...set, ...document }
  const identity = document.documentId
  const parts = path.replace(VERSION_ENDING, '').split('/')
  const wanted = folderKey(parts)
  const spelled = new Map(parts.map((part, depth) => [folderKey(parts.slice(0, depth + 1)), part]))
  const request = { ...renderName(pattern, fields, { prefix }), folderTexts: folderTexts(pattern, fields), identity }
  const [name] = reserveNames([request], {
    ownerOf: (folder, file) => ((folder === '' ? file : `${folder}/${file}`) === wanted ? identity : undefined),
    knownFolder: (key) => spelled.get(key),
  })
  return name !== undefined && folderKey([...name.folders, name.file]) === wanted
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
    const { setId, documentId, relativePath, facts } = record
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
      facts: { ...facts, status, modifiedDate },
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
function existingFile({ bytes, savedAt, facts }: FetchableRecord): PlannedDocument['there'] {
  return { bytes, writtenAt: savedAt, modifiedDate: facts.modifiedDate, isKnown: false }
}

function contentKey({ documentId, sha256 }: Pick<FetchableRecord, 'documentId' | 'sha256'>): string {
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
