import { z } from 'zod'
import { ENTRY_SOURCES } from '../model/feed-entry.ts'
import { MAX_NOTE_CHARS } from '../model/size-limits.ts'
import { environment, id, line, savedFile, tableFormat } from './wire.ts'

const text = z.string().nullable()
const entryId = z.int().positive()
/** One click can mark this many. */
const entryIds = z.array(entryId).max(100_000)

const entrySource = z.enum(ENTRY_SOURCES)

/** What a rule did about an entry. */
const ruleRun = z.object({
  ruleName: z.string(),
  state: z.enum(['waiting', 'saving', 'saved', 'nothing-new', 'failed']),
  at: z.string(),
  /** A sentence: “5 documents saved to …”. */
  text: z.string(),
  /** The job in Downloads, once there is one. */
  jobId: text,
  /** When it is retried automatically; ISO. */
  nextTryAt: text,
})

/** One line of the inbox. Fields of the message are as received, null where missing. */
const inboxEntry = z.object({
  entryId,
  source: entrySource,
  isReadable: z.boolean(),
  /** Why it could not be read; of a schedule, how its run ended. */
  reason: text,
  setId: text,
  transactionId: text,
  parcelReference: text,
  shipmentRef: text,
  customerId: text,
  customerName: text,
  newStatus: text,
  /** The state that was known here when it came. */
  stateBefore: text,
  action: text,
  instance: text,
  actor: text,
  actorCompany: text,
  /** As sent. */
  updatedDate: text,
  updatedAt: text,
  seenAt: z.string(),
  received: z.int(),
  isRedelivered: z.boolean(),
  /** A newer state of the set was known when it came (T42). */
  isOutdated: z.boolean(),
  isRead: z.boolean(),
  isDone: z.boolean(),
  isFlagged: z.boolean(),
  /** Set aside until then; after `returnedAt`, until when it was. */
  snoozedUntil: text,
  /** When it came back from a snooze, until it is done. */
  returnedAt: text,
  /** What a user wrote about it. */
  note: text,
  ruleRuns: z.array(ruleRun),
})

/** An entry must match every part; an empty list or text matches all. */
export const inboxFilter = z.strictObject({
  show: z.enum(['open', 'unread', 'flagged', 'snoozed', 'done', 'all']),
  customers: z.array(line).max(1_000),
  /** Compared folded (T12). */
  states: z.array(line).max(100),
  kinds: z.array(z.enum([...ENTRY_SOURCES, 'unreadable'])).max(5),
  /** Part of the name of a person or company, of a reference, id or state, or of a note. */
  text: line,
})

/** `unread` has neither what is done nor what is snoozed. */
export const inboxCounts = z.object({
  total: z.int(),
  unread: z.int(),
  flagged: z.int(),
  done: z.int(),
  snoozed: z.int(),
})

export const markChange = z.strictObject({
  isRead: z.boolean().optional(),
  isDone: z.boolean().optional(),
  isFlagged: z.boolean().optional(),
})

const counted = z.object({ value: z.string(), label: z.string(), count: z.int() })

/** What there is to filter by, the most frequent first. */
export const inboxFacets = z.object({ customers: z.array(counted), states: z.array(counted) })

/** The inbox of the session’s environment. Newest first. */
export const inboxMethods = {
  /** `before` is the last entry that the page has, null for the first page; `count` is the number of all that match. */
  'inbox.page': {
    input: z.strictObject({
      sessionId: id,
      filter: inboxFilter,
      before: entryId.nullable(),
      count: z.int().min(1).max(2_000),
    }),
    output: z.object({ entries: z.array(inboxEntry), count: z.int(), counts: inboxCounts }),
  },
  /** The values that occur, to filter by. */
  'inbox.facets': { input: z.strictObject({ sessionId: id }), output: inboxFacets },
  /** One entry with its message as received. */
  'inbox.read': {
    input: z.strictObject({ sessionId: id, entryId }),
    output: z.object({
      entry: inboxEntry,
      raw: z.string(),
      /** Addresses of the services whose searches found its set: that of the session alone, if it is one of them. */
      services: z.array(z.string()),
    }),
  },
  /** Changes marks; `changed` are the entries that an undo has to change back. */
  'inbox.mark': {
    input: z.strictObject({ sessionId: id, entryIds, change: markChange }),
    output: z.object({ changed: entryIds, counts: inboxCounts }),
  },
  /** The same for all that match. */
  'inbox.markAll': {
    input: z.strictObject({ sessionId: id, filter: inboxFilter, change: markChange }),
    output: z.object({ changed: entryIds, counts: inboxCounts }),
  },
  /**
   * Sets entries that are not done aside until a time, at which they come back unread, on top. `inbox.mark` with
   * `isDone: false` brings them back before. Fails with bad-usage if the time is not in the next two years.
   */
  'inbox.snooze': {
    input: z.strictObject({ sessionId: id, entryIds, until: z.iso.datetime() }),
    output: z.object({ changed: entryIds, counts: inboxCounts }),
  },
  /** Keeps a note about an entry; blank text removes it. Returns the note before. */
  'inbox.note': {
    input: z.strictObject({ sessionId: id, entryId, text: z.string().max(MAX_NOTE_CHARS) }),
    output: z.object({ before: text }),
  },
  /** Writes what matches where the user says; `file` is null when the dialog was closed. */
  'inbox.export': {
    input: z.strictObject({ sessionId: id, filter: inboxFilter, format: tableFormat }),
    output: z.object({ file: savedFile.nullable(), entries: z.int() }),
  },
} as const

export const inboxEvents = {
  /** Entries came or marks changed; at most twenty a second. */
  'inbox.changed': z.object({ environment, counts: inboxCounts, newest: z.int() }),
  /** A desktop notification was shown. */
  'alerts.raised': z.object({
    environment,
    title: z.string(),
    body: z.string(),
    /** The entry that it is about; null for a summary. */
    entryId: entryId.nullable(),
    setId: text,
  }),
  /** The user clicked a desktop notification. */
  'alerts.opened': z.object({ environment, entryId: entryId.nullable(), setId: text }),
} as const
