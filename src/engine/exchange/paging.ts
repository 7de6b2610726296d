import { z } from 'zod'
import { badUsage } from '../../shared/errors/app-error.ts'
import type { ParcelSet, Problem } from '../../shared/model/parcel-set.ts'
import { counted } from '../../shared/text/format.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import type { Endpoints, ExchangeCaller } from './exchange-caller.ts'
import { digitsOf } from './parse-json.ts'
import {
  countUnreadableDocuments,
  type Owner,
  readReceivedSet,
  receivedText,
  setIdOf,
  unreadableFields,
} from './parse-set.ts'
import { unreadableAnswer } from './read-answer.ts'

/** The only page size that is documented. It may be the maximum, so more is never requested (T2). */
const PAGE_LIMIT = 100
const ENDPOINT = 'the search'

/** Where `offset` and `limit` go: not documented (T1). */
export type PagingMode = 'query' | 'body'

export interface SearchFilters {
  customerIds: string[]
  shipmentRef?: string
  status?: string
  instance?: string
  [filter: string]: string | string[] | undefined
}

export interface SearchPage {
  /** The offset that was asked for, and so that of the first row. */
  asked: number
  /** The offset that the answer states. */
  stated: number | undefined
  /** Undefined if the service did not send it; never guessed. */
  total: number | undefined
  /** The rows received, whatever `count` says (T2). */
  rows: unknown[]
  /** Size of the whole answer. */
  bytes: number
}

const count = z
  .unknown()
  .transform((value) => {
    const number = Number(typeof value === 'string' ? value : (digitsOf(value) ?? Number.NaN))
    return value !== '' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
  })
  .optional()
/** Not validated here, because zod would copy the list; each row is checked when it is read. */
const resultRows = z.custom<unknown[]>((value) => Array.isArray(value))
const envelope = z.looseObject({
  data: z.looseObject({ offset: count, total: count, results: resultRows.nullish() }),
})

/**
 * One search call (docs/service.md “Search”). Fails with bad-usage for an empty customer list, which is never sent (T11), and
 * with unreadable-answer if there is no list of results.
 */
export async function fetchSearchPage(
  call: { caller: ExchangeCaller; endpoints: Endpoints },
  request: { filters: SearchFilters; offset: number; mode: PagingMode },
  signal?: AbortSignal,
): Promise<SearchPage> {
  const { filters, offset, mode } = request
  if (filters.customerIds.length === 0) throw badUsage('A search needs at least one customer.')
  const page = { offset, limit: PAGE_LIMIT }
  const { json, bytes, said } = await call.caller.json(
    {
      method: 'POST',
      url: call.endpoints.search(mode === 'query' ? page : undefined),
      endpoint: ENDPOINT,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(mode === 'body' ? { ...filters, ...page } : filters),
    },
    signal,
  )
  const { offset: stated, total, results } = envelope.safeParse(json).data?.data ?? {}
  // Some services write an empty list as null, or not at all.
  const rows = results ?? (total === 0 ? [] : undefined)
  if (rows === undefined) throw unreadableAnswer(ENDPOINT, 'it has no list of results', said())
  return { asked: offset, stated, total, rows, bytes }
}

/** A list may grow while it is read, but this far beyond the announced total it is not a list any more. */
const MAX_UNANNOUNCED_ROWS = 10_000
/**
 * Upper bounds of one search whatever the service announces: five times the largest supported. Without them an endless
 * service would fill the disk, even through unattended checks.
 */
const MAX_ROWS = 500_000
const MAX_PAGES = 50_000
const MAX_BYTES = 2_000_000_000
/** How many unreadable rows are quoted, and how much of each: enough to ask the service's operator. */
const MAX_SHOWN_ROWS = 3
const MAX_SHOWN_ROW_CHARS = 400

/** One reading of a list, from its first page on. */
export interface PagingState {
  seen: Set<string>
  firstTotal: number | undefined
  lastTotal: number | undefined
  /** Rows received so far. */
  received: number
  /** Where the next page begins: it advances by what came, never by the requested limit (T2). */
  offset: number
  /** The last row received, as `keyOf` it. */
  lastKey: string | undefined
  /** The offset that the last answer stated. */
  lastStated: number | undefined
  /**
   * True where each page begins with the last row of the one before, which proves that nothing moved in between; false for a
   * service that hands out only whole pages.
   */
  overlaps: boolean
  /** Size of all answers so far. */
  bytes: number
  pages: number
  unreadable: number
  /** The first of them as received. */
  unreadableRows: string[]
  unreadableDocuments: number
  /** In how many sets each field could not be read. */
  unreadableFields: Map<string, number>
  /** True after an empty page: there is nothing more, or the service hands out no more. */
  hasEnded: boolean
  /** True where the next page did not continue the last: the list changed in between. */
  hasMoved: boolean
}

