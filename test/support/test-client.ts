import { createHttp } from '../../src/adapters/node-http.ts'
import { createSystemClock } from '../../src/adapters/system-clock.ts'
import { createPace } from '../../src/engine/pace/pace.ts'
import { createExchangeClient, type ExchangeClient } from '../../src/engine/exchange/exchange-client.ts'
import type { PagingMode, SearchFilters, SearchTotals } from '../../src/engine/exchange/paging.ts'
import type { FoundPage } from '../../src/engine/exchange/search-sets.ts'
import type { ClockPort } from '../../src/engine/ports/clock.ts'
import type { HttpTimeouts } from '../../src/engine/ports/host-ports.ts'
import type { Connection } from '../../src/shared/model/connection.ts'
import type { ParcelSet } from '../../src/shared/model/parcel-set.ts'
import { demoUser } from '../exchange-service/start-exchange-service.ts'
import { createQuickClock } from './quick-clock.ts'

/** Long enough that only a test of them reaches them, however busy the machine is. */
const TIMEOUTS: HttpTimeouts = { connectMs: 5_000, answerMs: 5_000, idleMs: 5_000 }

export interface TestClientOptions {
  service: { url: string }
  connection?: Partial<Connection>
  password?: () => Promise<string>
  timeouts?: Partial<HttpTimeouts>
  extraCa?: string
  clock?: ClockPort
  /** The paging mode that an earlier session remembered. */
  remembered?: PagingMode
}

export interface TestClient {
  client: ExchangeClient
  /** Searches and keeps the pages. */
  find(filters: SearchFilters, signal?: AbortSignal): Promise<SearchTotals & { sets: ParcelSet[]; pages: FoundPage[] }>
  /** Every wait between attempts. */
  waitsMs: number[]
  /** Every secret registered with the log. */
  secrets: string[]
  /** How often a refused password was reported. */
  refusals(): number
  remembered(): PagingMode | undefined
}

/** The service client alone, over real HTTP, with quick waits. Ends with `client.close`. */
export function createTestClient(options: TestClientOptions): TestClient {
  const quick = createQuickClock()
  const secrets: string[] = []
  let refusals = 0
  let remembered = options.remembered
  const clock = options.clock ?? quick
  const pace = createPace({ clock, silenceClock: createSystemClock() }, undefined, () => ({}))
  const http = createHttp({
    timeouts: { ...TIMEOUTS, ...options.timeouts },
    ...(options.extraCa === undefined ? {} : { extraCa: options.extraCa }),
  })
  const client = createExchangeClient({
    http: pace.measure(http),
    clock,
    pace,
    connection: {
      profile: undefined,
      environment: 'test',
      credentialForm: 'basic',
      caFile: undefined,
      baseUrl: options.service.url,
      username: demoUser.username,
      ...options.connection,
    },
    password: options.password ?? (() => Promise.resolve(demoUser.password)),
    paging: { recall: () => remembered, remember: (mode) => void (remembered = mode) },
    onSecret: (secret) => void secrets.push(secret),
    onTokenGone: () => undefined,
    onRefused: () => void (refusals += 1),
  })
  return {
    client,
    find: async (filters, signal) => {
      const pages: FoundPage[] = []
      const onPage = (page: FoundPage): void => void pages.push(page)
      const found = await client.search({ filters, owner: undefined, where: 'the list', onPage }, signal)
      return { ...found, pages, sets: pages.flatMap((page) => page.sets) }
    },
    waitsMs: quick.waitsMs,
    secrets,
    refusals: () => refusals,
    remembered: () => remembered,
  }
}
