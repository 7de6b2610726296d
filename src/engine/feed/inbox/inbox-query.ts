import type { DatabaseSync } from 'node:sqlite'
import type { z } from 'zod'
import type { inboxCounts, inboxFacets } from '../../../shared/contract/inbox-contract.ts'
import type { Environment } from '../../../shared/model/connection.ts'
import type { FeedEntry, ListedEntry } from '../../../shared/model/feed-entry.ts'
import { foldId, foldState, stateLabel } from '../../../shared/text/set-fields.ts'
import { column, columnsOf } from '../../storage/columns.ts'
import { guardStorage } from '../../storage/database.ts'
import { bytesIn, numberIn, type Row, textIn, textOrNullIn } from '../../storage/read-row.ts'
import { entryIn, LISTED_COLUMNS, listedIn, NEWEST_ID } from './entry-rows.ts'
import { IS_OF_SET, keysOfSet } from './set-states.ts'
import { countStatement, type InboxFilter, pageStatement } from './inbox-filter.ts'

export type InboxCounts = z.infer<typeof inboxCounts>
type InboxFacets = z.infer<typeof inboxFacets>

export interface PageRequest {
  filter: InboxFilter
  /** The last entry that the reader has; null for the first page. */
  before: number | null
  /** The most entries to return. */
  count: number
}

/** Narrows `all`: an entry must match everything that is given. */
export interface EntrySelection {
  /** Ids, or names in any case. */
  customers?: readonly string[] | undefined
  /** Compared folded (T12). */
  state?: string | undefined
  /** ISO; entries that this installation received from then on. */
  since?: string | undefined
  isUnread?: boolean | undefined
}

/** Reads the inbox. Lists leave out the bodies, which may be megabytes each. */
export interface InboxQuery {
  /** Newest first; `count` is the number of all that match. */
  page(request: PageRequest): { entries: ListedEntry[]; count: number }
  /** All that match, newest first, read in steps. */
  list(filter: InboxFilter): Generator<ListedEntry>
  facets(): InboxFacets
  /** 0 where there are no entries. */
  newestId(): number
  read(id: number): FeedEntry | undefined
  /** Newest first. */
  ofSet(setId: string): ListedEntry[]
  /** The sets of the entries after this one, each once, in steps: again from `lastEntry` until that stays the same. */
  setsAfter(entryId: number): { setIds: string[]; lastEntry: number }
  /** Oldest first, read in steps, with their bodies. */
  all(choice?: EntrySelection): Generator<FeedEntry>
  /** The bytes of the messages that were received from then on and before the other moment (ISO), oldest first; not what checks found. */
  bodiesSince(since: string, until?: string): Generator<Uint8Array>
}

const STEP_ROWS = 500
/** Bodies may be a megabyte each. */
const BODY_STEP_ROWS = 50
/** One statement for every selection: a condition that was not given is true. */
const ALL = `
  SELECT id FROM entries
  WHERE id > ?1
    AND (?2 IS NULL OR customer_id IN (SELECT value FROM json_each(?2))
      OR lower(customer_name) IN (SELECT lower(value) FROM json_each(?2)))
    AND (?3 IS NULL OR state = ?3)
    AND (?4 IS NULL OR seen_at >= ?4)
    AND (?5 = 0 OR (is_read = 0 AND is_done = 0))
  ORDER BY id LIMIT ${STEP_ROWS}`

const BODIES = `
  SELECT id, raw FROM entries WHERE id > ?1 AND seen_at >= ?2 AND (?3 IS NULL OR seen_at < ?3) AND source NOT IN ('check', 'schedule') ORDER BY id LIMIT ${BODY_STEP_ROWS}`

export function createInboxQuery(database: DatabaseSync, environment: Environment): InboxQuery {
  const one = database.prepare(`SELECT ${LISTED_COLUMNS}, raw FROM entries WHERE id = ?`)
  const bySet = database.prepare(
    `SELECT ${LISTED_COLUMNS} FROM entries WHERE ${IS_OF_SET} AND set_id = ? ORDER BY id DESC`,
  )
  const allAfter = database.prepare(ALL)
  const bodiesAfter = database.prepare(BODIES)
  const newest = database.prepare(NEWEST_ID)
  const setsAfter = database.prepare('SELECT id, set_id FROM entries WHERE id > ? ORDER BY id LIMIT 2000')
  const read = (id: number): FeedEntry | undefined => {
    const row = guardStorage(database, () => one.get(id))
    return row === undefined ? undefined : entryIn(row, environment)
  }
  const listed = (rows: Row[]): ListedEntry[] => rows.map((row) => listedIn(row, environment))
  const entriesOf = ({ filter, before, count }: PageRequest): ListedEntry[] => {
    const { sql, values } = pageStatement(filter)
    return listed(
      guardStorage(database, () => database.prepare(sql).all(...values, before ?? Number.MAX_SAFE_INTEGER, count)),
    )
  }
  const countOf = (filter: InboxFilter): number => {
    const { sql, values } = countStatement(filter)
    return numberIn(guardStorage(database, () => database.prepare(sql).get(...values)) ?? {}, 'count')
  }
  return {
    read,
    facets: createFacets(database),
    page: (request) => ({ entries: entriesOf(request), count: countOf(request.filter) }),
    newestId: () => numberIn(guardStorage(database, () => newest.get()) ?? {}, 'id'),
    list: (filter) => readInSteps((last) => entriesOf({ filter, before: last?.id ?? null, count: STEP_ROWS })),
    ofSet: (setId) => listed(guardStorage(database, () => bySet.all(...keysOfSet(setId), foldId(setId)))),
    bodiesSince: function* (since, until) {
      const rowsAfter = (last?: Row): Row[] =>
        guardStorage(database, () =>
          bodiesAfter.all(last === undefined ? 0 : numberIn(last, 'id'), since, until ?? null),
        )
      for (const row of readInSteps(rowsAfter, BODY_STEP_ROWS)) yield bytesIn(row, 'raw')
    },
    setsAfter: (entryId) => {
      const rows = guardStorage(database, () => setsAfter.all(entryId))
      const last = rows.at(-1)
      const setIds = new Set(rows.map((row) => textOrNullIn(row, 'set_id')).filter((setId) => setId !== null))
      return { setIds: [...setIds], lastEntry: last === undefined ? entryId : numberIn(last, 'id') }
    },
    all: function* (selection = {}) {
      const values = selectionValues(selection)
      const idsAfter = (last = 0): number[] =>
        guardStorage(database, () => allAfter.all(last, ...values)).map((row) => numberIn(row, 'id'))
      for (const id of readInSteps(idsAfter)) yield* [read(id)].filter((entry) => entry !== undefined)
    },
  }
}

