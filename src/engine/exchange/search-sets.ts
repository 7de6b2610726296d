import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../shared/errors/app-error.ts'
import type { ParcelSet } from '../../shared/model/parcel-set.ts'
import { mapConcurrently } from '../base/async.ts'
import type { Endpoints, ExchangeCaller } from './exchange-caller.ts'
import {
  continuation,
  countPage,
  expectedPages,
  fetchSearchPage,
  hasChanged,
  isFinished,
  isMissingRows,
  isNextPage,
  keyOf,
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
type DeliverPage = (state: PagingState, page: SearchPage) => Promise<void>

/** A list that changed while it was read is read again, so often in all. */
const MAX_READINGS = 3

/**
 * Reads every page of one search and passes each on; the result is complete or says why not. A list that changes meanwhile is
 * read again (T3). Paging by query is tried first, then by body, and an answer that makes no progress ends the reading (T1, T2).
 * Always ends; never delivers a set twice.
 */
export async function searchSets(
  dependencies: SearchDependencies,
  search: SetsSearch,
  signal?: AbortSignal,
): Promise<SearchTotals> {
  const { paging } = dependencies
  const delivered = new Set<string>()
  let requests = 0
  let requestsBefore = 0
  const fetchPage: FetchPage = async (mode, offset) => {
    requests += 1
    return await fetchSearchPage(dependencies, { filters: search.filters, offset, mode }, signal)
  }
  const deliverPage: DeliverPage = async (state, page) => {
    countPage(state, page)
    const { rows, bytes } = page
    const rowsAtOnce = Math.ceil(Math.min(MAX_ROWS_AT_ONCE, (BYTES_AT_ONCE * rows.length) / bytes)) || 1
    // Once even for an empty page: its total and the call have to be reported.
    for (let from = 0; from === 0 || from < rows.length; from += rowsAtOnce) {
      if (from > 0) await nextTurn()
      if (signal?.aborted === true) throw new AppError({ tag: 'interrupted' })
      const read = readRows(state, rows.slice(from, from + rowsAtOnce), search.owner)
      const sets = read.filter(({ setId }) => !delivered.has(setId))
      for (const { setId } of sets) delivered.add(setId)
      const loaded = delivered.size
      const expectedRequests = Math.max(requests, requestsBefore + expectedPages(state, page))
      search.onPage({ sets, loaded, total: state.lastTotal ?? loaded, requests, expectedRequests })
    }
  }

  let before: PagingState | undefined
  for (let readings = 1; ; readings += 1) {
    const last = startPaging()
    await readList({ state: last, paging, fetchPage, deliverPage })
    if (readings === MAX_READINGS || !hasChanged(last) || isSameFault(last, before)) {
      return summarizePaging({ last, readings, loaded: delivered.size, requests }, search.where)
    }
    before = last
    requestsBefore = requests
  }
}

/** What a list always shows is how the service counts, and no change of the list. */
function isSameFault(one: PagingState, before: PagingState | undefined): boolean {
  const { hasMoved, received, lastTotal, seen } = one
  if (before === undefined || hasMoved) return false
  return received === before.received && lastTotal === before.lastTotal && seen.size === before.seen.size
}

interface ListReading {
  state: PagingState
  paging: PagingMemory
  fetchPage: FetchPage
  deliverPage: DeliverPage
}

/** Reads a list once, from its first page to the last. */
async function readList({ state, paging, fetchPage, deliverPage }: ListReading): Promise<void> {
  let canReadAhead = true
  const first = await firstPage(fetchPage, paging)
  let { mode } = first
  await deliverPage(state, first.page)
  while (!isFinished(state)) {
    if (canReadAhead && mode === paging.recall()) {
      canReadAhead = await readAhead({
        state,
        pageLength: first.page.rows.length,
        fetchPage: (offset) => fetchPage(mode, offset),
        deliverPage,
      })
    }
    const { overlaps } = state
    const next = isFinished(state) ? undefined : await nextPage(fetchPage, mode, state)
    if (next === undefined) break
    if (next.mode !== paging.recall()) paging.remember(next.mode)
    mode = next.mode
    canReadAhead ||= state.overlaps !== overlaps
    await deliverPage(state, next.page)
  }
  if (state.overlaps || state.pages < 2) return
  // Whole pages have no row in common that would show a change: the first page, read once more, has to do.
  const again = await fetchPage(mode, 0)
  state.hasMoved ||= !haveSameRows(first.page, again)
}

function haveSameRows(one: SearchPage, other: SearchPage): boolean {
  const keys = other.rows.map(keyOf)
  return one.rows.length === keys.length && one.rows.every((row, at) => keyOf(row) === keys[at])
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

/**
 * The next page, in whichever mode makes progress; undefined if neither does, and if the list has moved. It is asked for from
 * its last row on, then without: a service may hand out only whole pages, or only one row at a time.
 */
async function nextPage(fetchPage: FetchPage, mode: PagingMode, state: PagingState): Promise<PageInMode | undefined> {
  for (const tried of mode === 'query' ? (['query', 'body'] as const) : (['body', 'query'] as const)) {
    // A service may refuse an offset that is no multiple of the limit.
    const overlapping =
      state.overlaps && state.offset > 0 ? await unlessRefused(fetchPage(tried, state.offset - 1)) : undefined
    const following = overlapping === undefined ? undefined : continuation(overlapping, state)
    if (following !== undefined && following.rows.length > 0) return { page: following, mode: tried }
    const fetching = fetchPage(tried, state.offset)
    const page = tried === mode ? await fetching : await unlessRefused(fetching)
    if (page === undefined) return undefined
    if (isNextPage(page, state)) {
      // Another row for another offset: the service counts rows, and the last one is not where it was.
      state.hasMoved = following === undefined && overlapping?.rows[0] !== undefined && !startAlike(overlapping, page)
      state.overlaps = state.hasMoved
      return state.hasMoved ? undefined : { page, mode: tried }
    }
    state.hasEnded ||= page.rows.length === 0
    if (state.hasEnded && !isMissingRows(state)) return undefined
  }
  return undefined
}

function startAlike(one: SearchPage, other: SearchPage): boolean {
  return keyOf(one.rows[0]) === keyOf(other.rows[0])
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
  deliverPage: DeliverPage
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
    const fetchNext = (offset: number): Promise<SearchPage | undefined> =>
      state.overlaps ? unlessRefused(fetchPage(offset)) : fetchPage(offset)
    for (const page of await mapConcurrently(offsets, PAGES_AT_ONCE, fetchNext)) {
      const next = page === undefined ? undefined : expectedPage(page, state, pageLength)
      if (next === undefined) return false
      await deliverPage(state, next)
    }
  }
  return true
}

function nextOffsets({ offset, overlaps, received, lastTotal = 0 }: PagingState, pageLength: number): number[] {
  const overlap = overlaps ? 1 : 0
  const step = pageLength - overlap
  const pages = step < 1 ? 0 : Math.ceil((lastTotal - received) / step)
  return Array.from(
    { length: Math.max(0, Math.min(pages, PAGES_AT_ONCE)) },
    (_, index) => offset - overlap + index * step,
  )
}

/** The new rows of a page, if it is as long as can be and follows the last one. */
function expectedPage(page: SearchPage, state: PagingState, pageLength: number): SearchPage | undefined {
  const { overlaps, lastTotal = 0 } = state
  if (page.rows.length !== Math.min(pageLength, lastTotal - page.asked)) return undefined
  if (!overlaps) return isNextPage(page, state) ? page : undefined
  const next = continuation(page, state)
  return next?.rows.length === page.rows.length - 1 ? next : undefined
}
