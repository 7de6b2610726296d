import type { Stats } from 'node:fs'
import { join, sep } from 'node:path'
import { AppError } from '../../../shared/errors/app-error.ts'
import { describeFailure } from '../../../shared/errors/failure-texts.ts'
import type { Environment } from '../../../shared/model/connection.ts'
import type { DocumentFacts, ParcelDocument, ParcelSet, Problem } from '../../../shared/model/parcel-set.ts'
import type { ConflictPolicy } from '../../../shared/model/job.ts'
import { foldState } from '../../../shared/text/fold-state.ts'
import { runYielding, yieldingToEventLoop } from '../../base/async.ts'
import { freeBytes } from './check-folder.ts'
import type { KnownVersion, Ledger } from '../records/ledger.ts'
import { type LookBelow, lookBelow } from './look-below.ts'
import { readManifest } from '../archive/manifest.ts'
import { parseNamePattern, renderName, namePrefix } from '../names/name-pattern.ts'
import { pathBudget, pathProblem, pathTooLong } from '../names/path-limits.ts'
import { type ReservedName, reservingNames, type WantedName } from '../names/reserve-names.ts'
import { usualBytes } from './usual-size.ts'
import type { PlanAction, PlannedDocument, PlanOptions, SavePlan } from './save-plan.ts'
import { namesInArchive } from './names-in-archive.ts'

/** A service that names every document differently must not fill the memory twice. */
const MOST_POOLED = 1_000
/** One by one would take twice as long (measured). */
const LOOKED_UP_AT_ONCE = 500

export interface Found {
  sets: Iterable<ParcelSet>
  problems: Problem[]
  isComplete: boolean
}

/** A document to name, without the row that it was found in: there may be a hundred thousand. */
interface Wanted {
  setId: string
  facts: DocumentFacts
  name: WantedName
}

/** What the plan is made from. */
interface Basis {
  ledger: Ledger
  environment: Environment
  request: PlanOptions
  look: LookBelow
}

/**
 * The plan: every document with its final name, what is there already, what it takes. Sends nothing and writes nothing.
 * Fails with nothing-matched, with interrupted,
 * and with path-too-long where the folder leaves no room for any name; a single one that is too long fails alone (W-N1).
 */
export async function planSave(
  { ledger, environment, request }: { ledger: Ledger; environment: Environment; request: PlanOptions },
  found: Found,
  signal?: AbortSignal,
): Promise<SavePlan> {
  const { folder, conflict } = request
  const basis = { ledger, environment, request, look: lookBelow(folder) }
  const docTypes = new Map<string, number>()
  const wanted = await gathered(wantedDocuments(basis, countingTypes(found.sets, docTypes)), signal)
  if (wanted.length === 0) throw new AppError({ tag: 'nothing-matched', what: 'there is no document to save' })
  const names = await namesOf(wanted, basis, signal)
  const documents = await gathered(plannedDocuments(basis, { wanted, names }), signal)
  refuseLongFolder(documents)
  const countOf = (isMeant: (one: PlannedDocument) => boolean): number => documents.filter(isMeant).length
  // What is compared is most likely the same, and what is replaced takes the room of what was there.
  const added = countOf(({ action }) => action === 'save')
  const { problems, isComplete } = found
  return {
    folder,
    conflict,
    documents,
    isComplete,
    requests: countOf(({ state }) => state === 'pending'),
    freeBytes: freeBytes(folder),
    likelyBytes: Math.round(added * usualBytes(ledger, folder)),
    problems,
    docTypes: Array.from(docTypes, ([docType, count]) => ({ docType, documents: count })),
  }
}

async function gathered<Item>(items: Iterable<Item>, signal: AbortSignal | undefined): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of yieldingToEventLoop(items, signal)) all.push(item)
  return all
}

/**
 * The names of those that need one. What is there keeps the name that it has; and where nothing else is wanted, the names in
 * the archive are not asked for, which would cost more than the search (measured).
 */
async function namesOf(
  wanted: readonly (Wanted | PlannedDocument)[],
  basis: Basis,
  signal: AbortSignal | undefined,
): Promise<ReservedName[]> {
  const { folder } = basis.request
  const manifest = await readManifest(folder)
  const names = wanted.flatMap((one) => ('name' in one ? one.name : []))
  if (names.length === 0) return []
  const archive = await namesInArchive(folder, basis.ledger, manifest)
  return await runYielding(reservingNames(names, { ...archive, maxPathChars: pathBudget(folder) }), signal)
}

function* plannedDocuments(
  basis: Basis,
  { wanted, names }: { wanted: (Wanted | PlannedDocument)[]; names: ReservedName[] },
): Generator<PlannedDocument> {
  // From the end, so that each is let go of as its place is taken: all of them twice would be felt.
  wanted.reverse()
  names.reverse()
  const judge = createJudge(basis)
  for (let one = wanted.pop(); one !== undefined; one = wanted.pop()) {
    if (!('name' in one)) {
      yield one
      continue
    }
    const named = namedAs(one, names.pop())
    yield { ...named, ...judge(named), attempts: 0 }
  }
}