/** Reads in steps, so that a list of any length fits in memory and nothing is locked while it is used. */
function* readInSteps<Item>(readAfter: (last: Item | undefined) => Item[], stepRows = STEP_ROWS): Generator<Item> {
  let items: Item[] = []
  do {
    items = readAfter(items.at(-1))
    yield* items
  } while (items.length === stepRows)
}

function selectionValues({ customers, state, since, isUnread }: EntrySelection): (string | number | null)[] {
  const ids = customers === undefined || customers.length === 0 ? null : JSON.stringify(customers.map(foldId))
  return [ids, state === undefined ? null : foldState(state), since ?? null, isUnread === true ? 1 : 0]
}

/** A state is labelled by its newest spelling (T12), a customer by the newest name or else the oldest. */
const CUSTOMERS = `
  SELECT value, count, COALESCE(
    (SELECT customer_name FROM entries WHERE id = newest), (SELECT customer_name FROM entries WHERE id = oldest)) AS label
  FROM (
    SELECT customer_id AS value, count(*) AS count, max(id) AS newest, min(id) AS oldest
    FROM entries INDEXED BY entries_to_filter WHERE customer_id IS NOT NULL GROUP BY customer_id)
  ORDER BY count DESC, value`
const STATES = `
  SELECT value, count, (SELECT new_status FROM entries WHERE id = newest) AS label FROM (
    SELECT state AS value, count(*) AS count, max(id) AS newest
    FROM entries INDEXED BY entries_to_filter WHERE state IS NOT NULL GROUP BY state)
  ORDER BY count DESC, value`

function createFacets(database: DatabaseSync): () => InboxFacets {
  const [customers, states] = [CUSTOMERS, STATES].map((sql) => database.prepare(sql))
  const read = (statement: typeof customers): InboxFacets['states'] =>
    guardStorage(database, () => statement?.all() ?? []).map(facetIn)
  return () => ({
    customers: read(customers),
    states: read(states).map((facet) => ({ ...facet, label: stateLabel(facet.label) })),
  })
}

function facetIn(row: Row): InboxFacets['states'][number] {
  const value = textIn(row, 'value')
  return { value, label: textOrNullIn(row, 'label') ?? value, count: numberIn(row, 'count') }
}

/** How much the inbox has. */
export interface InboxTotals {
  counts(): InboxCounts
  /** How many messages came since, by customer; null for those that name none. */
  messagesSince(since: Date): { customerId: string | null; count: number }[]
}

const TOTALS = columnsOf<InboxCounts>({
  total: column.number('total'),
  unread: column.number('unread'),
  flagged: column.number('flagged'),
  done: column.number('done'),
  snoozed: column.number('snoozed'),
})

const MESSAGES = columnsOf<{ customerId: string | null; count: number }>({
  customerId: column.textOrNull('customer_id'),
  count: column.number('count'),
})

const COUNTS = `
  SELECT
    (SELECT count(*) FROM entries INDEXED BY entries_to_filter) AS total,
    (SELECT count(*) FROM entries INDEXED BY entries_unread WHERE is_read = 0 AND is_done = 0) AS unread,
    (SELECT count(*) FROM entries INDEXED BY entries_flagged WHERE is_flagged = 1) AS flagged,
    (SELECT count(*) FROM entries INDEXED BY entries_done WHERE is_done = 1) AS done,
    (SELECT count(*) FROM snoozes WHERE returned_at IS NULL) AS snoozed`
/** Changes whenever this connection or another has changed anything. */
const STAMP = "SELECT total_changes() || ' ' || data_version AS stamp FROM pragma_data_version"

export function createInboxTotals(database: DatabaseSync): InboxTotals {
  const counts = createCounting(database)
  const messages = database.prepare(`
    SELECT customer_id, COUNT(*) AS count FROM entries INDEXED BY entries_by_time
    WHERE seen_at >= ? AND kind IN ('queue', 'stream', 'unreadable') GROUP BY customer_id`)
  return {
    counts: () => guardStorage(database, counts),
    messagesSince: (since) => guardStorage(database, () => messages.all(since.toISOString())).map(MESSAGES.read),
  }
}

/** Counts again only after a change: list, badge and events each ask, and a hundred thousand entries take 4 ms (measured). */
function createCounting(database: DatabaseSync): () => InboxCounts {
  const [stamp, count] = [database.prepare(STAMP), database.prepare(COUNTS)]
  let countedAt: unknown
  let counts: InboxCounts | undefined
  return () => {
    const now = stamp.get()?.['stamp']
    if (counts === undefined || countedAt !== now) counts = TOTALS.read(count.get() ?? {})
    countedAt = now
    return counts
  }
}
