import { AppError } from '../../shared/errors/app-error.ts'
import type { Counterparty, ParcelSet } from '../../shared/model/parcel-set.ts'
import { mapConcurrently } from '../base/async.ts'
import type { ExchangeClient } from '../exchange/exchange-client.ts'
import type { ClockPort } from '../ports/clock.ts'
import { concludeSearch, type SearchOutcome, settleOwners } from './search-result.ts'
import { createCustomerList, type ListedCustomers, resolveCustomers } from './customers.ts'
import { cleanReferences } from './clean-references.ts'
import { deliverInOrder } from './deliver-in-order.ts'
import { searchCustomer, type Gathering } from './search-customers.ts'
import { searchReference } from './search-reference.ts'
import type { SetIndex } from './set-index.ts'
import type { SearchProgress, SearchWatch, Selection } from './selection.ts'

/** The reference's example; compared by the service without case as far as is known (T9). */
const DEFAULT_INSTANCE = 'DOCEX'
/** Low, because the service names no rate limit (T33). */
export const SEARCHES_AT_ONCE = 4

export interface SearchService {
  counterparties(signal?: AbortSignal): Promise<ListedCustomers>
  /** Fails with bad-usage when a customer's name fits none or several, or a reference is empty. */
  search(selection: Selection, watch?: SearchWatch, signal?: AbortSignal): Promise<SearchOutcome>
}

interface Parts {
  client: ExchangeClient
  index: SetIndex
  clock: ClockPort
}

/**
 * Searches by customers and by shipment references; complete, or says what is missing (T1 to T11). What is found goes
 * into the index page by page, so that memory holds ids alone.
 */
export function createSearchService(parts: Parts): SearchService {
  const customerList = createCustomerList(parts.client, parts.clock)
  return {
    counterparties: customerList.load,
    search: async (selection, watch = {}, signal) => {
      const references = cleanReferences(selection.shipmentRefs)
      const meant = resolveCustomers(selection.customers, await customerList.recent(signal))
      const { customers } = meant
      const stop = new AbortController()
      const gathering = startGathering({ ...parts, stop, signal }, selection)
      gathering.problems.push(...meant.problems)
      gathering.onLoaded = countProgress(
        references.length === 0 ? customers.length : references.length,
        watch.onProgress,
      )
      const searchEach = eachInOrder(gathering, stop, watch.onSets)
      if (references.length > 0) {
        const found = await searchEach(references, async (one, part) => {
          const answer = await searchReference(part, one, customers)
          // A customer that was left out, denied or not in the list, may have what the others have not (T34).
          const isComplete = answer.isComplete && meant.isWhole && gathering.denied.size === 0
          watch.onReference?.({ reference: one, setIds: answer.exactIds, isComplete })
          return answer
        })
        refuseWhenAllDenied(gathering, customers)
        return concludeSearch({ gathering, selection, isWhole: meant.isWhole, found, references: found })
      }
      const found = await searchEach(customers, (one, part) => searchCustomer(part, one))
      refuseWhenAllDenied(gathering, customers)
      settleOwners(gathering, customers, found)
      return concludeSearch({ gathering, selection, isWhole: meant.isWhole, found, references: [] })
    },
  }
}

/**
 * Searches several at once, and tells of what they find in the order of the items. What one of them fails of, the others
 * need not go on for.
 */
function eachInOrder(gathering: Gathering, stop: AbortController, onSets: SearchWatch['onSets']) {
  return async <Item, Result>(
    items: readonly Item[],
    search: (item: Item, part: Gathering) => Promise<Result>,
  ): Promise<Result[]> => {
    const delivery = deliverInOrder<ParcelSet>((sets) => onSets?.(sets))
    try {
      return await mapConcurrently(items, SEARCHES_AT_ONCE, async (item, at) => {
        const part = { ...gathering, onSets: (sets: readonly ParcelSet[]) => delivery.take(at, sets) }
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

function startGathering(
  parts: Parts & { stop: AbortController; signal: AbortSignal | undefined },
  selection: Selection,
): Gathering {
  const { client, index, stop, signal } = parts
  return {
    client,
    index,
    filters: { ...selection.filters, status: selection.status, instance: selection.instance ?? DEFAULT_INSTANCE },
    retriesWithoutInstance: selection.instance === undefined,
    problems: [],
    denied: new Set(),
    onLoaded: () => undefined,
    onSets: undefined,
    announcedRequests: 1,
    signal: signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]),
  }
}

/** Adds up what the searches load. The calls that will be made at least are told before the first of them. */
function countProgress(
  calls: number,
  onProgress: ((progress: SearchProgress) => void) | undefined,
): Gathering['onLoaded'] {
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
function refuseWhenAllDenied({ denied }: Gathering, customers: readonly Counterparty[]): void {
  if (customers.length > 0 && customers.every((one) => denied.has(one.customerId))) {
    throw new AppError({ tag: 'access-denied', endpoint: 'the search' })
  }
}
