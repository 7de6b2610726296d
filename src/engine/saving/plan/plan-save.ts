import type { Stats } from 'node:fs'
import { join, sep } from 'node:path'
import { AppError } from '../../../shared/errors/app-error.ts'
import { describeFailure } from '../../../shared/errors/failure-texts.ts'
import type { Environment } from '../../../shared/model/connection.ts'
import type { ConflictPolicy } from '../../../shared/model/job.ts'
import type { DocumentFacts, ParcelDocument, ParcelSet } from '../../../shared/model/parcel-set.ts'
import { foldState } from '../../../shared/text/set-fields.ts'
import { runYielding, yieldingToEventLoop } from '../../base/async.ts'
import type { SavableSets } from '../../search/find-savable.ts'
import type { Manifest } from '../archive/manifest.ts'
import { readManifest } from '../archive/manifest-parts.ts'
import { diagnoseDiskFailure } from '../disk/disk-failures.ts'
import { freeBytes } from '../disk/disk-space.ts'
import { folderTexts, namePrefix, parseNamePattern, renderName } from '../names/name-pattern.ts'
import { pathBudget, pathProblem, pathTooLong } from '../names/path-limits.ts'
import type { NameRequest } from '../names/name-request.ts'
import { type ReservedName, reserveNamesInSteps } from '../names/reserve-names.ts'
import type { KnownVersion, Ledger } from '../records/ledger.ts'
import { createFileLookup, type FileLookup, namesInArchive, type NamesInArchive } from './names-in-archive.ts'
import type { PlanAction, PlannedDocument, PlanOptions, SavePlan } from './save-plan.ts'

/** Bounds the pool in case a service names every document differently. */
const MAX_POOLED = 1_000
/** Documents are looked up in groups: one by one takes twice as long (measured). */
const LEDGER_BATCH = 500

/** A document that needs a name, without the row it was found in: there may be a hundred thousand. */
interface UnnamedDocument {
  setId: string
  facts: DocumentFacts
  name: NameRequest
}

export interface PlanBasis {
  ledger: Ledger
  environment: Environment
  request: PlanOptions
}

/** What every step of a plan needs. */
interface PlanContext extends PlanBasis {
  lookUp: FileLookup
  manifest: () => Promise<Manifest | undefined>
  archive: () => Promise<NamesInArchive>
}

/**
 * The plan: every document with its final name, what already has that name, and what saving will take. Sends nothing and
 * writes nothing. Fails with nothing-matched where the search was complete, with interrupted, and with path-too-long where the
 * folder leaves no room for any name; a single path that is too long fails alone (W-N1).
 */
export async function planSave(basis: PlanBasis, savable: SavableSets, signal?: AbortSignal): Promise<WholePlan> {
  const plan = await createPlanner(basis)(savable, signal)
  // What could not be read may have documents, so that an empty plan is none that matched nothing.
  if (plan.documents.length === 0 && savable.isComplete) throw nothingMatched()
  return plan
}

export type WholePlan = Omit<SavePlan, 'alsoSaving'>

export function nothingMatched(): AppError {
  return new AppError({ tag: 'nothing-matched', what: 'there is no document to save' })
}

export type Planner = (savable: SavableSets, signal?: AbortSignal) => Promise<WholePlan>

/** Plans like `planSave`, several times into one folder, which it looks into once. */
export function createPlanner(basis: PlanBasis): Planner {
  const { ledger, request } = basis
  const { folder, pattern } = request
  const manifest = once(() => readManifest(folder))
  const archive = once(async () =>
    namesInArchive(folder, { ledger, manifest: await manifest(), pattern: parseNamePattern(pattern) }),
  )
  const context: PlanContext = { ...basis, lookUp: createFileLookup(folder), manifest, archive }
  return (savable, signal) =>
    // A share may go away while names are looked up in it.
    planWith(context, savable, signal).catch(async (thrown: unknown) => {
      throw await diagnoseDiskFailure(thrown, folder, folder)
    })
}

function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let begun: Promise<Value> | undefined
  return () => (begun ??= work())
}