/** Why there are fewer sets than the service counted. */
export interface Shortfall {
  /** Rows counted but never sent. */
  unsent: number
  /** Rows received that could not be read. */
  unreadable: number
}

export interface SearchTotals {
  total: number
  loaded: number
  lacking: Shortfall
  requests: number
  isComplete: boolean
  problems: Problem[]
}

export function startPaging(): PagingState {
  return {
    seen: new Set(),
    firstTotal: undefined,
    lastTotal: undefined,
    received: 0,
    offset: 0,
    lastKey: undefined,
    lastStated: undefined,
    overlaps: true,
    bytes: 0,
    pages: 0,
    unreadable: 0,
    unreadableRows: [],
    unreadableDocuments: 0,
    unreadableFields: new Map(),
    hasEnded: false,
    hasMoved: false,
  }
}

/** Counts a page, without the rows that overlap; `readRows` then reads its rows. */
export function countPage(paging: PagingState, page: SearchPage): void {
  if (paging.pages === 0) paging.firstTotal = page.total
  paging.lastTotal = page.total
  paging.received += page.rows.length
  paging.offset = page.asked + page.rows.length
  paging.lastKey = page.rows.length === 0 ? paging.lastKey : keyOf(page.rows.at(-1))
  paging.lastStated = page.stated
  paging.bytes += page.bytes
  paging.pages += 1
}

/** Reads rows of the page just counted and returns the sets not seen before, stamped with their owner (T3, T6). */
export function readRows(paging: PagingState, rows: readonly unknown[], owner: Owner | undefined): ParcelSet[] {
  const sets: ParcelSet[] = []
  for (const row of rows) {
    const set = readReceivedSet(row, owner)
    if (set === undefined) {
      paging.unreadable += 1
      if (paging.unreadableRows.length < MAX_SHOWN_ROWS) {
        paging.unreadableRows.push(plainText(receivedText(row), MAX_SHOWN_ROW_CHARS))
      }
    } else if (!paging.seen.has(set.setId)) {
      paging.seen.add(set.setId)
      paging.unreadableDocuments += countUnreadableDocuments(set)
      for (const field of unreadableFields(set)) {
        paging.unreadableFields.set(field, (paging.unreadableFields.get(field) ?? 0) + 1)
      }
      sets.push(set)
    }
  }
  return sets
}

/** What tells one row from another. */
export function keyOf(row: unknown): string {
  return setIdOf(row) ?? receivedText(row)
}

/** True if everything has come, or if a limit is reached. */
export function isFinished(paging: PagingState): boolean {
  return paging.received === paging.lastTotal || isAtLimit(paging)
}

/** Far more than was announced, or than there can be. */
function isAtLimit({ received, firstTotal, pages, bytes }: PagingState): boolean {
  const isMoreThanAnnounced = firstTotal !== undefined && received > 2 * firstTotal + MAX_UNANNOUNCED_ROWS
  return isMoreThanAnnounced || received >= MAX_ROWS || pages >= MAX_PAGES || bytes >= MAX_BYTES
}

/** True if the service counted more rows than it has sent. */
export function isMissingRows({ received, lastTotal }: PagingState): boolean {
  return lastTotal !== undefined && received < lastTotal
}

/**
 * The rows of a page after the last one received, whatever offset it states: where that one is in it, none can lie between.
 * Undefined where it is not.
 */
export function continuation(page: SearchPage, { lastKey }: PagingState): SearchPage | undefined {
  const last = page.rows.findIndex((row) => keyOf(row) === lastKey)
  return last === -1 ? undefined : { ...page, asked: page.asked + last + 1, rows: page.rows.slice(last + 1) }
}

/**
 * True if a page without overlap starts at the requested offset, as far as it says, or at least at a later one than the last,
 * and brings something new (T1). If none of its rows can be read, the offset alone decides.
 */
