import type { Selection } from '../../shared/model/selection.ts'
import type { Counterparty, ParcelSet, Problem } from '../../shared/model/parcel-set.ts'
import { counted } from '../../shared/text/format.ts'
import { mapConcurrently } from '../base/async.ts'
import type { ExchangeClient } from '../exchange/exchange-client.ts'
import { MOST_AT_ONCE } from '../pace/concurrency-law.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { ListedCustomers } from '../exchange/exchange-client.ts'
import { createCustomerList, findCustomers, type ResolvedCustomers } from './customers.ts'
import { isRefused, watchFailures } from './failing-searches.ts'
import type { SetFinder } from './known/set-finder.ts'
import { FEW, type PartialResult, readSets, type SearchContext, searchCustomer } from './search-customers.ts'
import { type ReferenceResult, searchReference } from './search-reference.ts'
import {
  cleanReferences,
  type FoundSet,
  isInStates,
  type ReferenceSummary,
  type SearchListeners,
  type SearchProgress,
  type SearchResult,
} from './selection.ts'
import type { SetIndex } from './set-index.ts'

/** The documented instance; as far as is known the service ignores its case (T9). */
const DEFAULT_INSTANCE = 'DOCEX'

export interface SearchService {
  counterparties(signal?: AbortSignal): Promise<ListedCustomers>
  /** The customers requested by name or id, all if none is. Fails with bad-usage if a name matches none or several. */
  findCustomers(requested: readonly string[], signal?: AbortSignal): Promise<ResolvedCustomers>
  /** As last listed, without asking the service; undefined before that. */
  lastCustomers(): readonly Counterparty[] | undefined
  /** Fails with bad-usage if a customer's name matches none or several, or a reference is empty. */
  search(selection: Selection, listeners?: SearchListeners, signal?: AbortSignal): Promise<SearchOutcome>
}

interface SearchServiceOptions {
  client: ExchangeClient
  index: SetIndex
  finder: Pick<SetFinder, 'named'>
  clock: ClockPort
}

/**
 * Searches by customers and by shipment references; the result is complete or says what is missing (T1 to T11). Sets go into
 * the index page by page, so that memory holds only ids.
 */
export function createSearchService(options: SearchServiceOptions): SearchService {
  const customerList = createCustomerList(options.client, options.clock)
  return {
    counterparties: customerList.load,
    findCustomers: (requested, signal) => findCustomers(requested, customerList, signal),
    lastCustomers: () => customerList.last()?.counterparties,
    search: async (selection, listeners = {}, signal) => {
      const references = cleanReferences(selection.shipmentRefs)
      const { customers, problems, isWhole } = await findCustomers(selection.customers, customerList, signal)
      const stop = new AbortController()
      const searches = references.length === 0 ? customers.length : references.length
      const context: SearchContext = {
        ...createContext(options, selection, AbortSignal.any([stop.signal, ...(signal === undefined ? [] : [signal])])),
        problems: [...problems],
        onGrowth: sumProgress(searches, listeners.onProgress),
      }
      const run = { context, stop, onSets: listeners.onSets }
      if (references.length > 0) {
        const noteAnswer = watchFailures(references.length)
        const found = await searchEach(references, run, async (reference, ownContext) => {
          const result = await searchReference(ownContext, reference, customers)
          const failure = result.setIds.length > 0 ? undefined : context.unanswered.get(reference)
          noteAnswer(failure)
          // What an earlier search answered still stands.
          if (failure !== undefined && !isRefused(failure)) return result
          // A customer that was left out, failed or unlisted, may have sets that the others do not have (T34).
          const isComplete = result.isComplete && isWhole && context.failed.size === 0
          const { exactIds: setIds, understoodAs } = result
          listeners.onReference?.({ reference, setIds, isComplete, ...(understoodAs && { understoodAs }) })
          return result
        })
        refuseWhenAllFailed(context, customers)
        const whole = isWhole && context.failed.size === 0
        return combineResults({ context, selection, isWhole: whole, found, references: found })
      }
      const noteAnswer = watchFailures(customers.length)
      const found = await searchEach(customers, run, async (customer, ownContext) => {
        const result = await searchCustomer(ownContext, customer)
        noteAnswer(context.failed.get(customer.customerId))
        return result
      })
      assignSharedSets(context, customers, found)
      return combineResults({ context, selection, isWhole, found, references: [] })
    },
  }
}

