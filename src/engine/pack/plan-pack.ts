import { join } from 'node:path'
import type { EntryState } from '../../shared/model/pack.ts'
import type { DocumentFacts, ParcelSet } from '../../shared/model/parcel-set.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import { fileStamp } from '../documents/checked-file.ts'
import { documentTitle } from '../saving/names/document-title.ts'
import { factsOf } from '../saving/plan/plan-save.ts'
import type { SavedVersion } from '../saving/records/ledger.ts'

/** A saved file as the ledger has it. */
export interface PackedFile {
  path: string
  bytes: number
  sha256: string
  /** Of its set when the service sent these bytes. */
  status: string | null
  fetchedAt: string
  /** Its set has changed since, so the service may have replaced it (T10). */
  isOutdated: boolean
}

/** A document of a pack. */
export interface PackEntry {
  setId: string
  documentId: string
  title: string
  parcelRef: string | null
  shipmentRef: string | null
  customerName: string | null
  state: EntryState
  /** Null unless it is saved. */
  file: PackedFile | null
}

const LONGEST_TITLE = 200

/** The documents of these sets in their order, each with the file that was saved last. Sets whose documents are not listed add none. */
export async function entriesOfSets(
  sets: Iterable<ParcelSet>,
  versionsOf: (setId: string) => readonly SavedVersion[],
): Promise<PackEntry[]> {
  const entries: PackEntry[] = []
  for (const set of sets) {
    const versions = Map.groupBy(versionsOf(set.setId), ({ documentId }) => documentId)
    for (const document of set.documents ?? []) {
      const id = { setId: set.setId, documentId: document.documentId }
      entries.push(await entryOf(id, factsOf(set, document), versions.get(document.documentId) ?? []))
    }
  }
  return entries
}

/** The documents that were saved into a folder, in the order of their paths. */
export async function entriesOfFolder(versions: Iterable<SavedVersion>): Promise<PackEntry[]> {
  const documents = Map.groupBy(versions, ({ setId, documentId }) => `${setId} ${documentId}`)
  const entries: PackEntry[] = []
  for (const saved of documents.values()) {
    const [newest] = newestFirst(saved)
    if (newest !== undefined) entries.push(await entryOf(newest, newest.facts, saved))
  }
  return entries
}

/** The sets with those of their documents alone that have no file for the pack. */
export function* lackingSets(
  entries: readonly PackEntry[],
  read: (setIds: Iterable<string>) => Iterable<ParcelSet>,
): Generator<ParcelSet> {
  const lacking = Map.groupBy(
    entries.filter(({ file }) => file === null),
    ({ setId }) => setId,
  )
  for (const set of read(lacking.keys())) {
    const ids = new Set(lacking.get(set.setId)?.map(({ documentId }) => documentId))
    yield { ...set, documents: set.documents?.filter(({ documentId }) => ids.has(documentId)) }
  }
}

async function entryOf(
  { setId, documentId }: Pick<PackEntry, 'setId' | 'documentId'>,
  facts: DocumentFacts,
  versions: readonly SavedVersion[],
): Promise<PackEntry> {
  const { parcelRef, shipmentRef, customerName, name, docType } = facts
  const title = plainText(documentTitle(name ?? '', docType ?? ''), LONGEST_TITLE) || 'Document'
  return { setId, documentId, title, parcelRef, shipmentRef, customerName, ...(await lastSaved(versions, facts)) }
}

function newestFirst(versions: readonly SavedVersion[]): SavedVersion[] {
  return versions.toSorted((a, b) => b.seenAt.localeCompare(a.seenAt))
}

/** The bytes that the service sent last, wherever they are whole: an older version never takes their place. */
async function lastSaved(
  versions: readonly SavedVersion[],
  now: DocumentFacts,
): Promise<Pick<PackEntry, 'state' | 'file'>> {
  const [newest, ...others] = newestFirst(versions)
  if (newest === undefined) return { state: 'unsaved', file: null }
  const same = [newest, ...others.filter(({ sha256 }) => sha256 === newest.sha256)]
  const { status, modifiedDate } = newest.facts
  const isOutdated = status !== now.status || modifiedDate !== now.modifiedDate
  let state: EntryState = 'gone'
  for (const { folder, relativePath, bytes, sha256, seenAt, facts } of same) {
    const path = join(folder, relativePath)
    const stamp = await fileStamp(path)
    if (stamp?.bytes === bytes) {
      return { state: 'saved', file: { path, bytes, sha256, status: facts.status, fetchedAt: seenAt, isOutdated } }
    }
    if (stamp !== undefined) state = 'changed'
  }
  return { state, file: null }
}
