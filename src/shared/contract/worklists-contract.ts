import { z } from 'zod'
import { numberOf } from './search-contract.ts'
import { id, line, savedFile, slice, tableFormat } from './wire.ts'

const text = z.string().nullable()

/** What became of one set since the last look, in the words of the service. */
export const setChange = z.object({
  /** `added`: found now; `gone`: not found any more; else what of it is another. */
  kind: z.enum(['added', 'gone', 'state', 'signature', 'documents']),
  parcelRef: text,
  before: text,
  after: text,
})

const worklistLine = z.object({
  /** Stays the same as long as the list exists; lines are in this order. */
  lineId: z.int(),
  /** Every cell of the line as pasted, that of the reference too. */
  cells: z.array(z.string()),
  reference: z.string(),
  /** Null where it is the reference of a shipment, or nothing was found. */
  understoodAs: numberOf.nullable(),
  /**
   * `unknown`: no search answered for it; never to be read as missing. `too-long`: no reference, and not looked up.
   */
  state: z.enum(['waiting', 'found', 'several', 'missing', 'unknown', 'blank', 'too-long']),
  /** The last check did not reach this line. This is what the check before it found. */
  isOutdated: z.boolean(),
  /** Every set of exactly this reference, in any state. */
  setIds: z.array(z.string()),
  /** States of its sets as received, each once. */
  statuses: z.array(z.string()),
  customers: z.array(z.string()),
  /** Sum of the signatures of its sets; null if one of them cannot be parsed. */
  signatures: z.object({ signed: z.int(), total: z.int() }).nullable(),
  /** What each of its sets holds, in their order: documents (null until the service has listed them), quantity as received. */
  contents: z.array(z.object({ documents: z.int().nullable(), quantity: text })),
  /** Of all its sets; null if one of them has not listed its documents, or nobody answered. */
  documents: z.int().nullable(),
  savedDocuments: z.int(),
  /** How many of those were saved before their set changed. */
  changedDocuments: z.int(),
  /** Since the time that the worklist names. */
  changes: z.array(setChange),
})

const worklist = z.object({
  worklistId: id,
  name: z.string(),
  /** False if what is stored of it is damaged: it can only be removed. */
  isReadable: z.boolean(),
  /** Rises with every edit; an edit names the revision that it was made on. */
  revision: z.int(),
  /** Limits the search to these; empty for every customer. */
  customers: z.array(z.string()),
  /** Of every column as pasted; empty where there is none. */
  headings: z.array(z.string()),
  referenceColumn: z.int(),
  lines: z.int(),
  /** Different references among the lines. */
  references: z.int(),
  createdAt: z.string(),
  checkedAt: text,
  /** Changes are told since then; null until there was something to compare with. */
  comparedWith: text,
  changedReferences: z.int(),
  /** The search that shows its sets, running or done; null until it is opened. */
  searchId: id.nullable(),
})

/** Where lines come from. The page has no paths: `dialog` lets the user choose a file. */
const source = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string().max(10_000_000) }),
  /** A dropped file. */
  z.strictObject({ kind: z.literal('file'), name: line, base64: z.base64().max(14_000_000) }),
  z.strictObject({ kind: z.literal('references'), references: z.array(line).max(20_000) }),
  z.strictObject({ kind: z.literal('dialog') }),
])

const lineIds = z.array(z.int().nonnegative()).max(20_000)

const edit = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rename'), name: z.string().trim().min(1).max(200) }),
  z.strictObject({ kind: z.literal('add-lines'), source }),
  /** The references are in another of its columns than was guessed. */
  z.strictObject({ kind: z.literal('take-column'), column: z.int().nonnegative() }),
  z.strictObject({ kind: z.literal('remove-lines'), lineIds }),
  /** Undoes the removal of these. */
  z.strictObject({ kind: z.literal('restore-lines'), lineIds }),
  /** What changed has been seen: from now on changes are told since the last check. */
  z.strictObject({ kind: z.literal('mark-seen') }),
])

const oneWorklist = z.strictObject({ sessionId: id, worklistId: id })

export const worklistMethods = {
  /** Those of the account of the session, the last opened first. */
  'worklists.list': {
    input: z.strictObject({ sessionId: id }),
    output: z.object({ worklists: z.array(worklist) }),
  },
  /**
   * Makes a worklist, opens it and starts to look its references up. Null if the dialog was closed. `hiddenLines` are those that
   * the sheet hides, if any.
   */
  'worklists.create': {
    input: z.strictObject({ sessionId: id, customers: z.array(line).max(10_000), source }),
    output: z.object({ worklist: worklist.nullable(), note: text, hiddenLines: lineIds.optional() }),
  },
  /** Its sets can then be read and saved. The first opening of a day looks everything up again. */
  'worklists.open': { input: oneWorklist, output: worklist },
  'worklists.lines': {
    input: oneWorklist.extend({ slice }),
    output: z.object({ lines: z.array(worklistLine) }),
  },
  /** Looks every reference up again. */
  'worklists.check': { input: oneWorklist, output: worklist },
  /** Fails with bad-usage, changing nothing, if the revision is not the newest. Null if the dialog was closed. */
  'worklists.edit': {
    input: oneWorklist.extend({ revision: z.int(), edit }),
    output: z.object({ worklist: worklist.nullable(), note: text }),
  },
  'worklists.remove': { input: oneWorklist, output: z.object({}) },
  /** Undoes a removal of this run. */
  'worklists.restore': { input: oneWorklist, output: worklist },
  /** Writes every line in its place, with its own columns and what was found; null if the dialog was closed. */
  'worklists.export': {
    input: oneWorklist.extend({ format: tableFormat }),
    output: z.object({ file: savedFile.nullable(), lines: z.int() }),
  },
} as const

export const worklistEvents = {
  /** Of any account: made, edited, checked or removed, in this window or in another. */
  'worklists.changed': z.object({ worklistId: id }),
} as const