/** Searches several items at once and reports their sets in the order of the items. The first failure stops the others. */
async function searchEach<Item, Result>(
  items: readonly Item[],
  { context, stop, onSets }: { context: SearchContext; stop: AbortController; onSets: SearchListeners['onSets'] },
  search: (item: Item, context: SearchContext) => Promise<Result>,
): Promise<Result[]> {
  const delivery = onSets === undefined ? undefined : deliverInOrder<FoundSet>(onSets)
  try {
    const searchOne = async (item: Item, index: number): Promise<Result> => {
      const ownSets = delivery === undefined ? undefined : (sets: readonly FoundSet[]) => delivery.take(index, sets)
      const result = await search(item, { ...context, onSets: ownSets }).catch((thrown: unknown) => {
        stop.abort()
        throw thrown
      })
      delivery?.end(index)
      return result
    }
    // The first few find out what the service refuses, so that not every search has to.
    const first = await mapConcurrently(items.slice(0, FEW), FEW, searchOne)
    const rest = await mapConcurrently(items.slice(FEW), MOST_AT_ONCE, (item, at) => searchOne(item, FEW + at))
    return [...first, ...rest]
  } finally {
    delivery?.endAll()
  }
}

export interface OrderedDelivery<Item> {
  /** Delivers at once what comes for the first source that has not ended; what comes for a later one waits. */
  take(source: number, items: readonly Item[]): void
  /** Nothing more comes from this source. */
  end(source: number): void
  /** Nothing more comes at all: delivers what waits. */
  endAll(): void
}

/**
 * Puts what several concurrent sources deliver into the order of the sources, counted from 0: a list that grows from the top
 * keeps its rows under the reader's eyes and has the same order every time.
 */
export function deliverInOrder<Item>(deliver: (items: readonly Item[]) => void): OrderedDelivery<Item> {
  const waiting = new Map<number, Item[]>()
  const ended = new Set<number>()
  let current = 0
  const deliverWaiting = (source: number): void => {
    const items = waiting.get(source)
    waiting.delete(source)
    if (items !== undefined) deliver(items)
  }
  return {
    take: (source, items) => {
      if (source === current) return deliver(items)
      const before = waiting.get(source)
      if (before === undefined) waiting.set(source, [...items])
      else before.push(...items)
    },
    end: (source) => {
      ended.add(source)
      while (ended.delete(current)) {
        current += 1
        deliverWaiting(current)
      }
    },
    endAll: () => {
      for (const source of [...waiting.keys()].toSorted((one, other) => one - other)) deliverWaiting(source)
    },
  }
}

/** The state of one search. It ends with the caller's signal, or when one of its calls has failed. */
function createContext(
  { client, index, finder }: SearchServiceOptions,
  selection: Selection,
  signal: AbortSignal,
): Omit<SearchContext, 'problems' | 'onGrowth'> {
  return {
    client,
    index,
    finder,
    filters: { ...selection.filters, status: selection.status, instance: selection.instance ?? DEFAULT_INSTANCE },
    retriesWithoutInstance: selection.instance === null,
    demands: { instance: false },
    failed: new Map(),
    unanswered: new Map(),
    probe: { done: undefined, requests: 0 },
    onSets: undefined,
    announcedRequests: 1,
    signal,
  }
}

