import type { z } from 'zod'
import type { inboxFilter } from '../../../shared/contract/inbox-contract.ts'
import { foldId, foldState } from '../../../shared/text/set-fields.ts'
import { LISTED_COLUMNS } from './entry-rows.ts'

export type InboxFilter = z.output<typeof inboxFilter>

/** A condition on `entries` with the values of its placeholders, in order. */
export interface Condition {
  sql: string
  values: string[]
  /** Whether the index `entries_to_filter` has all of its columns. */
  isIndexed: boolean
}

const NOTE = '(SELECT text FROM notes WHERE entry_id = entries.id)'
const WORDS = `actor, actor_company, parcel_reference, shipment_ref, customer_name, new_status, set_id, customer_id, transaction_id, ${NOTE}`
const HAS_OTHER_LETTERS = /[^\0-\x7F]/

const SHOWN: Record<InboxFilter['show'], string | undefined> = {
  open: 'is_done = 0',
  unread: 'is_read = 0 AND is_done = 0',
  flagged: 'is_flagged = 1',
  snoozed: 'is_done = 2',
  done: 'is_done = 1',
  all: undefined,
}

/** The filter as SQL. What a user typed is always a bound value. */
export function conditionOf({ show, customers, states, kinds, text }: InboxFilter): Condition {
  const conditions: string[] = []
  const values: string[] = []
  const narrow = (sql: string, ...bound: string[]): void => {
    conditions.push(sql)
    values.push(...bound)
  }
  const isAmong = (column: string, choices: readonly string[]): void => {
    if (choices.length > 0) narrow(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(choices))
  }
  const shown = SHOWN[show]
  if (shown !== undefined) narrow(shown)
  isAmong('customer_id', customers.map(foldId))
  isAmong('state', states.map(foldState))
  isAmong('kind', kinds)
  const typed = text.trim()
  if (typed !== '') {
    const patterns = patternsOf(typed)
    const likes = patterns.map(() => `concat_ws(char(10), ${WORDS}) LIKE ? ESCAPE '!'`)
    narrow(`(${likes.join(' OR ')})`, ...patterns)
  }
  return { sql: conditions.length === 0 ? 'true' : conditions.join(' AND '), values, isIndexed: typed === '' }
}

/** Whether `show` alone narrows: it has its own indexes, which yield the newest entries at once. */
function isUnnarrowed({ customers, states, kinds, text }: InboxFilter): boolean {
  const lists = [customers, states, kinds]
  return lists.every((list) => list.length === 0) && text.trim() === ''
}

/**
 * SQLite ignores case only for A to Z. Other letters are tried as typed, in lower and in upper case, which finds “Élodie” and
 * “ÜNAL” however they are typed.
 */
function patternsOf(text: string): string[] {
  const typed = text.normalize('NFC')
  const forms = new Set(HAS_OTHER_LETTERS.test(typed) ? [typed, typed.toLowerCase(), typed.toUpperCase()] : [typed])
  return [...forms].map((form) => `%${form.replace(/[!%_]/g, '!$&')}%`)
}

export interface BoundStatement {
  sql: string
  values: string[]
}

/** Indexes that contain exactly what is shown, in order of arrival. For “all” the table itself serves. */
const SHOWN_INDEXES: Record<InboxFilter['show'], string> = {
  open: 'INDEXED BY entries_open',
  unread: 'INDEXED BY entries_unread',
  flagged: 'INDEXED BY entries_flagged',
  snoozed: 'INDEXED BY entries_to_filter',
  done: 'INDEXED BY entries_done',
  all: '',
}

/**
 * The newest entries that match. After the filter’s own values it takes the id before which they are, and how many. The index
 * is named, not left to SQLite: without statistics it follows the order of the table, and a filter with three matches would
 * read all of it.
 */
export function pageStatement(filter: InboxFilter): BoundStatement {
  const { sql, values, isIndexed } = conditionOf(filter)
  const index = isUnnarrowed(filter) ? SHOWN_INDEXES[filter.show] : filterIndex(isIndexed)
  const ids = `SELECT id FROM entries ${index} WHERE ${sql} AND id < ? ORDER BY id DESC LIMIT ?`
  return { sql: `SELECT ${LISTED_COLUMNS} FROM entries WHERE id IN (${ids}) ORDER BY id DESC`, values }
}

/** How many match, as `count`. */
export function countStatement(filter: InboxFilter): BoundStatement {
  const { sql, values, isIndexed } = conditionOf(filter)
  const index = isUnnarrowed(filter) && filter.show !== 'all' ? SHOWN_INDEXES[filter.show] : filterIndex(isIndexed)
  return { sql: `SELECT count(*) AS count FROM entries ${index} WHERE ${sql}`, values }
}

/** Text is only in the table: searching it reads the table, newest first. */
function filterIndex(isIndexed: boolean): string {
  return isIndexed ? 'INDEXED BY entries_to_filter' : ''
}
