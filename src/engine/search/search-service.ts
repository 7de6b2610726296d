import { AppError } from '../../shared/errors/app-error.ts'
import type { Counterparty, ParcelSet } from '../../shared/model/parcel-set.ts'
import { mapConcurrently } from '../base/async.ts'
import type { ExchangeClient } from '../exchange/exchange-client.ts'
import type { ClockPort } from '../ports/clock.ts'
import { createCustomerList, type ListedCustomers, resolveCustomers } from './customers.ts'
import { searchCustomer, type SearchContext } from './search-customers.ts'
import { searchReference } from './search-reference.ts'
import { combineResults, type SearchOutcome, assignSharedSets } from './search-result.ts'
import { type SearchProgress, type SearchListeners, type Selection, cleanReferences } from './selection.ts'
import type { SetIndex } from './set-index.ts'

export interface OrderedDelivery<Item> {
  /** Hands on what came for the first lot that is not over; what comes for a later one waits for its turn. */
  take(lot: number, items: readonly Item[]): void
  /** Nothing more comes for this lot. */
  end(lot: number): void
  /** Nothing more comes at all: hands on what waits. */
  endAll(): void
}

/**
 * Brings what several lots receive at once into the order of the lots, counted from 0: a list that grows from the top keeps
 * its rows under the reader's eyes, and stands in the same order every time.
 */
export function deliverInOrder<Item>(deliver: (items: readonly Item[]) => void): OrderedDelivery<Item> {
  const waiting = new Map<number, Item[]>()
  const over = new Set<number>()
  let current = 0
  const handOn = (lot: number): void => {
    const items = waiting.get(lot)
    waiting.delete(lot)
    if (items !== undefined) deliver(items)
  }
  return {
    take: (lot, items) => {
      if (lot === current) return deliver(items)
      const before = waiting.get(lot)
      if (before === undefined) waiting.set(lot, [...items])
      else before.push(...items)
    },
    end: (lot) => {
      over.add(lot)
      while (over.delete(current)) {
        current += 1
        handOn(current)
      }
    },
    endAll: () => {
      for (const lot of [...waiting.keys()].toSorted((one, other) => one - other)) handOn(lot)
    },
  }
}

/** The reference's example; compared by the service without case as far as is known (T9). */
const DEFAULT_INSTANCE = 'DOCEX'
/** Low, because the service names no rate limit (T33). */
export const SEARCHES_AT_ONCE = 4

export interface SearchService {
  counterparties(signal?: AbortSignal): Promise<ListedCustomers>
  /** Fails with bad-usage when a customer's name fits none or several, or a reference is empty. */
  search(selection: Selection, watch?: SearchListeners, signal?: AbortSignal): Promise<SearchOutcome>
}

interface SearchServiceOptions {
  client: ExchangeClient
  index: SetIndex
  clock: ClockPort
}

/**
 * Searches by customers and by shipment references; complete, or says what is missing (T1 to T11). What is found goes
 * into the index page by page, so that memory holds ids alone.
 */
export function createSearchService(options: SearchServiceOptions): SearchService {
  const customerList = createCustomerList(options.client, options.clock)
  return {
    counterparties: customerList.load,
    search: async (selection, watch = {}, signal) => {
      const references = cleanReferences(selection.shipmentRefs)
      const resolved = resolveCustomers(selection.customers, await customerList.recent(signal))
      const { customers } = resolved
      const stop = new AbortController()
      const context = createContext({ ...options, stop, signal }, selection)
      context.problems.push(...resolved.problems)
      context.onGrowth = sumProgress(references.length === 0 ? customers.length : references.length, watch.onProgress)
      const searchEach = eachInOrder(context, stop, watch.onSets)
      if (references.length > 0) {
        const found = await searchEach(references, async (one, part) => {
          const answer = await searchReference(part, one, customers)
          // A customer that was left out, denied or not in the list, may have what the others have not (T34).
          const isComplete = answer.isComplete && resolved.isWhole && context.denied.size === 0
          watch.onReference?.({ reference: one, setIds: answer.exactIds, isComplete })
          return answer
        })
        refuseWhenAllDenied(context, customers)
        return combineResults({ context, selection, isWhole: resolved.isWhole, found, references: found })
      }
      const found = await searchEach(customers, (one, part) => searchCustomer(part, one))
      refuseWhenAllDenied(context, customers)
      assignSharedSets(context, customers, found)
      return combineResults({ context, selection, isWhole: resolved.isWhole, found, references: [] })
    },
  }
}

/**
 * Searches several at once, and tells of what they find in the order of the items. What one of them fails of, the others
 * need not go on for.
 */
function eachInOrder(context: SearchContext, stop: AbortController, onSets: SearchListeners['onSets']) {
  return async <Item, Result>(
    items: readonly Item[],
    search: (item: Item, part: SearchContext) => Promise<Result>,
  ): Promise<Result[]> => {
    const delivery = deliverInOrder<ParcelSet>((sets) => onSets?.(sets))
    try {
      return await mapConcurrently(items, SEARCHES_AT_ONCE, async (item, at) => {
        const part = { ...context, onSets: (sets: readonly ParcelSet[]) => delivery.take(at, sets) }
        const result = await search(item, part).catch((thrown: unknown) => {
          stop.abort()
          throw thrown
        })
        delivery.end(at)
        return result
      })
    } finally {
      delivery.endAll()
    }
  }
}

function createContext(
  parts: SearchServiceOptions & { stop: AbortController; signal: AbortSignal | undefined },
  selection: Selection,
): SearchContext {
  const { client, index, stop, signal } = parts
  return {
    client,
    index,
    filters: { ...selection.filters, status: selection.status, instance: selection.instance ?? DEFAULT_INSTANCE },
    retriesWithoutInstance: selection.instance === undefined,
    problems: [],
    denied: new Set(),
    onGrowth: () => undefined,
    onSets: undefined,
    announcedRequests: 1,
    signal: signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]),
  }
}

/** Adds up what the searches load. The calls that will be made at least are told before the first of them. */
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

/** One denied customer is a problem; all of them denied is a failure (T34). */
function refuseWhenAllDenied({ denied }: SearchContext, customers: readonly Counterparty[]): void {
  if (customers.length > 0 && customers.every((one) => denied.has(one.customerId))) {
    throw new AppError({ tag: 'access-denied', endpoint: 'the search' })
  }
}
