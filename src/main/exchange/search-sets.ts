import type { ParcelSet, Problem } from '../../shared/model/parcel-set.ts'
import type { Endpoints } from './endpoints.ts'
import type { ExchangeCaller } from './exchange-caller.ts'
import { readSet, setIdOf, unreadableDocuments, type Owner } from './read-set.ts'
import { searchPage, type PagingMode, type SearchFilters, type SearchPage } from './search-page.ts'

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
}

export interface FoundAll {
  total: number
  loaded: number
  requests: number
  isComplete: boolean
  problems: Problem[]
}

export interface SetsSearch {
  filters: SearchFilters
  owner: Owner | undefined
  /** In words, for problems: “customer Aurora Grain”. */
  where: string
  onPage: (page: FoundPage) => void
}

interface Reading {
  seen: Set<string>
  firstTotal: number
  lastTotal: number
  /** Rows received so far; the next offset. Steps by what came, never by the limit asked for (T2). */
  received: number
  requests: number
  unreadable: number
  unreadableDocuments: number
}

/**
 * Reads every page of one search and hands each on. Complete, or says that it is not: paging by query is tried first,
 * then by body, and an answer that does not move ends the reading (T1 to T3). Never loops for ever, never hands a set
 * on twice.
 */
export async function searchSets(parts: SearchParts, search: SetsSearch, signal?: AbortSignal): Promise<FoundAll> {
  const reading: Reading = {
    seen: new Set(),
    firstTotal: 0,
    lastTotal: 0,
    received: 0,
    requests: 0,
    unreadable: 0,
    unreadableDocuments: 0,
  }
  let mode = parts.paging.recall() ?? 'query'
  const ask = async (pageMode: PagingMode): Promise<SearchPage> => {
    reading.requests += 1
    return await searchPage(parts, { filters: search.filters, offset: reading.received, mode: pageMode }, signal)
  }

  const first = await ask(mode)
  reading.firstTotal = first.total
  take(first, reading, search)
  while (reading.received < reading.lastTotal) {
    const next = await nextPage(ask, mode, reading)
    if (next === undefined) {
      if (reading.received === first.rows.length && first.rows.length > 0) parts.paging.remember('none')
      break
    }
    if (next.mode !== parts.paging.recall()) parts.paging.remember(next.mode)
    mode = next.mode
    take(next.page, reading, search)
  }
  return conclude(reading, search.where)
}

/** The next page in a mode in which the answer moved, or undefined where none does. */
async function nextPage(
  ask: (mode: PagingMode) => Promise<SearchPage>,
  mode: PagingMode,
  reading: Reading,
): Promise<{ page: SearchPage; mode: PagingMode } | undefined> {
  // A remembered “none” is asked again as query: the service may have learned to page.
  const preferred = mode === 'none' ? 'query' : mode
  for (const tried of preferred === 'query' ? (['query', 'body'] as const) : (['body', 'query'] as const)) {
    const page = await ask(tried)
    if (hasMoved(page, reading)) return { page, mode: tried }
  }
  return undefined
}

/** True when the answer starts where it was asked to, as far as it says, and brings something new. */
function hasMoved(page: SearchPage, reading: Reading): boolean {
  if (page.offset !== undefined && page.offset !== reading.received) return false
  return page.rows.some((row) => {
    const setId = setIdOf(row)
    return setId !== undefined && !reading.seen.has(setId)
  })
}

function take(page: SearchPage, reading: Reading, search: SetsSearch): void {
  const sets: ParcelSet[] = []
  for (const row of page.rows) {
    const set = readSet(row, search.owner)
    if (set === undefined) {
      reading.unreadable += 1
    } else if (!reading.seen.has(set.setId)) {
      reading.seen.add(set.setId)
      reading.unreadableDocuments += unreadableDocuments(set)
      sets.push(set)
    }
  }
  reading.received += page.rows.length
  reading.lastTotal = page.total
  search.onPage({ sets, loaded: reading.seen.size, total: page.total, requests: reading.requests })
}

function conclude(reading: Reading, where: string): FoundAll {
  const { seen, firstTotal, lastTotal, received, unreadable, requests } = reading
  const problems: Problem[] = []
  const report = (message: string): void => {
    problems.push({ where, message })
  }
  if (received < lastTotal) report(`the service did not page: showing ${seen.size} of ${lastTotal}`)
  if (firstTotal !== lastTotal) report(`the list changed while it was read (${firstTotal}, then ${lastTotal}); search again`)
  const twice = received - unreadable - seen.size
  if (twice > 0) report(`${twice} rows came twice, so others may have been missed; search again`)
  if (unreadable > 0) report(`${unreadable} rows could not be read: they have no valid set id`)
  if (reading.unreadableDocuments > 0) report(`${reading.unreadableDocuments} documents could not be read: they have no valid id`)
  return { total: lastTotal, loaded: seen.size, requests, isComplete: seen.size >= lastTotal, problems }
}
