import type { Connection } from '../../shared/model/connection.ts'
import type { Counterparty, Problem } from '../../shared/model/parcel-set.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { BodyReceiver, HttpPort } from '../ports/http.ts'
import { wordsForDocument } from './document-words.ts'
import { createEndpoints } from './endpoints.ts'
import { bearer, createExchangeCaller } from './authorised-call.ts'
import { listCounterparties } from './list-counterparties.ts'
import { requestToken } from './request-token.ts'
import type { FoundAll } from './search-reading.ts'
import { searchSets, type PagingMemory, type SetsSearch } from './search-sets.ts'
import { streamDocument } from './stream-document.ts'
import { createTokenKeeper } from './token-keeper.ts'

/** The service as one user: every call of the reference, none of its paths outside this folder. */
export interface ExchangeClient {
  /** Signs in when there is no token yet. Fails with sign-in-refused, once and for all (T31). */
  signIn(signal?: AbortSignal): Promise<void>
  counterparties(signal?: AbortSignal): Promise<{ counterparties: Counterparty[]; problems: Problem[] }>
  search(search: SetsSearch, signal?: AbortSignal): Promise<FoundAll>
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

export interface ExchangeClientParts {
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

export function createExchangeClient(parts: ExchangeClientParts): ExchangeClient {
  const { http, clock, connection, paging } = parts
  const endpoints = createEndpoints(connection.baseUrl)
  const tokens = createTokenKeeper({
    ...parts,
    requestToken: (signal) => requestToken({ ...parts, url: endpoints.token }, signal),
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
      const endpoint = wordsForDocument(document)
      return caller.withToken((token) => {
        const headers = { accept: 'application/pdf', ...bearer(token) }
        const request = { method: 'GET', url, endpoint, headers } as const
        return streamDocument(parts, { request, receiver, secrets: [token] }, signal)
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
