import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../shared/errors/app-error.ts'
import type { ParcelSet } from '../../shared/model/parcel-set.ts'
import type { Endpoints } from './endpoints.ts'
import type { ExchangeCaller } from './authorised-call.ts'
import type { Owner } from './parse-set.ts'
import {
  beginPage,
  concludeReading,
  expectedRequests,
  hasMoved,
  isMissingRows,
  isOver,
  startReading,
  takeRows,
  type FoundAll,
  type Reading,
} from './search-reading.ts'
import { searchPage, type PagingMode, type SearchFilters, type SearchPage } from './search-page.ts'
import { mapConcurrently } from '../base/async.ts'

/** Rows that are read and stored in one turn, and about how much of the answer (W-H1). An ordinary page is less. */
const MOST_ROWS_AT_ONCE = 100
const BYTES_AT_ONCE = 2_000_000

export interface PagingMemory {
  /** What worked for this address before. */
  recall(): PagingMode | undefined
  remember(mode: PagingMode): void
}

export interface SearchParts {
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
  /** `requests` and those still to come, as far as can be told. */
  expectedRequests: number
}

export interface SetsSearch {
  filters: SearchFilters
  owner: Owner | undefined
  /** In words, for problems: “customer Aurora Grain”. */
  where: string
  /** Told of every page, of a page of very many rows in pieces. */
  onPage: (page: FoundPage) => void
}

type Ask = (mode: PagingMode, offset: number) => Promise<SearchPage>

/**
 * Reads every page of one search and hands each on. Complete, or says that it is not: paging by query is tried first,
 * then by body, and an answer that does not move ends the reading (T1 to T3). Never loops for ever, never hands a set
 * on twice.
 */
export async function searchSets(parts: SearchParts, search: SetsSearch, signal?: AbortSignal): Promise<FoundAll> {
  const { paging } = parts
  const reading = startReading()
  const ask: Ask = async (mode, offset) => {
    reading.requests += 1
    return await searchPage(parts, { filters: search.filters, offset, mode }, signal)
  }
  const take = async (page: SearchPage): Promise<void> => {
    beginPage(reading, page)
    const { rows, bytes } = page
    const rowsAtOnce = Math.ceil(Math.min(MOST_ROWS_AT_ONCE, (BYTES_AT_ONCE * rows.length) / bytes)) || 1
    // Once for an empty page, too: its total and the call that it took are news.
    for (let from = 0; from === 0 || from < rows.length; from += rowsAtOnce) {
      if (from > 0) await nextTurn()
      if (signal?.aborted === true) throw new AppError({ tag: 'interrupted' })
      const sets = takeRows(reading, rows.slice(from, from + rowsAtOnce), search.owner)
      const { seen, requests, lastTotal } = reading
      const expected = expectedRequests(reading, page)
      search.onPage({ sets, loaded: seen.size, total: lastTotal ?? seen.size, requests, expectedRequests: expected })
    }
  }

  let mode = paging.recall() ?? 'query'
  let isSteady = true
  const first = await ask(mode, 0)
  await take(first)
  while (!isOver(reading)) {
    if (isSteady && mode === paging.recall()) {
      isSteady = await readAhead({ reading, step: first.rows.length, ask: (offset) => ask(mode, offset), take })
    }
    const next = isOver(reading) ? undefined : await nextPage(ask, mode, reading)
    if (next === undefined) break
    if (next.mode !== paging.recall()) paging.remember(next.mode)
    mode = next.mode
    await take(next.page)
  }
  return concludeReading(reading, search.where)
}

/** The next page in a mode in which the answer moved, or undefined where none does. */
async function nextPage(
  ask: Ask,
  mode: PagingMode,
  reading: Reading,
): Promise<{ page: SearchPage; mode: PagingMode } | undefined> {
  for (const tried of mode === 'query' ? (['query', 'body'] as const) : (['body', 'query'] as const)) {
    const page = await ask(tried, reading.received)
    if (hasMoved(page, reading)) return { page, mode: tried }
    reading.hasEnded ||= page.rows.length === 0
    if (reading.hasEnded && !isMissingRows(reading)) return undefined
  }
  return undefined
}

/** Low, because the service names no rate limit (T33). */
const PAGES_AT_ONCE = 4

interface Pages {
  reading: Reading
  /** Rows of a page that was read already. */
  step: number
  ask: (offset: number) => Promise<SearchPage>
  take: (page: SearchPage) => Promise<void>
}

/**
 * Reads several pages at once where paging is known to work, and takes them in their order. Returns false at the first
 * page that is not just what was expected: that one, and all after it, are for the reader that goes step by step (T1 to
 * T3).
 */
async function readAhead({ reading, step, ask, take }: Pages): Promise<boolean> {
  while (!isOver(reading)) {
    const offsets = nextOffsets(reading, step)
    // One page alone is read as well step by step.
    if (offsets.length < 2) return true
    for (const page of await mapConcurrently(offsets, PAGES_AT_ONCE, ask)) {
      if (!isAsExpected(page, reading, step)) return false
      await take(page)
    }
  }
  return true
}

function nextOffsets({ received, lastTotal = 0 }: Reading, step: number): number[] {
  const pages = step === 0 ? 0 : Math.ceil((lastTotal - received) / step)
  return Array.from({ length: Math.max(0, Math.min(pages, PAGES_AT_ONCE)) }, (_, index) => received + index * step)
}

function isAsExpected(page: SearchPage, reading: Reading, step: number): boolean {
  const { received, lastTotal = 0 } = reading
  return page.rows.length === Math.min(step, lastTotal - received) && hasMoved(page, reading)
}
