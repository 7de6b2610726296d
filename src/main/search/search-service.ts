import type { Counterparty, ParcelSet, Problem } from '../../shared/model/parcel-set.ts'
import { AppError } from '../../shared/errors/app-error.ts'
import { isSameState } from '../../shared/text/fold-state.ts'
import { mapConcurrently } from '../core/map-concurrently.ts'
import type { ReferenceAnswer, SearchProgress, SearchResult, Selection } from '../core/parcel-desk.ts'
import type { ExchangeClient } from '../exchange/exchange-client.ts'
import { resolveCustomers } from './resolve-customers.ts'
import { readSets, searchCustomer, type Found, type Gathering } from './search-customers.ts'
import { searchReference, type FoundReference } from './search-reference.ts'
import type { SetIndex } from './set-index.ts'

/** The reference's example; compared by the service without case as far as is known (T9). */
const DEFAULT_INSTANCE = 'DOCEX'
/** Low, because the service names no rate limit (T33). */
const SEARCHES_AT_ONCE = 4

export interface SearchService {
  counterparties(signal?: AbortSignal): Promise<{ counterparties: Counterparty[]; problems: Problem[] }>
  search(selection: Selection, onProgress?: (progress: SearchProgress) => void, signal?: AbortSignal): Promise<SearchOutcome>
}

export interface SearchOutcome extends SearchResult {
  /** The sets that may be saved: without those that only contain a reference asked for (T8). */
  savable(): Iterable<ParcelSet>
}

/**
 * Searches by customers and by shipment references; complete, or says what is missing (T1 to T11). What is found goes
 * into the index page by page, so that memory holds ids alone.
 */
export function createSearchService(client: ExchangeClient, index: SetIndex): SearchService {
  return {
    counterparties: (signal) => client.counterparties(signal),
    search: async (selection, onProgress, signal) => {
      const { counterparties, problems: listProblems } = await client.counterparties(signal)
      const { customers, problems: idProblems } = resolveCustomers(selection.customers, counterparties)
      const gathering = startGathering({ client, index, selection, onProgress, signal })
      gathering.problems.push(...listProblems, ...idProblems)
      if (selection.shipmentRefs.length === 0) {
        const found = await mapConcurrently(customers, SEARCHES_AT_ONCE, (one) => searchCustomer(gathering, one))
        refuseWhenAllDenied(gathering, customers)
        return conclude({ gathering, selection, found, references: [] })
      }
      const references = [...new Set(selection.shipmentRefs)]
      const found = await mapConcurrently(references, SEARCHES_AT_ONCE, (one) => searchReference(gathering, one, customers))
      refuseWhenAllDenied(gathering, customers)
      return conclude({ gathering, selection, found, references: found })
    },
  }
}

/** One denied customer is a problem; all of them denied is a failure. */
function refuseWhenAllDenied({ denied }: Gathering, customers: readonly Counterparty[]): void {
  if (customers.length > 0 && customers.every((one) => denied.has(one.customerId))) {
    throw new AppError({ tag: 'access-denied', endpoint: 'the search' })
  }
}

interface Start {
  client: ExchangeClient
  index: SetIndex
  selection: Selection
  onProgress: ((progress: SearchProgress) => void) | undefined
  signal: AbortSignal | undefined
}

function startGathering({ client, index, selection, onProgress, signal }: Start): Gathering {
  const progress: SearchProgress = { loaded: 0, total: 0, requests: 0 }
  return {
    client,
    index,
    filters: { ...selection.filters, status: selection.status, instance: selection.instance ?? DEFAULT_INSTANCE },
    retriesWithoutInstance: selection.instance === undefined,
    problems: [],
    denied: new Set(),
    onLoaded: (delta) => {
      progress.loaded += delta.loaded
      progress.total += delta.total
      progress.requests += delta.requests
      onProgress?.(progress)
    },
    signal,
  }
}

interface Ending {
  gathering: Gathering
  selection: Selection
  found: Found[]
  references: FoundReference[]
}

function conclude({ gathering, selection, found, references }: Ending): SearchOutcome {
  const { index, problems } = gathering
  const setIds = new Set(found.flatMap((one) => one.setIds))
  const savableIds = references.length === 0 ? setIds : new Set(references.flatMap((one) => one.exactIds))
  // A set that two customers see came twice; counted once, in the total as in the list.
  const twice = found.reduce((sum, one) => sum + one.setIds.length, 0) - setIds.size
  const matches = (set: { status: string | null }): boolean =>
    selection.states.length === 0 || selection.states.some((state) => set.status !== null && isSameState(set.status, state))
  return {
    total: found.reduce((sum, one) => sum + one.total, 0) - twice,
    loaded: setIds.size,
    complete: found.every((one) => one.isComplete),
    requests: found.reduce((sum, one) => sum + one.requests, 0),
    references: references.map(answerReference),
    problems,
    sets: () => readSets(index, setIds).filter(matches),
    savable: () => readSets(index, savableIds).filter(matches),
  }
}

function answerReference({ reference, exactIds }: FoundReference): ReferenceAnswer {
  const sets = exactIds.length
  return { reference, state: sets === 0 ? 'missing' : sets === 1 ? 'found' : 'several', sets }
}