async function planWith(
  context: PlanContext,
  savable: SavableSets,
  signal: AbortSignal | undefined,
): Promise<WholePlan> {
  const { ledger, request } = context
  const { folder, conflict } = request
  const docTypes = new Map<string, number>()
  const candidates = await collect(documentsToPlan(context, countTypes(savable.sets, docTypes)), signal)
  const names = await reserveNamesFor(candidates, context, signal)
  const documents = await collect(planDocuments(context, { candidates, names }), signal)
  refuseLongFolder(documents)
  const countOf = (isCounted: (one: PlannedDocument) => boolean): number => documents.filter(isCounted).length
  // A compared file is most likely the same, and a replacement takes the space of the file it replaces.
  const added = countOf(({ action }) => action === 'save')
  const { problems, isComplete } = savable
  return {
    folder,
    conflict,
    documents,
    isComplete,
    requests: countOf(({ state }) => state === 'pending'),
    freeBytes: freeBytes(folder),
    likelyBytes: Math.round(added * ledger.typicalBytes(folder)),
    problems,
    docTypes: Array.from(docTypes, ([docType, count]) => ({ docType, documents: count })),
  }
}

async function collect<Item>(items: Iterable<Item>, signal: AbortSignal | undefined): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of yieldingToEventLoop(items, signal)) all.push(item)
  return all
}

/**
 * The names of the documents that need one; an unchanged document keeps its name. Where no document needs a name, those in
 * the archive are not read, which would cost more than the search (measured).
 */
async function reserveNamesFor(
  candidates: readonly (UnnamedDocument | PlannedDocument)[],
  { request: { folder }, ...context }: PlanContext,
  signal: AbortSignal | undefined,
): Promise<ReservedName[]> {
  await context.manifest()
  const unnamed = candidates.flatMap((one) => ('name' in one ? one : []))
  if (unnamed.length === 0) return []
  const archive = await context.archive()
  const names = unnamed.map(({ name }) => name)
  return await runYielding(reserveNamesInSteps(names, { ...archive, maxPathChars: pathBudget(folder) }), signal)
}

function* planDocuments(
  context: PlanContext,
  { candidates, names }: { candidates: (UnnamedDocument | PlannedDocument)[]; names: ReservedName[] },
): Generator<PlannedDocument> {
  // From the end, so that each candidate is freed when its document is made: memory for both lists would be felt.
  candidates.reverse()
  names.reverse()
  const planAction = createActionPlanner(context)
  for (let one = candidates.pop(); one !== undefined; one = candidates.pop()) {
    if (!('name' in one)) {
      yield one
      continue
    }
    const named = namedAs(one, names.pop())
    yield { ...named, ...planAction(named), attempts: 0 }
  }
}

function namedAs({ setId, facts, name }: UnnamedDocument, place: ReservedName | undefined): NamedDocument {
  if (place === undefined) throw new Error('there is a name for every document')
  const relativePath = [...place.folders, place.file].join('/')
  return { setId, documentId: name.identity, relativePath, facts, isSuffixed: place.isSuffixed }
}

/** Passes the sets through and counts the types of their documents. */
function* countTypes(sets: Iterable<ParcelSet>, counts: Map<string, number>): Generator<ParcelSet> {
  for (const set of sets) {
    for (const { docType } of set.documents ?? []) {
      if (docType !== null) counts.set(docType, (counts.get(docType) ?? 0) + 1)
    }
    yield set
  }
}

/** Every document; already planned where only new ones are requested and the folder has it unchanged. */
function* documentsToPlan(
  context: PlanContext,
  sets: Iterable<ParcelSet>,
): Generator<UnnamedDocument | PlannedDocument> {
  const { ledger, environment, request } = context
  const pattern = parseNamePattern(request.pattern)
  const prefix = namePrefix(environment)
  const findUnchanged = createUnchangedCheck(context)
  let shared: Required<Pick<NameRequest, 'folders' | 'folderTexts'>> = { folders: [], folderTexts: [] }
  for (const batch of inBatches(documentsOf(sets, request.docTypes), LEDGER_BATCH)) {
    const ids = batch.map(({ document }) => document.documentId)
    const newest = request.isOnlyNew ? ledger.newest(request.folder, ids) : undefined
    for (const { set, document } of batch) {
      const { setId } = set
      const facts = factsOf(set, document)
      const known = newest?.get(document.documentId)
      const unchanged = known === undefined ? undefined : findUnchanged(known, facts)
      if (unchanged !== undefined) {
        yield { setId, facts, ...unchanged }
        continue
      }
      const fields = { ...set, ...document }
      const { folders, file } = renderName(pattern, fields, { prefix })
      const texts = folderTexts(pattern, fields)
      // Documents of one folder follow each other and share its list: a list each would be a tenth of a large plan.
      if (!isSamePath(texts, shared.folderTexts)) shared = { folders, folderTexts: texts }
      yield { setId, facts, name: { ...shared, file, identity: document.documentId } }
    }
  }
}

