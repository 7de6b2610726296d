import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../shared/errors/app-error.ts'
import type { ParcelSet } from '../../shared/model/parcel-set.ts'
import { mapConcurrently } from '../base/async.ts'
import type { Endpoints, ExchangeCaller } from './exchange-caller.ts'
import {
  countPage,
  expectedRequests,
  fetchSearchPage,
  isFinished,
  isMissingRows,
  isNextPage,
  type PagingMode,
  type PagingState,
  readRows,
  type SearchFilters,
  type SearchPage,
  type SearchTotals,
  startPaging,
  summarizePaging,
} from './paging.ts'
import type { Owner } from './parse-set.ts'

/** How many rows, and about how much of the answer, are read and stored without yielding (W-H1). A usual page is smaller. */
const MAX_ROWS_AT_ONCE = 100
const BYTES_AT_ONCE = 2_000_000

export interface PagingMemory {
  /** The mode that worked for this service before. */
  recall(): PagingMode | undefined
  remember(mode: PagingMode): void
}

export interface SearchDependencies {
  caller: ExchangeCaller
  endpoints: Endpoints
  paging: PagingMemory
}

export interface FoundPage {
  sets: ParcelSet[]
  /** Unique sets so far. */
  loaded: number
  total: number
  requests: number
  /** `requests` and an estimate of those still to come. */
  expectedRequests: number
}

export interface SetsSearch {
  filters: SearchFilters
  owner: Owner | undefined
  /** For problems, such as “customer Aurora Grain”. */
  where: string
  /** Called for every page, several times for a page of very many rows. */
  onPage: (page: FoundPage) => void
}

type FetchPage = (mode: PagingMode, offset: number) => Promise<SearchPage>

/**
 * Reads every page of one search and passes each on; the result is complete or says why not. Paging by query is tried first,
 * then by body, and an answer that makes no progress ends the search (T1 to T3). Always ends; never delivers a set twice.
 */
export async function searchSets(
  dependencies: SearchDependencies,
  search: SetsSearch,
  signal?: AbortSignal,
): Promise<SearchTotals> {
  const { paging } = dependencies
  const state = startPaging()
  const fetchPage: FetchPage = async (mode, offset) => {
    state.requests += 1
    return await fetchSearchPage(dependencies, { filters: search.filters, offset, mode }, signal)
  }
  const deliverPage = async (page: SearchPage): Promise<void> => {
    countPage(state, page)
    const { rows, bytes } = page
    const rowsAtOnce = Math.ceil(Math.min(MAX_ROWS_AT_ONCE, (BYTES_AT_ONCE * rows.length) / bytes)) || 1
    // Once even for an empty page: its total and the call have to be reported.
    for (let from = 0; from === 0 || from < rows.length; from += rowsAtOnce) {
      if (from > 0) await nextTurn()
      if (signal?.aborted === true) throw new AppError({ tag: 'interrupted' })
      const sets = readRows(state, rows.slice(from, from + rowsAtOnce), search.owner)
      const { seen, requests, lastTotal } = state
      const expected = expectedRequests(state, page)
      search.onPage({ sets, loaded: seen.size, total: lastTotal ?? seen.size, requests, expectedRequests: expected })
    }
  }

  let canReadAhead = true
  const first = await firstPage(fetchPage, paging)
  let { mode } = first
  await deliverPage(first.page)
  while (!isFinished(state)) {
    if (canReadAhead && mode === paging.recall()) {
      canReadAhead = await readAhead({
        state,
        pageLength: first.page.rows.length,
        fetchPage: (offset) => fetchPage(mode, offset),
        deliverPage,
      })
    }
    const next = isFinished(state) ? undefined : await nextPage(fetchPage, mode, state)
    if (next === undefined) break
    if (next.mode !== paging.recall()) paging.remember(next.mode)
    mode = next.mode
    await deliverPage(next.page)
  }
  return summarizePaging(state, search.where)
}

interface PageInMode {
  page: SearchPage
  mode: PagingMode
}

/** The first page. A service that once took offset and limit in the body may refuse them there by now. */
async function firstPage(fetchPage: FetchPage, paging: PagingMemory): Promise<PageInMode> {
  if (paging.recall() === 'body') {
    const page = await unlessRefused(fetchPage('body', 0))
    if (page !== undefined) return { page, mode: 'body' }
  }
  const page = await fetchPage('query', 0)
  if (paging.recall() === 'body') paging.remember('query')
  return { page, mode: 'query' }
}

/** The next page, in whichever mode makes progress; undefined if neither does. */
async function nextPage(fetchPage: FetchPage, mode: PagingMode, state: PagingState): Promise<PageInMode | undefined> {
  for (const tried of mode === 'query' ? (['query', 'body'] as const) : (['body', 'query'] as const)) {
    const fetching = fetchPage(tried, state.received)
    const page = tried === mode ? await fetching : await unlessRefused(fetching)
    if (page === undefined) return undefined
    if (isNextPage(page, state)) return { page, mode: tried }
    state.hasEnded ||= page.rows.length === 0
    if (state.hasEnded && !isMissingRows(state)) return undefined
  }
  return undefined
}

/** Undefined if the service refuses the call, as a strict one does that takes offset and limit only in the other place (T1). */
async function unlessRefused(call: Promise<SearchPage>): Promise<SearchPage | undefined> {
  return await call.catch((thrown: unknown) => {
    if (thrown instanceof AppError && thrown.failure.tag === 'request-refused') return undefined
    throw thrown
  })
}

/** Low because the service documents no rate limit (T33). */
const PAGES_AT_ONCE = 4

interface ReadAhead {
  state: PagingState
  /** Rows of the first page. */
  pageLength: number
  fetchPage: (offset: number) => Promise<SearchPage>
  deliverPage: (page: SearchPage) => Promise<void>
}

/**
 * Fetches several pages at once and delivers them in order; only where paging is known to work. Returns false at the first
 * unexpected page: that one and all after it are left to the page-by-page loop (T1 to T3).
 */
async function readAhead({ state, pageLength, fetchPage, deliverPage }: ReadAhead): Promise<boolean> {
  while (!isFinished(state)) {
    const offsets = nextOffsets(state, pageLength)
    // For a single page the page-by-page loop does as well.
    if (offsets.length < 2) return true
    for (const page of await mapConcurrently(offsets, PAGES_AT_ONCE, fetchPage)) {
      if (!isAsExpected(page, state, pageLength)) return false
      await deliverPage(page)
    }
  }
  return true
}

function nextOffsets({ received, lastTotal = 0 }: PagingState, pageLength: number): number[] {
  const pages = pageLength === 0 ? 0 : Math.ceil((lastTotal - received) / pageLength)
  return Array.from(
    { length: Math.max(0, Math.min(pages, PAGES_AT_ONCE)) },
    (_, index) => received + index * pageLength,
  )
}

function isAsExpected(page: SearchPage, state: PagingState, pageLength: number): boolean {
  const { received, lastTotal = 0 } = state
  return page.rows.length === Math.min(pageLength, lastTotal - received) && isNextPage(page, state)
}
