import { statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { AppError } from '../../shared/errors/app-error.ts'
import type { Environment } from '../../shared/model/connection.ts'
import type { DocumentFacts } from '../../shared/model/document-facts.ts'
import type { ParcelDocument, ParcelSet, Problem } from '../../shared/model/parcel-set.ts'
import { foldState } from '../../shared/text/fold-state.ts'
import type { PlannedDocument, PlanOptions, SavePlan } from '../core/parcel-desk.ts'
import { withPauses } from '../core/with-pauses.ts'
import { freeBytes } from './check-folder.ts'
import type { Ledger } from './ledger.ts'
import { readManifest } from './manifest.ts'
import { parseNamePattern, renderName } from './name-pattern.ts'
import { namePrefix } from './name-prefix.ts'
import { namesInArchive } from './names-in-archive.ts'
import { pathBudget, pathLimit, pathProblem } from './path-budget.ts'
import { type ReservedName, reserveNames, type WantedName } from './reserve-names.ts'

/** A service that names every document differently must not fill the memory twice. */
const MOST_POOLED = 1_000

export interface Found {
  sets: Iterable<ParcelSet>
  problems: Problem[]
  isComplete: boolean
}

/** A document to save, without the row that it was found in: there may be a hundred thousand. */
interface Wanted {
  setId: string
  facts: DocumentFacts
  name: WantedName
}

/**
 * The plan: every document with its final name, what is there already, what it takes. Sends nothing and writes nothing.
 * Fails with nothing-matched, and with path-too-long where the folder leaves no room for names.
 */
export async function planSave(
  parts: { ledger: Ledger; environment: Environment },
  request: PlanOptions,
  found: Found,
): Promise<SavePlan> {
  const { folder, conflict } = request
  const docTypes = new Map<string, number>()
  const wanted = await gathered(wantedDocuments(parts.environment, request, countingTypes(found.sets, docTypes)))
  if (wanted.length === 0) throw new AppError({ tag: 'nothing-matched', what: 'there is no document to save' })
  const archive = await namesInArchive(folder, parts.ledger, await readManifest(folder))
  const names = reserveNames(
    wanted.map(({ name }) => name),
    { ...archive, maxPathChars: pathBudget(folder) },
  )
  const documents = await gathered(plannedDocuments(parts.ledger, request, { wanted, names }))
  refuseLongPaths(documents)
  const requests = documents.filter((one) => one.state === 'pending').length
  const { problems, isComplete } = found
  return {
    ...{ folder, conflict, documents, isComplete, requests, freeBytes: freeBytes(folder), problems },
    docTypes: Array.from(docTypes, ([docType, count]) => ({ docType, documents: count })),
  }
}

async function gathered<Item>(items: Iterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of withPauses(items)) all.push(item)
  return all
}

function* plannedDocuments(
  ledger: Ledger,
  request: PlanOptions,
  { wanted, names }: { wanted: Wanted[]; names: ReservedName[] },
): Generator<PlannedDocument> {
  // From the end, so that each is let go of as its place is taken: all of them twice would be felt.
  wanted.reverse()
  names.reverse()
  for (let one = wanted.pop(); one !== undefined; one = wanted.pop()) {
    const { setId, facts, name } = one
    const { folders, file, isMarked } = names.pop() ?? { ...name, isMarked: false }
    const named = { setId, documentId: name.identity, relativePath: [...folders, file].join('/'), facts, isMarked }
    yield { ...named, ...stateAtStart(ledger, request, named), attempts: 0 }
  }
}

/** Hands the sets on and counts the types of their documents as they pass. */
function* countingTypes(sets: Iterable<ParcelSet>, counts: Map<string, number>): Generator<ParcelSet> {
  for (const set of sets) {
    for (const { docType } of set.documents ?? []) {
      if (docType !== null) counts.set(docType, (counts.get(docType) ?? 0) + 1)
    }
    yield set
  }
}

function* wantedDocuments(
  environment: Environment,
  { pattern: patternText, docTypes }: PlanOptions,
  sets: Iterable<ParcelSet>,
): Generator<Wanted> {
  const pattern = parseNamePattern(patternText)
  const prefix = namePrefix(environment)
  const types = new Set(docTypes.map(foldState))
  const seen = new Set<string>()
  let folders: readonly string[] = []
  const asBefore = createTextPool()
  for (const set of sets) {
    if (seen.has(set.setId)) continue
    seen.add(set.setId)
    for (const document of set.documents ?? []) {
      if (types.size > 0 && !types.has(foldState(document.docType ?? ''))) continue
      const rendered = renderName(pattern, { ...set, ...document }, { prefix })
      // Documents of one folder come one after the other; a list of its own for each would be a tenth of a large plan.
      if (!isSamePath(rendered.folders, folders)) ({ folders } = rendered)
      const name = { folders, file: rendered.file, identity: document.documentId }
      yield { setId: set.setId, facts: factsOf(set, asBefore(document)), name }
    }
  }
}

/** Names and types of documents are few; as they are read each has its own memory. */
function createTextPool(): (document: ParcelDocument) => ParcelDocument {
  const pool = new Map<string, string>()
  const pooled = (text: string | null): string | null => {
    if (text === null || pool.size >= MOST_POOLED) return text
    const known = pool.get(text)
    if (known === undefined) pool.set(text, text)
    return known ?? text
  }
  return ({ documentId, name, docType }) => ({ documentId, name: pooled(name), docType: pooled(docType) })
}

function isSamePath(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((part, depth) => part === other[depth])
}

/** “Only new or changed” is decided here and locally: the service shows no date filter (T10, T15). */
function stateAtStart(
  ledger: Ledger,
  { folder, isOnlyNew }: PlanOptions,
  planned: Pick<PlannedDocument, 'documentId' | 'relativePath' | 'facts'>,
): Pick<PlannedDocument, 'state' | 'path' | 'relativePath' | 'bytes' | 'sha256'> {
  const { documentId, relativePath, facts } = planned
  const known = isOnlyNew ? ledger.newest(folder, documentId) : undefined
  if (
    known !== undefined &&
    known.facts.status === facts.status &&
    known.facts.modifiedDate === facts.modifiedDate &&
    hasSize(join(folder, known.relativePath), known.bytes)
  ) {
    const path = join(folder, known.relativePath)
    return { state: 'skipped', path, relativePath: known.relativePath, bytes: known.bytes, sha256: known.sha256 }
  }
  return { state: 'pending', path: pathBelow(folder, relativePath), relativePath }
}

/** Like `join` of a clean path; but where nothing has to be changed both share their text in memory, until it is read. */
function pathBelow(folder: string, relativePath: string): string {
  return sep === '/' && !folder.endsWith(sep) ? `${folder}/${relativePath}` : join(folder, relativePath)
}

function hasSize(path: string, bytes: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true && found.size === bytes
}

function refuseLongPaths(documents: readonly PlannedDocument[]): void {
  const tooLong = documents.find(({ path }) => pathProblem(path) !== undefined)
  if (tooLong !== undefined) throw new AppError({ tag: 'path-too-long', path: tooLong.path, limit: pathLimit() })
}

function factsOf(set: ParcelSet, document: ParcelDocument): PlannedDocument['facts'] {
  return {
    customerId: set.customerId,
    customerName: set.customerName,
    parcelRef: set.parcelRef,
    shipmentRef: set.shipmentRef,
    status: set.status,
    modifiedDate: set.modifiedDate,
    name: document.name,
    docType: document.docType,
  }
}
