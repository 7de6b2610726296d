import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import type { Selection } from '../../src/shared/model/selection.ts'
import type { ExchangeClient } from '../../src/engine/exchange/exchange-client.ts'
import { createSetFinder } from '../../src/engine/search/known/set-finder.ts'
import { createSearchService, type SearchOutcome, type SearchService } from '../../src/engine/search/search-service.ts'
import { createSetIndex, type SetIndex } from '../../src/engine/search/set-index.ts'
import { SETS_SCHEMA } from '../../src/engine/storage/schema.ts'
import type { SearchListeners } from '../../src/engine/search/selection.ts'
import {
  type ExchangeService,
  type ServiceOptions,
  startExchangeService,
} from '../exchange-service/start-exchange-service.ts'
import { openClient } from './open-service.ts'
import { createQuickClock } from './quick-clock.ts'

/** The default selection. */
export const everything: Selection = {
  customers: [],
  shipmentRefs: [],
  status: 'ACTIVE',
  instance: null,
  filters: {},
  states: [],
}

export interface TestSearch {
  client: ExchangeClient
  index: SetIndex
  searching: SearchService
  search(selection: Partial<Selection>, options?: SearchOptions): Promise<SearchOutcome>
}

interface SearchOptions extends SearchListeners {
  signal?: AbortSignal
}

/** The search service with a set index in memory. */
function openSearch(service: { url: string }): TestSearch {
  const database = new DatabaseSync(':memory:')
  for (const script of SETS_SCHEMA.migrations) database.exec(script)
  const { client } = openClient(service)
  const clock = createQuickClock()
  const finder = createSetFinder({ database, baseUrl: service.url, clock })
  const index = createSetIndex(database, service.url, finder)
  const searching = createSearchService({ client, index, finder, clock })
  return {
    client,
    index,
    searching,
    search: (selection, { signal, ...watch } = {}) => searching.search({ ...everything, ...selection }, watch, signal),
  }
}

/** The exchange service and a search of it, closed at the end of the test. */
export async function startSearch(options: ServiceOptions = {}): Promise<TestSearch & { service: ExchangeService }> {
  const service = await startExchangeService(options)
  onTestFinished(service.close)
  return { service, ...openSearch(service) }
}

const searchBody = z.looseObject({ customerIds: z.array(z.string()), instance: z.string().optional() })

/** The filters of the searches, in the order sent. */
export function sentFilters({ requests }: ExchangeService): z.infer<typeof searchBody>[] {
  return requests.filter(({ endpoint }) => endpoint === 'search').map(({ body }) => searchBody.parse(body))
}
