import { z } from 'zod'
import { describedFailure, id, line, none, problem, slice } from './wire.ts'

const text = z.string().nullable()

export const selection = z.strictObject({
  /** Customer ids; none is every customer. */
  customers: z.array(line).max(10_000),
  shipmentRefs: z.array(line).max(20_000),
  /** Empty: the service's default, ACTIVE. */
  status: line,
  /** Null: DOCEX, and on a miss once more without (T9). */
  instance: line.nullable(),
  filters: z.record(line, line),
  /** Local filter on a set's own state; empty: all. */
  states: z.array(line).max(100),
})

/** A set as a row of the grid: text as received, null where it was missing or of another type. */
export const setRow = z.object({
  setId: z.string(),
  customerId: text,
  customerName: text,
  transactionId: text,
  parcelRef: text,
  shipmentRef: text,
  status: text,
  signature: text,
  billOfLadingDate: text,
  modifiedDate: text,
  vesselName: text,
  loadPort: text,
  destinationName: text,
  destinationCountry: text,
  cargoName: text,
  quantity: text,
  fromParty: text,
  consignorCompanyName: text,
  consigneeCompanyName: text,
  /** Null while the service has not listed them: “not loaded”, never “none” (T4). */
  documents: z.int().nullable(),
  /** Of these documents, those that this installation saved. */
  savedDocuments: z.int(),
})

export const searchProgress = z.object({
  searchId: id,
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** Rows that can be read; they may still change, their customer for one, until the search has ended. */
  loaded: z.int(),
  /** Sets that came, whatever their state; more than `loaded` where only some states were asked for. */
  received: z.int(),
  /** As the service counted; null while it has not said. */
  total: z.int().nullable(),
  requests: z.int(),
  /** Those sent and those still to come, as far as can be told. */
  expectedRequests: z.int(),
  isComplete: z.boolean(),
  /** Why fewer came than the service counted; known when the search is done. */
  lacking: z.object({ unsent: z.int(), unreadable: z.int() }),
  problems: z.array(problem),
  failure: describedFailure.nullable(),
})

export const worklistLine = z.object({
  reference: z.string(),
  /** `unknown`: the search ended, or was cut short, before it could tell; never to be taken for missing. */
  state: z.enum(['waiting', 'found', 'several', 'missing', 'unknown']),
  /** Every set of just this reference, in whatever state. */
  setIds: z.array(z.string()),
  /** States of its sets as received, each once. */
  statuses: z.array(z.string()),
  customers: z.array(z.string()),
  /** Signatures of its sets added up; null where one of them cannot be read. */
  signatures: z.object({ signed: z.int(), total: z.int() }).nullable(),
  documents: z.int().nullable(),
  savedDocuments: z.int(),
})

export const namedSearch = z.object({ id, name: z.string(), selection, savedAt: z.string() })

const documentView = z.object({
  documentId: z.string(),
  name: text,
  docType: text,
  /** Every place where this installation saved it, newest first; the path is for reading only. */
  saved: z.array(
    z.object({
      path: z.string(),
      savedAt: z.string(),
      bytes: z.int(),
      sha256: z.string(),
      isThere: z.boolean(),
      /** It is there with another size than was saved. */
      isChanged: z.boolean(),
    }),
  ),
})

/** What happened to a set: found by searching, or said by a `message`. Or what this installation did with it. */
const sighting = z.object({
  at: z.string(),
  kind: z.enum(['first-seen', 'state-changed', 'message', 'saved']),
  text: z.string(),
})

export const searchMethods = {
  'search.start': {
    input: z.strictObject({ sessionId: id, selection }),
    output: z.object({ searchId: id }),
  },
  'search.rows': { input: z.strictObject({ searchId: id, slice }), output: z.object({ rows: z.array(setRow) }) },
  /** One line a reference, in the order they were given. */
  'search.lines': {
    input: z.strictObject({ searchId: id, slice }),
    output: z.object({ lines: z.array(worklistLine) }),
  },
  /** References for which there is no set, in the order asked; those whose search was not complete are not among them. */
  'search.missing': { input: z.strictObject({ searchId: id }), output: z.object({ references: z.array(z.string()) }) },
  'search.cancel': { input: z.strictObject({ searchId: id }), output: none },
  /** Forgets a search that the page shows no more. */
  'search.close': { input: z.strictObject({ searchId: id }), output: none },
  /**
   * The references in pasted or dropped text, as a spreadsheet user expects: each once, and the column line by line, blank
   * ones as empty texts.
   */
  'search.readReferences': {
    input: z.strictObject({ text: z.string().max(5_000_000) }),
    output: z.object({ references: z.array(z.string()), lines: z.array(z.string()) }),
  },
  'search.saved': {
    input: none,
    output: z.object({ saved: z.array(namedSearch), recent: z.array(namedSearch) }),
  },
  'search.save': { input: z.strictObject({ name: line, selection }), output: namedSearch },
  'search.forget': { input: z.strictObject({ id }), output: none },
  /** What the grid shows of these sets, in their order; those that were never seen are left out. */
  'sets.rows': {
    input: z.strictObject({ sessionId: id, setIds: z.array(line).max(2_000) }),
    output: z.object({ rows: z.array(setRow) }),
  },
  'sets.read': {
    input: z.strictObject({ sessionId: id, setId: line }),
    output: z.object({
      row: setRow,
      /** As the service sent it, without XML contents, as JSON. */
      received: z.string(),
      documents: z.array(documentView).nullable(),
      timeline: z.array(sighting),
    }),
  },
  /**
   * Asks the service once more for a set whose documents it has not listed (T4). `part`: some have no valid id; `none`: it
   * has none, then the set goes on saying “not loaded”. Fails with documents-not-listed where the service still does not say.
   */
  'sets.loadDocuments': {
    input: z.strictObject({ sessionId: id, setId: line }),
    output: z.object({ outcome: z.enum(['listed', 'part', 'none']) }),
  },
} as const
