import { z } from 'zod'
import { badUsage } from '../../shared/errors/app-error.ts'
import type { ParcelSet, Problem } from '../../shared/model/parcel-set.ts'
import { counted } from '../../shared/text/format.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import { unreadableAnswer } from './read-answer.ts'
import type { Endpoints, ExchangeCaller } from './exchange-caller.ts'
import { countUnreadableDocuments, type Owner, readReceivedSet, receivedText, setIdOf } from './parse-set.ts'

/** The page size of the reference's example. The maximum is not documented, so more is never requested (T2). */
const PAGE_LIMIT = 100
const ENDPOINT = 'the search'

/** Where `offset` and `limit` go: the reference does not say (T1). */
export type PagingMode = 'query' | 'body'

export interface SearchFilters {
  customerIds: string[]
  shipmentRef?: string
  status?: string
  instance?: string
  [filter: string]: string | string[] | undefined
}

export interface SearchPage {
  offset: number | undefined
  /** Undefined if the service did not send it; never guessed. */
  total: number | undefined
  /** The rows received, whatever `count` says (T2). */
  rows: unknown[]
  /** Size of the whole answer. */
  bytes: number
}

const count = z
  .union([z.number().int().nonnegative(), z.string().regex(/^\d+$/).transform(Number)])
  .optional()
  .catch(undefined)
/** Not validated here, because zod would copy the list; each row is checked when it is read. */
const resultRows = z.custom<unknown[]>((value) => Array.isArray(value))
const envelope = z.looseObject({
  data: z.looseObject({ offset: count, total: count, results: resultRows }),
})

/**
 * One search call (reference “Search sets”). Fails with bad-usage for an empty customer list, which is never sent (T11), and
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
  const { json, bytes } = await call.caller.json(
    {
      method: 'POST',
      url: call.endpoints.search(mode === 'query' ? page : undefined),
      endpoint: ENDPOINT,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(mode === 'body' ? { ...filters, ...page } : filters),
    },
    signal,
  )
  const parsed = envelope.safeParse(json)
  if (!parsed.success) throw unreadableAnswer(ENDPOINT, 'it has no list of results')
  const { offset: answered, total, results } = parsed.data.data
  return { offset: answered, total, rows: results, bytes }
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

/** How far one search has been read. */
export interface PagingState {
  seen: Set<string>
  firstTotal: number | undefined
  lastTotal: number | undefined
  /** Rows received so far, which is the next offset: it advances by what came, never by the requested limit (T2). */
  received: number
  /** Size of all answers so far. */
  bytes: number
  pages: number
  /** Calls sent; more than `pages` if an answer was of no use. */
  requests: number
  unreadable: number
  /** The first of them as received. */
  unreadableRows: string[]
  unreadableDocuments: number
  /** True after an empty page: there is nothing more, or the service hands out no more. */
  hasEnded: boolean
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
    bytes: 0,
    pages: 0,
    requests: 0,
    unreadable: 0,
    unreadableRows: [],
    unreadableDocuments: 0,
    hasEnded: false,
  }
}

/** Counts a page; `readRows` then reads its rows. */
export function countPage(paging: PagingState, page: SearchPage): void {
  if (paging.received === 0) paging.firstTotal = page.total
  paging.lastTotal = page.total
  paging.received += page.rows.length
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
      sets.push(set)
    }
  }
  return sets
}

/** True if everything has come, if far more came than was announced, or if a limit is reached. */
export function isFinished(paging: PagingState): boolean {
  const { received, firstTotal, lastTotal } = paging
  const isMoreThanAnnounced = firstTotal !== undefined && received > 2 * firstTotal + MAX_UNANNOUNCED_ROWS
  return received === lastTotal || isMoreThanAnnounced || isAtLimit(paging)
}

function isAtLimit({ received, pages, bytes }: PagingState): boolean {
  return received >= MAX_ROWS || pages >= MAX_PAGES || bytes >= MAX_BYTES
}

/** True if the service counted more rows than it has sent. */
export function isMissingRows({ received, lastTotal }: PagingState): boolean {
  return lastTotal !== undefined && received < lastTotal
}

/**
 * True if the page starts at the requested offset, as far as it says, and brings something new (T1). If none of its rows can
 * be read, the offset alone decides.
 */
export function isNextPage(page: SearchPage, paging: PagingState): boolean {
  if (page.rows.length === 0 || (page.offset !== undefined && page.offset !== paging.received)) return false
  let hasIds = false
  for (const row of page.rows) {
    const setId = setIdOf(row)
    if (setId !== undefined && !paging.seen.has(setId)) return true
    hasIds ||= setId !== undefined
  }
  return !hasIds && page.offset !== undefined
}

/** The estimated number of calls of this search, including those still to come. */
export function expectedRequests(paging: PagingState, page: SearchPage): number {
  const left = Math.max(0, (paging.lastTotal ?? 0) - paging.received)
  const pagesLeft = page.rows.length === 0 ? 0 : Math.ceil(left / page.rows.length)
  return Math.max(paging.requests, paging.pages + pagesLeft)
}

/** The totals, and if the search is incomplete, why (T1 to T3). */
export function summarizePaging(paging: PagingState, where: string): SearchTotals {
  const { seen, requests, received, lastTotal, unreadable, unreadableRows } = paging
  const problems: Problem[] = whyIncomplete(paging).map((message) => ({ where, message }))
  if (unreadable > 0) {
    const message = `${counted(unreadable, 'row')} could not be read: no valid set id`
    problems.push({ where, message, received: unreadableRows })
  }
  const isComplete = problems.length === 0
  if (paging.unreadableDocuments > 0) {
    const message = `${counted(paging.unreadableDocuments, 'document')} could not be read: no valid id`
    problems.push({ where, message })
  }
  const lacking = { unsent: Math.max(0, (lastTotal ?? 0) - received), unreadable }
  return { total: Math.max(lastTotal ?? 0, seen.size), loaded: seen.size, lacking, requests, isComplete, problems }
}

function whyIncomplete(paging: PagingState): string[] {
  const { seen, firstTotal, lastTotal, received, unreadable, hasEnded } = paging
  const twice = received - unreadable - seen.size
  const reasons: [boolean, string][] = [
    [
      isMissingRows(paging) && isAtLimit(paging),
      `no more than ${seen.size} sets were taken of ${lastTotal} that the service announced; search for less`,
    ],
    [isMissingRows(paging) && !isAtLimit(paging), `the service did not page: showing ${seen.size} of ${lastTotal}`],
    [lastTotal === undefined && !hasEnded, `the service did not say how many there are: showing ${seen.size}`],
    [lastTotal !== undefined && received > lastTotal, `the service counted ${lastTotal} but sent ${received}`],
    [firstTotal !== lastTotal, `the list changed while it was read (${firstTotal}, then ${lastTotal}); search again`],
    [twice > 0, `${counted(twice, 'row')} came twice, so others may have been missed; search again`],
  ]
  return reasons.filter(([applies]) => applies).map(([, message]) => message)
}
