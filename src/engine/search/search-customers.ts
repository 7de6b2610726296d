import type { AppError } from '../../shared/errors/app-error.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { Failure } from '../../shared/errors/failure.ts'
import type { Counterparty, ParcelSet, Problem } from '../../shared/model/parcel-set.ts'
import type { ExchangeClient } from '../exchange/exchange-client.ts'
import type { SearchFilters, SearchTotals } from '../exchange/paging.ts'
import type { SetsSearch } from '../exchange/search-sets.ts'
import { isDenied, isOfOneSearch } from './failing-searches.ts'
import type { SetFinder } from './known/set-finder.ts'
import type { SearchListeners, SearchProgress } from './selection.ts'
import type { SetIndex } from './set-index.ts'

/** So many searches show what a service refuses. */
export const FEW = 4

export type ExtraFilters = Omit<SearchFilters, 'customerIds'> & { [filter: string]: string }

/** State shared by all calls of one search, by customer and by reference. */
export interface SearchContext {
  client: ExchangeClient
  index: SetIndex
  finder: Pick<SetFinder, 'named'>
  filters: ExtraFilters
  /** True if the user chose no instance, so that a search without a match is repeated without it (T9). */
  retriesWithoutInstance: boolean
  /** Whether the service has refused a search because it was without an instance: it would refuse all of them. */
  demands: { instance: boolean }
  problems: Problem[]
  /** Customers whose search failed, by id; reported once, then left out (T34). */
  failed: Map<string, AppError>
  /** References whose search failed. */
  unanswered: Map<string, AppError>
  /** The one attempt to find out which customers make a search among several fail. */
  probe: { done: Promise<void> | undefined; requests: number }
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

/**
 * All sets of one customer. Without any it is searched again without the instance (T9). That it cannot be searched is a
 * problem, and no failure of the others (T34).
 */
export async function searchCustomer(context: SearchContext, customer: Counterparty): Promise<PartialResult> {
  const setIds: string[] = []
  try {
    const first = await runSearch(context, ownedBy(customer), setIds)
    if (!first.isComplete || setIds.length > 0) return first
    return await repeatWithoutInstance(context, first, (again) => runSearch(again, ownedBy(customer)))
  } catch (thrown) {
    if (!isOfOneSearch(thrown)) throw thrown
    noteFailed(context, customer, thrown)
    const found = { setIds, loaded: setIds.length, total: setIds.length }
    return { ...emptyResult({ requests: 1, isComplete: false }), ...found }
  }
}

/** The sets of one customer that match, with it as owner (T6). A denied customer is a problem, not a failure (T34). */
export async function searchOwned(context: SearchContext, customer: Counterparty): Promise<PartialResult> {
  try {
    return await runSearch(context, ownedBy(customer))
  } catch (thrown) {
    if (!isOfOneSearch(thrown) || !isDenied(thrown)) throw thrown
    noteFailed(context, customer, thrown)
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
    if (!isOfOneSearch(thrown)) throw thrown
    const { failure } = thrown
    // Which may also say that nothing matches.
    const isNotFound = failure.tag === 'not-found'
    const isRefused = failure.tag === 'request-refused' || failure.tag === 'access-denied'
    demands.instance ||= isRefused
    const why = isNotFound
      ? 'without an instance the service answered “not found”'
      : isRefused
        ? 'the service refused a search without an instance'
        : `a search without an instance failed. ${describeFailure(failure).message}`
    problems.push({ where: 'the search', message: `only sets of the instance ${instance} were searched: ${why}` })
    const isComplete = first.isComplete && (isNotFound || isRefused)
    return { ...first, isComplete, requests: first.requests + 1, filters: context.filters }
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
export async function runSearch(
  context: SearchContext,
  search: OneSearch,
  /** Filled page by page, also if a later page fails. */
  setIds: string[] = [],
): Promise<PartialResult> {
  let reported = { loaded: 0, total: 0, requests: 0, expectedRequests: context.announcedRequests }
  const found = await context.client.search(
    {
      ...search,
      filters: { ...context.filters, ...search.filters },
      onPage: ({ sets, ...now }) => {
        context.index.store(sets)
        for (const set of sets) setIds.push(set.setId)
        context.onSets?.(sets.map(({ setId, customerId, status }) => ({ setId, customerId, status })))
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

/** The sets with these ids, read from the index one by one. */
export function* readSets(index: SetIndex, setIds: Iterable<string>): Generator<ParcelSet> {
  for (const setId of setIds) {
    const set = index.read(setId)
    if (set !== undefined) yield set
  }
}

export function noteFailed({ failed, problems }: SearchContext, customer: Counterparty, thrown: AppError): void {
  const { customerId, customerName } = customer
  if (failed.has(customerId)) return
  failed.set(customerId, thrown)
  problems.push({ where: `customer ${customerName}`, message: whyFailed(thrown.failure) })
}

function whyFailed(failure: Failure): string {
  if (failure.tag !== 'access-denied') return describeFailure(failure).message
  return `this user may not search its sets (403)${failure.said === undefined ? '' : `: “${failure.said}”`}`
}

function growth(before: SearchProgress, now: SearchProgress): SearchProgress {
  return {
    loaded: now.loaded - before.loaded,
    total: now.total - before.total,
    requests: now.requests - before.requests,
    expectedRequests: now.expectedRequests - before.expectedRequests,
  }
}
