import { AppError, failureOf } from '../../shared/errors/app-error.ts'
import type { Counterparty, ParcelSet, Problem } from '../../shared/model/parcel-set.ts'
import type { ExchangeClient } from '../exchange/exchange-client.ts'
import type { SearchFilters, SearchTotals } from '../exchange/paging.ts'
import type { SetsSearch } from '../exchange/search-sets.ts'
import type { SearchListeners, SearchProgress } from './selection.ts'
import type { SetIndex } from './set-index.ts'

export type ExtraFilters = Omit<SearchFilters, 'customerIds'> & { [filter: string]: string }

/** State shared by all calls of one search, by customer and by reference. */
export interface SearchContext {
  client: ExchangeClient
  index: SetIndex
  filters: ExtraFilters
  /** True if the user chose no instance, so that a search without a match is repeated without it (T9). */
  retriesWithoutInstance: boolean
  /** Whether the service has refused a search because it was without an instance: it would refuse all of them. */
  demands: { instance: boolean }
  problems: Problem[]
  /** Ids of customers that this user may not search; reported once, then left out (T34). */
  denied: Set<string>
  /** References for which the service refused a search, and how. */
  refused: Map<string, AppError>
  /** Called with the increments of the counts. */
  onGrowth: (growth: SearchProgress) => void
  /** Called with the sets of each page once they are in the index. */
  onSets: SearchListeners['onSets']
  /** Calls per search that were counted as expected before it began. */
  announcedRequests: number
  signal: AbortSignal
}

export interface PartialResult extends SearchTotals {
  setIds: string[]
}

/** All sets of one customer. Without any it is searched again without the instance (T9). */
export async function searchCustomer(context: SearchContext, customer: Counterparty): Promise<PartialResult> {
  const first = await searchOwned(context, customer)
  if (!first.isComplete || first.setIds.length > 0) return first
  return await repeatWithoutInstance(context, first, (again) => runSearch(again, ownedBy(customer)))
}

/** The sets of one customer that match, with it as owner (T6). A denied customer is a problem, not a failure (T34). */
export async function searchOwned(context: SearchContext, customer: Counterparty): Promise<PartialResult> {
  try {
    return await runSearch(context, ownedBy(customer))
  } catch (thrown) {
    if (!isDenied(thrown)) throw thrown
    noteDenied(context, customer)
    return emptyResult({ requests: 1, isComplete: false })
  }
}

export interface RepeatedResult extends PartialResult {
  /** With these its sets are found again. */
  filters: ExtraFilters
}

/**
 * Repeats without the instance, unless the user chose one, a search whose first result was a miss (T9). A service may insist on
 * an instance: that is a problem, the first result stands, and no other search is repeated.
 */
export async function repeatWithoutInstance(
  context: SearchContext,
  first: PartialResult,
  search: (again: SearchContext) => Promise<PartialResult>,
): Promise<RepeatedResult> {
  const { retriesWithoutInstance, demands, problems } = context
  const { instance, ...filters } = context.filters
  if (!retriesWithoutInstance || demands.instance) return { ...first, filters: context.filters }
  try {
    return { ...mergeResults(first, await search({ ...context, filters, announcedRequests: 0 })), filters }
  } catch (thrown) {
    if (!isRefused(thrown) && !isDenied(thrown)) throw thrown
    // Which may also say that nothing matches.
    const isNotFound = failureOf(thrown)?.tag === 'not-found'
    demands.instance ||= !isNotFound
    const why = isNotFound
      ? 'without an instance the service answered “not found”'
      : 'the service refused a search without an instance'
    problems.push({ where: 'the search', message: `only sets of the instance ${instance} were searched: ${why}` })
    return { ...first, requests: first.requests + 1, filters: context.filters }
  }
}

type OneSearch = Omit<SetsSearch, 'onPage'>

export function ownedBy(customer: Counterparty): OneSearch {
  return {
    filters: { customerIds: [customer.customerId] },
    owner: customer,
    where: `customer ${customer.customerName}`,
  }
}

/** Runs one search to its last page and stores each page in the index. */
export async function runSearch(context: SearchContext, search: OneSearch): Promise<PartialResult> {
  const setIds: string[] = []
  let reported = { loaded: 0, total: 0, requests: 0, expectedRequests: context.announcedRequests }
  const found = await context.client.search(
    {
      ...search,
      filters: { ...context.filters, ...search.filters },
      onPage: ({ sets, ...now }) => {
        context.index.store(sets)
        for (const set of sets) setIds.push(set.setId)
        context.onSets?.(sets.map(({ setId, status }) => ({ setId, status })))
        context.onGrowth(growth(reported, now))
        reported = now
      },
    },
    context.signal,
  )
  context.problems.push(...found.problems)
  return { ...found, setIds }
}

export function emptyResult(ended: Pick<PartialResult, 'requests' | 'isComplete'>): PartialResult {
  return { ...ended, setIds: [], total: 0, loaded: 0, lacking: { unsent: 0, unreadable: 0 }, problems: [] }
}

/** Merges two results; a set in both counts once. */
export function mergeResults(one: PartialResult, other: PartialResult): PartialResult {
  const ids = new Set(one.setIds)
  const added = other.setIds.filter((setId) => !ids.has(setId))
  const setIds = [...one.setIds, ...added]
  return {
    setIds,
    loaded: setIds.length,
    total: one.total + other.total - (other.setIds.length - added.length),
    lacking: {
      unsent: one.lacking.unsent + other.lacking.unsent,
      unreadable: one.lacking.unreadable + other.lacking.unreadable,
    },
    requests: one.requests + other.requests,
    isComplete: one.isComplete && other.isComplete,
    problems: [],
  }
}

export function isDenied(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.failure.tag === 'access-denied'
}

/** Whether the service refused the search itself, as it stands: it would refuse it again (T32). */
export function isRefused(thrown: unknown): thrown is AppError {
  return thrown instanceof AppError && (thrown.failure.tag === 'request-refused' || thrown.failure.tag === 'not-found')
}

/** The sets with these ids, read from the index one by one. */
export function* readSets(index: SetIndex, setIds: Iterable<string>): Generator<ParcelSet> {
  for (const setId of setIds) {
    const set = index.read(setId)
    if (set !== undefined) yield set
  }
}

function noteDenied({ denied, problems }: SearchContext, { customerId, customerName }: Counterparty): void {
  if (denied.has(customerId)) return
  denied.add(customerId)
  problems.push({ where: `customer ${customerName}`, message: 'this user may not search its sets (403)' })
}

function growth(before: SearchProgress, now: SearchProgress): SearchProgress {
  return {
    loaded: now.loaded - before.loaded,
    total: now.total - before.total,
    requests: now.requests - before.requests,
    expectedRequests: now.expectedRequests - before.expectedRequests,
  }
}
