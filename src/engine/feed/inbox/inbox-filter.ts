import type { z } from 'zod'
import type { inboxFilter } from '../../../shared/contract/inbox-contract.ts'
import { foldState } from '../../../shared/text/fold-state.ts'

export type InboxFilter = z.output<typeof inboxFilter>

/** A condition on `entries` with the values of its question marks, in order. */
export interface Condition {
  sql: string
  values: string[]
  /** Whether all of it is in the index that filters are counted in. */
  isIndexed: boolean
}

const PEOPLE = 'actor, actor_company'
const WORDS = `${PEOPLE}, parcel_reference, shipment_ref, customer_name, new_status, set_id, customer_id, transaction_id`
const HAS_OTHER_LETTERS = /[^\0-\x7F]/

const SHOWN: Record<InboxFilter['show'], string | undefined> = {
  open: 'is_done = 0',
  new: 'is_done = 0 AND id > (SELECT entry_id FROM looks)',
  unread: 'is_read = 0 AND is_done = 0',
  flagged: 'is_flagged = 1',
  done: 'is_done = 1',
  all: undefined,
}

/** The filter in SQL. What a user typed is always a bound value. */
export function conditionOf({ show, customers, states, actions, kinds, actor, text }: InboxFilter): Condition {
  const parts: string[] = []
  const values: string[] = []
  const narrow = (sql: string, ...bound: string[]): void => {
    parts.push(sql)
    values.push(...bound)
  }
  const among = (column: string, wanted: readonly string[]): void => {
    if (wanted.length > 0) narrow(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(wanted))
  }
  const shown = SHOWN[show]
  if (shown !== undefined) narrow(shown)
  among('customer_id', customers)
  among('state', states.map(foldState))
  among('action', actions)
  among('kind', kinds)
  const isIndexed = actor.trim() === '' && text.trim() === ''
  const holding = (columns: string, wanted: string): void => {
    const patterns = patternsOf(wanted.trim())
    const likes = patterns.map(() => `concat_ws(char(10), ${columns}) LIKE ? ESCAPE '!'`)
    narrow(`(${likes.join(' OR ')})`, ...patterns)
  }
  if (actor.trim() !== '') holding(PEOPLE, actor)
  if (text.trim() !== '') holding(WORDS, text)
  return { sql: parts.length === 0 ? 'true' : parts.join(' AND '), values, isIndexed }
}

/** Whether nothing narrows but what has an index of its own, which gives the newest entries at once. */
export function isUnnarrowed({ customers, states, actions, kinds, actor, text }: InboxFilter): boolean {
  const lists = [customers, states, actions, kinds]
  return lists.every((list) => list.length === 0) && actor.trim() === '' && text.trim() === ''
}

/**
 * SQLite passes over the case of the letters A to Z alone. The other ones are tried as typed, small and large, which finds
 * “Élodie” and “ÜNAL” for whatever is typed.
 */
function patternsOf(text: string): string[] {
  const typed = text.normalize('NFC')
  const forms = new Set(HAS_OTHER_LETTERS.test(typed) ? [typed, typed.toLowerCase(), typed.toUpperCase()] : [typed])
  return [...forms].map((form) => `%${form.replace(/[!%_]/g, '!$&')}%`)
}