function namedAs({ setId, facts, name }: Wanted, place: ReservedName | undefined): Named {
  if (place === undefined) throw new Error('there is a name for every document')
  const relativePath = [...place.folders, place.file].join('/')
  return { setId, documentId: name.identity, relativePath, facts, isMarked: place.isMarked }
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

/** Every document, planned already where the folder has it as the service does and only new ones are wanted. */
function* wantedDocuments(basis: Basis, sets: Iterable<ParcelSet>): Generator<Wanted | PlannedDocument> {
  const { ledger, environment, request } = basis
  const pattern = parseNamePattern(request.pattern)
  const prefix = namePrefix(environment)
  const unchanged = createUnchanged(basis)
  let folders: readonly string[] = []
  for (const some of inBatches(documentsOf(sets, request.docTypes), LOOKED_UP_AT_ONCE)) {
    const ids = some.map(({ document }) => document.documentId)
    const newest = request.isOnlyNew ? ledger.newest(request.folder, ids) : undefined
    for (const { set, document } of some) {
      const { setId } = set
      const facts = factsOf(set, document)
      const known = newest?.get(document.documentId)
      const there = known === undefined ? undefined : unchanged(known, facts)
      if (there !== undefined) {
        yield { setId, facts, ...there }
        continue
      }
      const rendered = renderName(pattern, { ...set, ...document }, { prefix })
      // Documents of one folder come one after the other; a list of its own for each would be a tenth of a large plan.
      if (!isSamePath(rendered.folders, folders)) ({ folders } = rendered)
      yield { setId, facts, name: { folders, file: rendered.file, identity: document.documentId } }
    }
  }
}

interface InSet {
  set: ParcelSet
  document: ParcelDocument
}

/** The documents of the types asked for, of each set once. */
function* documentsOf(sets: Iterable<ParcelSet>, docTypes: readonly string[]): Generator<InSet> {
  const types = new Set(docTypes.map(foldState))
  const seen = new Set<string>()
  const interned = createDocumentPool()
  for (const set of sets) {
    if (seen.has(set.setId)) continue
    seen.add(set.setId)
    for (const document of set.documents ?? []) {
      if (types.size > 0 && !types.has(foldState(document.docType ?? ''))) continue
      yield { set, document: interned(document) }
    }
  }
}

function* inBatches<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let batch: Item[] = []
  for (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Names and types of documents are few; as they are read each has its own memory. */
function createDocumentPool(): (document: ParcelDocument) => ParcelDocument {
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

type Named = Pick<PlannedDocument, 'setId' | 'documentId' | 'relativePath' | 'facts' | 'isMarked'>
type Judged = Pick<PlannedDocument, 'state' | 'action' | 'there' | 'path' | 'failure'>
type Kept = Omit<PlannedDocument, 'setId' | 'facts'>

/** “Only new or changed” is decided here and locally: the service shows no date filter (T10, T15). */
function createUnchanged({
  request: { folder },
  look,
}: Basis): (known: KnownVersion, facts: DocumentFacts) => Kept | undefined {
  return (known, facts) => {
    if (known.status !== facts.status || known.modifiedDate !== facts.modifiedDate) return undefined
    const { documentId, relativePath, bytes, sha256 } = known
    const file = look(relativePath)
    if (file?.isFile() !== true || file.size !== bytes) return undefined
    const path = pathBelow(folder, relativePath)
    const standing = { state: 'skipped', action: 'unchanged', there: null } as const
    return { documentId, relativePath, path, ...standing, bytes, sha256, isMarked: false, attempts: 0 }
  }
}

/** What becomes of each document that has its name, by what the disk has and the ledger knows. */
function createJudge({ ledger, request: { folder, conflict }, look }: Basis): (one: Named) => Judged {
  return ({ documentId, relativePath }) => {
    const path = pathBelow(folder, relativePath)
    if (pathProblem(path) !== undefined) {
      const failure = describeFailure(pathTooLong(path).failure)
      return { state: 'failed', action: 'too-long', there: null, path, failure }
    }
    const found = look(relativePath)
    if (found === undefined) return { state: 'pending', action: 'save', there: null, path }
    const recorded = ledger.knownAt(folder, relativePath)
    const action = actionOn(found, conflict)
    const there = {
      bytes: found.size,
      writtenAt: found.mtime.toISOString(),
      modifiedDate: recorded?.modifiedDate ?? null,
      isKnown: recorded?.documentId === documentId,
    }
    return { state: action === 'leave' ? 'skipped' : 'pending', action, there, path }
  }
}

/** As `resolveConflict` does it: a folder or a link is never replaced. */
function actionOn(found: Stats, conflict: ConflictPolicy): PlanAction {
  if (conflict === 'skip') return 'leave'
  return conflict === 'replace' && found.isFile() ? 'replace' : 'compare'
}

/** Like `join` of a clean path; but where nothing has to be changed both share their text in memory, until it is read. */
function pathBelow(folder: string, relativePath: string): string {
  return sep === '/' && !folder.endsWith(sep) ? `${folder}/${relativePath}` : join(folder, relativePath)
}

function refuseLongFolder(documents: readonly PlannedDocument[]): void {
  const [first] = documents
  if (first === undefined || documents.some(({ action }) => action !== 'too-long')) return
  throw pathTooLong(first.path)
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