/** Sums the progress of all searches. The minimum number of calls is reported before the first of them. */
function sumProgress(
  calls: number,
  onProgress: ((progress: SearchProgress) => void) | undefined,
): SearchContext['onGrowth'] {
  let progress: SearchProgress = { loaded: 0, total: 0, requests: 0, expectedRequests: calls }
  onProgress?.(progress)
  return (growth) => {
    progress = {
      loaded: progress.loaded + growth.loaded,
      total: progress.total + growth.total,
      requests: progress.requests + growth.requests,
      expectedRequests: progress.expectedRequests + growth.expectedRequests,
    }
    onProgress?.(progress)
  }
}

/** One customer that cannot be searched is a problem; all of them are a failure (T34). */
function refuseWhenAllFailed({ failed }: SearchContext, customers: readonly Counterparty[]): void {
  const [first] = customers.map(({ customerId }) => failed.get(customerId))
  if (first !== undefined && customers.every((one) => failed.has(one.customerId))) throw first
}

export interface SearchOutcome extends SearchResult {
  /** The sets that may be saved: without those whose reference only resembles a requested one (T8). */
  savable(): Iterable<ParcelSet>
}

interface FinishedSearches {
  context: SearchContext
  selection: Selection
  /** False if customers may be missing because their list could not be read in full. */
  isWhole: boolean
  found: readonly PartialResult[]
  references: readonly ReferenceResult[]
}

/** Combines all searches into one result: true counts, one summary per reference, sets read when iterated. */
function combineResults({ context, selection, isWhole, found, references }: FinishedSearches): SearchOutcome {
  const { index, problems } = context
  const setIds = new Set(found.flatMap((one) => one.setIds))
  const savableIds = references.length === 0 ? setIds : new Set(references.flatMap((one) => one.exactIds))
  // A set that two customers see came twice, but counts once, in the total as in the list.
  const twice = found.reduce((sum, one) => sum + one.setIds.length, 0) - setIds.size
  const isInWantedState = (set: ParcelSet): boolean => isInStates(set, selection)
  return {
    total: found.reduce((sum, one) => sum + one.total, 0) - twice,
    loaded: setIds.size,
    lacking: sumShortfalls(found),
    complete: isWhole && found.every((one) => one.isComplete),
    requests: found.reduce((sum, one) => sum + one.requests, context.probe.requests),
    references: references.map(answerReference),
    problems: withoutRepeats(problems),
    sets: () => readSets(index, setIds).filter(isInWantedState),
    savable: () => readSets(index, savableIds).filter(isInWantedState),
  }
}

function sumShortfalls(found: readonly PartialResult[]): SearchOutcome['lacking'] {
  return {
    unsent: found.reduce((sum, { lacking }) => sum + lacking.unsent, 0),
    unreadable: found.reduce((sum, { lacking }) => sum + lacking.unreadable, 0),
  }
}

function answerReference({ reference, exactIds, understoodAs }: ReferenceResult): ReferenceSummary {
  const sets = exactIds.length
  const state = sets === 0 ? 'missing' : sets === 1 ? 'found' : 'several'
  return { reference, state, sets, ...(understoodAs && { understoodAs }) }
}

/** Searches that find the same rows again, such as those for owners, report the same problems again. */
function withoutRepeats(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [`${problem.where}\n${problem.message}`, problem])).values()]
}

/**
 * Lists a set that several customers see once, under the first of them in search order, whatever the order of the answers;
 * and reports it, because the documents are filed there (T6).
 */
function assignSharedSets(
  context: SearchContext,
  customers: readonly Counterparty[],
  found: readonly PartialResult[],
): void {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const { setIds } of found) {
    for (const setId of setIds) (seen.has(setId) ? shared : seen).add(setId)
  }
  if (shared.size === 0) return
  for (const [index, customer] of [...customers.entries()].toReversed()) {
    for (const setId of found[index]?.setIds ?? []) {
      if (shared.has(setId)) context.index.setOwner(setId, customer)
    }
  }
  const message = `${counted(shared.size, 'set')} seen by several customers: listed once, under the first of them`
  context.problems.push({ where: 'the search', message })
}
