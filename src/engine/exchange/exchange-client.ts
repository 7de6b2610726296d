import { z } from 'zod'
import type { Connection } from '../../shared/model/connection.ts'
import type { Counterparty, Problem } from '../../shared/model/parcel-set.ts'
import { isUuid } from '../../shared/text/fields.ts'
import { MAX_FIELD_CHARS, plainText } from '../../shared/text/plain-text.ts'
import { yieldingToEventLoop } from '../base/async.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { BodyReceiver, HttpPort } from '../ports/http.ts'
import { unreadable } from './answer-failures.ts'
import { bearer, createExchangeCaller, type ExchangeCaller } from './authorised-call.ts'
import { createEndpoints, type Endpoints } from './endpoints.ts'
import type { SearchTotals } from './paging-state.ts'
import { requestToken } from './request-token.ts'
import { searchSets, type PagingMemory, type SetsSearch } from './search-sets.ts'
import { streamDocument } from './stream-document.ts'
import { createTokenCache } from './token-cache.ts'

/** The service as one user: every call of the reference, none of its paths outside this folder. */
export interface ExchangeClient {
  /** Signs in when there is no token yet. Fails with sign-in-refused, once and for all (T31). */
  signIn(signal?: AbortSignal): Promise<void>
  counterparties(signal?: AbortSignal): Promise<{ counterparties: Counterparty[]; problems: Problem[] }>
  search(search: SetsSearch, signal?: AbortSignal): Promise<SearchTotals>
  /** One attempt at a document's bytes (reference “Get single PDF”); checks and retries are the caller's. */
  streamDocument(document: DocumentAddress, receiver: BodyReceiver, signal?: AbortSignal): Promise<void>
  setConnections(connections: number): void
  close(): void
}

export interface DocumentAddress {
  setId: string
  documentId: string
  /** What people call it, for failures. */
  name?: string | undefined
}

export interface ExchangeClientOptions {
  http: HttpPort
  clock: ClockPort
  connection: Connection
  password: () => Promise<string>
  paging: PagingMemory
  /** Told of every secret that comes up, so that the log can leave it out. */
  onSecret: (secret: string) => void
  /** Told when the service refuses the password, so that nothing tries it again (T31). */
  onRefused: () => void
}

export function createExchangeClient(options: ExchangeClientOptions): ExchangeClient {
  const { http, clock, connection, paging } = options
  const endpoints = createEndpoints(connection.baseUrl)
  const tokens = createTokenCache({
    ...options,
    requestToken: (signal) => requestToken({ ...options, url: endpoints.token }, signal),
  })
  const caller = createExchangeCaller(http, clock, tokens)
  return {
    signIn: async (signal) => {
      await tokens.token(signal)
    },
    counterparties: (signal) => listCounterparties(caller, endpoints, signal),
    search: (search, signal) => searchSets({ caller, endpoints, paging }, search, signal),
    streamDocument: (document, receiver, signal) => {
      const url = endpoints.document(document.setId, document.documentId)
      const endpoint = describeDocument(document)
      return caller.withToken((token) => {
        const headers = { accept: 'application/pdf', ...bearer(token) }
        const request = { method: 'GET', url, endpoint, headers } as const
        return streamDocument(options, { request, receiver, secrets: [token] }, signal)
      }, signal)
    },
    setConnections: (connections) => {
      http.setConnections(connections)
    },
    close: () => {
      http.close()
    },
  }
}

/** As much of a name as stands in a sentence, in characters. */
const MAX_NAME_CHARS = 100

/** A document in a sentence: by its name, or by its id where it has none. Nobody knows a document by its id. */
export function describeDocument({ name, documentId }: { name?: string | undefined; documentId: string }): string {
  const plain = plainText(name ?? '', MAX_NAME_CHARS)
  return plain === '' ? `document ${documentId}` : `document “${plain}”`
}

const COUNTERPARTIES = 'the list of counterparties'
/** A wrong type spoils the name, not the customer (T19). */
const counterpartyRow = z.looseObject({
  customerId: z.string().refine(isUuid),
  customerName: z.string().nullish().catch(null),
})

/**
 * The customers that this user may see (reference “Get counterparties”, unpaged: T34). A row without a valid id is
 * counted as a problem; a nameless one is shown by its id. Fails with unreadable-answer when it is no list at all.
 */
async function listCounterparties(
  caller: ExchangeCaller,
  endpoints: Endpoints,
  signal?: AbortSignal,
): Promise<{ counterparties: Counterparty[]; problems: Problem[] }> {
  const request = { method: 'GET', url: endpoints.counterparties, endpoint: COUNTERPARTIES, headers: {} } as const
  const { json: answer } = await caller.json(request, signal)
  if (!Array.isArray(answer)) throw unreadable(COUNTERPARTIES, 'it is not a list')
  const byId = new Map<string, Counterparty>()
  let lost = 0
  for await (const item of yieldingToEventLoop<unknown>(answer, signal)) {
    const { data: read } = counterpartyRow.safeParse(item)
    if (read === undefined) lost += 1
    else {
      const { customerId, customerName } = read
      byId.set(customerId, { customerId, customerName: plainText(customerName ?? '', MAX_FIELD_CHARS) || customerId })
    }
  }
  const problems =
    lost === 0 ? [] : [{ where: COUNTERPARTIES, message: `${lost} of ${answer.length} rows could not be read` }]
  return { counterparties: [...byId.values()], problems }
}