interface DocumentInSet {
  set: ParcelSet
  document: ParcelDocument
}

/** The documents of the requested types, each set once. */
function* documentsOf(sets: Iterable<ParcelSet>, docTypes: readonly string[]): Generator<DocumentInSet> {
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

/** Shares equal names and types, of which there are few; as read, each document has its own copies. */
function createDocumentPool(): (document: ParcelDocument) => ParcelDocument {
  const pool = new Map<string, string>()
  const pooled = (text: string | null): string | null => {
    if (text === null || pool.size >= MAX_POOLED) return text
    const known = pool.get(text)
    if (known === undefined) pool.set(text, text)
    return known ?? text
  }
  return ({ documentId, name, docType }) => ({ documentId, name: pooled(name), docType: pooled(docType) })
}

function isSamePath(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((part, depth) => part === other[depth])
}

type NamedDocument = Pick<PlannedDocument, 'setId' | 'documentId' | 'relativePath' | 'facts' | 'isSuffixed'>
type PlanDecision = Pick<PlannedDocument, 'state' | 'action' | 'there' | 'path' | 'failure'>
type UnchangedDocument = Omit<PlannedDocument, 'setId' | 'facts'>

/** Decides “only new or changed” locally, since the service has no date filter (T10, T15). */
function createUnchangedCheck({
  request: { folder },
  lookUp,
}: PlanContext): (known: KnownVersion, facts: DocumentFacts) => UnchangedDocument | undefined {
  return (known, facts) => {
    if (known.status !== facts.status || known.modifiedDate !== facts.modifiedDate) return undefined
    const { documentId, relativePath, bytes, sha256 } = known
    const file = lookUp(relativePath)
    if (file?.isFile() !== true || file.size !== bytes) return undefined
    const path = pathBelow(folder, relativePath)
    return {
      documentId,
      relativePath,
      path,
      state: 'skipped',
      action: 'unchanged',
      there: null,
      bytes,
      sha256,
      isSuffixed: false,
      attempts: 0,
    }
  }
}

/** Plans what to do with each named document, by what the disk has and the ledger knows. */
function createActionPlanner({
  ledger,
  request: { folder, conflict },
  lookUp,
}: PlanContext): (document: NamedDocument) => PlanDecision {
  return ({ documentId, relativePath }) => {
    const path = pathBelow(folder, relativePath)
    if (pathProblem(path) !== undefined) {
      const failure = describeFailure(pathTooLong(path).failure)
      return { state: 'failed', action: 'too-long', there: null, path, failure }
    }
    const found = lookUp(relativePath)
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

/** As in `resolveConflict`: a folder or a link is never replaced. */
function actionOn(found: Stats, conflict: ConflictPolicy): PlanAction {
  if (conflict === 'skip') return 'leave'
  return conflict === 'replace' && found.isFile() ? 'replace' : 'compare'
}

/** Like `join` for a clean path, but without flattening: where possible the strings share their text in memory. */
function pathBelow(folder: string, relativePath: string): string {
  return sep === '/' && !folder.endsWith(sep) ? `${folder}/${relativePath}` : join(folder, relativePath)
}

function refuseLongFolder(documents: readonly PlannedDocument[]): void {
  const [first] = documents
  if (first === undefined || documents.some(({ action }) => action !== 'too-long')) return
  throw pathTooLong(first.path)
}

export function factsOf(set: ParcelSet, document: ParcelDocument): DocumentFacts {
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
