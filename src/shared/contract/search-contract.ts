import { z } from 'zod'
import { MAX_SETS_OF_FILES } from '../model/size-limits.ts'
import { MAX_FIELD_CHARS } from '../text/plain-text.ts'
import { describedFailure, id, line, none, problem, savedFile, slice, tableFormat } from './wire.ts'

const text = z.string().nullable()

export const selection = z.strictObject({
  /** Customer ids; empty for every customer. */
  customers: z.array(line).max(10_000),
  shipmentRefs: z.array(line).max(20_000),
  /** Empty: the service's default, ACTIVE. */
  status: line,
  /** Null: DOCEX, and if that finds nothing, once more without (T9). */
  instance: line.nullable(),
  filters: z.record(line, line),
  /** Local filter on the set's own state; empty for all. */
  states: z.array(line).max(100),
})

/** A set as a row of the grid: text as received, null if it was missing or of another type. */
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
  /** Null until the service has listed them: “not loaded”, never “none” (T4). */
  documents: z.int().nullable(),
  /** How many of these documents this installation has saved. */
  savedDocuments: z.int(),
  /** How many of those were saved before the set changed. */
  changedDocuments: z.int(),
})

export const searchProgress = z.object({
  searchId: id,
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** Rows that can be read; they may change until the search has ended, for example their customer. */
  loaded: z.int(),
  /** Sets received in any state; more than `loaded` if only some states were requested. */
  received: z.int(),
  /** The service's count; null until it is known. */
  total: z.int().nullable(),
  requests: z.int(),
  /** `requests` and an estimate of those still to come. */
  expectedRequests: z.int(),
  isComplete: z.boolean(),
  /** Why fewer sets came than the service counted; known once the search is done. */
  lacking: z.object({ unsent: z.int(), unreadable: z.int() }),
  problems: z.array(problem),
  failure: describedFailure.nullable(),
})

/** What a reference was understood as, and the shipment of the set that has it. */
export const numberOf = z.object({ kind: z.enum(['parcel', 'bill']), shipmentRef: z.string() })

/** A set, by its parcel; or a name that one or more sets have. */
const knownHit = z.object({
  kind: z.enum(['parcel', 'shipment', 'vessel', 'bill']),
  /** As the service sent it. */
  name: z.string(),
  /** 4 is all of the name, 3 its start, 2 the start of a word, 1 within; 0 is a set found by other names than its parcel’s. */
  fit: z.int(),
  sets: z.int(),
  /** Of the set, of several the one first seen last. */
  setId: z.string(),
  parcelRef: text,
  shipmentRef: text,
  customerName: text,
  vesselName: text,
  status: text,
})

const shownText = z.string().max(MAX_FIELD_CHARS)

/** What the page shows of the results, without asking the service: rows with these words, and allowed values by column. */
const narrowing = z.strictObject({
  quickFilter: shownText,
  /** Null stands for unknown. */
  facets: z.record(line, z.array(shownText.nullable()).max(10_000)),
})

const namedSearch = z.object({
  id,
  name: z.string(),
  selection,
  /** Absent if every row was shown. */
  narrowing: narrowing.optional(),
  savedAt: z.string(),
})

const documentView = z.object({
  documentId: z.string(),
  name: text,
  docType: text,
  /** Every file that this installation saved, newest first; the path is only for display. */
  saved: z.array(
    z.object({
      path: z.string(),
      savedAt: z.string(),
      bytes: z.int(),
      sha256: z.string(),
      isThere: z.boolean(),
      /** The file exists with another size than was saved. */
      isChanged: z.boolean(),
    }),
  ),
})

/** Something that happened to a set, as seen by a search, reported by a message, or done by this installation. */
const sighting = z.object({
  at: z.string(),
  kind: z.enum(['first-seen', 'state-changed', 'row-changed', 'message', 'saved']),
  /** As received; null where it tells of none. */
  state: z.string().nullable(),
  /** What happened or, beside a state, who did it. */
  text: z.string(),
})

export const searchMethods = {
  'search.start': {
    input: z.strictObject({ sessionId: id, selection }),
    output: z.object({ searchId: id }),
  },
  /** Writes rows as the page shows them, after their headings, where the user says; null if the dialog was closed. */
  'search.export': {
    input: z.strictObject({
      rows: z.array(z.array(z.union([z.string(), z.number(), z.null()])).max(100)).max(1_000_001),
      format: tableFormat,
    }),
    output: z.object({ file: savedFile.nullable() }),
  },
  'search.rows': { input: z.strictObject({ searchId: id, slice }), output: z.object({ rows: z.array(setRow) }) },
  /**
   * Some of the rows whose sets have entries in the inbox after this one, and the last entry considered: again from there until
   * it stays the same. Null: no rows, and the newest entry.
   */
  'search.touched': {
    input: z.strictObject({ searchId: id, afterEntry: z.int().nullable() }),
    output: z.object({ rows: z.array(setRow), lastEntry: z.int() }),
  },
  /** References without a set, in the order given, without those whose search was incomplete; and those of no shipment. */
  'search.missing': {
    input: z.strictObject({ searchId: id }),
    output: z.object({
      references: z.array(z.string()),
      numbers: z.array(numberOf.extend({ reference: z.string() })),
    }),
  },
  'search.cancel': { input: z.strictObject({ searchId: id }), output: none },
  /** Forgets a search that the page no longer shows. */
  'search.close': { input: z.strictObject({ searchId: id }), output: none },
  'search.saved': {
    input: none,
    output: z.object({ saved: z.array(namedSearch), recent: z.array(namedSearch) }),
  },
  'search.save': {
    input: z.strictObject({ name: line, selection, narrowing: narrowing.optional() }),
    output: namedSearch,
  },
  'search.forget': { input: z.strictObject({ id }), output: none },
  /** Rows of the grid for these sets, in their order; unknown sets are left out. */
  'sets.rows': {
    input: z.strictObject({ sessionId: id, setIds: z.array(line).max(2_000) }),
    output: z.object({ rows: z.array(setRow) }),
  },
  /** Finds among the sets that this installation has seen of the account’s customers, without asking the service. */
  'sets.find': {
    input: z.strictObject({ sessionId: id, text: line, vessel: z.string().max(MAX_FIELD_CHARS).nullable() }),
    output: z.object({
      /** By kind, best first. */
      hits: z.array(knownHit),
      /** Every set that has the words, listed or not. */
      matchingSets: z.int(),
      /** Until the customers of the account are listed nothing can be found. */
      isReady: z.boolean(),
    }),
  },
  /** The newest saved file of each document of these sets that is still there; unknown sets are left out. */
  'sets.savedFiles': {
    input: z.strictObject({ sessionId: id, setIds: z.array(line).max(MAX_SETS_OF_FILES) }),
    output: z.object({
      /** The path is only for display. */
      files: z.array(z.object({ setId: z.string(), documentId: z.string(), path: z.string() })),
    }),
  },
  /** Whether all that was saved of these sets was saved into one folder, as far as is recorded; false if nothing was. */
  'sets.haveOneFolder': {
    input: z.strictObject({ sessionId: id, setIds: z.array(line).max(MAX_SETS_OF_FILES) }),
    output: z.object({ isOneFolder: z.boolean() }),
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
   * Searches again for a set whose documents were not listed (T4). `part`: some have no valid id. `none`: it has no documents;
   * its row still says “not loaded”. Fails with documents-not-listed if the service still does not list them.
   */
  'sets.loadDocuments': {
    input: z.strictObject({ sessionId: id, setId: line }),
    output: z.object({ outcome: z.enum(['listed', 'part', 'none']) }),
  },
} as const