export function isNextPage(page: SearchPage, paging: PagingState): boolean {
  const { stated, asked, rows } = page
  const hasAdvanced = stated === undefined || stated === asked || stated > (paging.lastStated ?? stated)
  if (rows.length === 0 || !hasAdvanced) return false
  const ids = rows.map(setIdOf).filter((setId) => setId !== undefined)
  return ids.length === 0 ? stated !== undefined : ids.some((setId) => !paging.seen.has(setId))
}

/** The estimated number of pages of this reading, including those still to come. */
export function expectedPages(paging: PagingState, page: SearchPage): number {
  const left = Math.max(0, (paging.lastTotal ?? 0) - paging.received)
  return paging.pages + (page.rows.length === 0 ? 0 : Math.ceil(left / page.rows.length))
}

/** True if this reading shows that the list changed meanwhile; reading it again may not. */
export function hasChanged(paging: PagingState): boolean {
  const { firstTotal, lastTotal, pages, received, hasMoved } = paging
  if (isAtLimit(paging)) return false
  const isMiscounted = lastTotal !== undefined && (paging.overlaps ? received !== lastTotal : received > lastTotal)
  return hasMoved || (pages > 1 && (firstTotal !== lastTotal || rowsSentTwice(paging) > 0 || isMiscounted))
}

function rowsSentTwice({ received, unreadable, seen }: PagingState): number {
  return received - unreadable - seen.size
}

/** All readings of one list. */
export interface Readings {
  last: PagingState
  readings: number
  /** Sets delivered in any of them. */
  loaded: number
  requests: number
}

/** The totals, and if the search is incomplete, why (T1 to T3). */
export function summarizePaging({ last, readings, loaded, requests }: Readings, where: string): SearchTotals {
  const { received, lastTotal, unreadable, unreadableRows } = last
  const again = readings > 1 ? `, as in each of ${readings} readings; search again later` : '; search again'
  const problems: Problem[] = whyIncomplete(last, { loaded, again }).map((message) => ({ where, message }))
  if (unreadable > 0) {
    const message = `${counted(unreadable, 'row')} could not be read: no valid set id`
    problems.push({ where, message, received: unreadableRows })
  }
  const isComplete = problems.length === 0
  if (last.unreadableDocuments > 0) {
    const message = `${counted(last.unreadableDocuments, 'document')} could not be read: no valid id`
    problems.push({ where, message })
  }
  for (const [field, sets] of last.unreadableFields) {
    problems.push({
      where,
      message: `${field} of ${counted(sets, 'set')} could not be read: not of the expected type or size`,
    })
  }
  const lacking = { unsent: Math.max(0, (lastTotal ?? 0) - received), unreadable }
  return { total: Math.max(lastTotal ?? 0, loaded), loaded, lacking, requests, isComplete, problems }
}

function whyIncomplete(paging: PagingState, { loaded, again }: { loaded: number; again: string }): string[] {
  const { firstTotal, lastTotal, received, hasEnded, hasMoved, pages, overlaps } = paging
  const twice = rowsSentTwice(paging)
  const isMissing = isMissingRows(paging)
  const hasPaged = pages > 1 && overlaps
  const hasOtherTotal = firstTotal !== lastTotal
  const reasons: [boolean, string][] = [
    [
      isMissing && isAtLimit(paging),
      `no more than ${loaded} sets were taken of ${lastTotal} that the service announced; search for less`,
    ],
    [
      isMissing && !isAtLimit(paging) && !hasPaged && !hasMoved,
      `the service did not page: showing ${loaded} of ${lastTotal}`,
    ],
    [
      isMissing && !isAtLimit(paging) && hasPaged && !hasMoved && !hasOtherTotal,
      `the service counted ${lastTotal} but sent ${received}${again}`,
    ],
    [lastTotal === undefined && !hasEnded, `the service did not say how many there are: showing ${loaded}`],
    [lastTotal !== undefined && received > lastTotal, `the service counted ${lastTotal} but sent ${received}`],
    [hasOtherTotal, `the list changed while it was read (${firstTotal}, then ${lastTotal})${again}`],
    [hasMoved && !hasOtherTotal, `the list changed while it was read: its rows moved${again}`],
    [twice > 0, `${counted(twice, 'row')} came twice, so others may have been missed${again}`],
  ]
  return reasons.filter(([applies]) => applies).map(([, message]) => message)
}
