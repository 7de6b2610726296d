import { z } from 'zod'
import type { Connection } from '../../shared/model/connection.ts'
import type { Counterparty, Problem } from '../../shared/model/parcel-set.ts'
import { isUuid } from '../../shared/text/set-fields.ts'
import { MAX_FIELD_CHARS, plainText } from '../../shared/text/plain-text.ts'
import { yieldingToEventLoop } from '../base/async.ts'
import type { Pace, PaceState } from '../pace/pace.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { BodyReceiver, HttpPort } from '../ports/http.ts'
import { textOf } from './parse-json.ts'
import { unreadableAnswer } from './read-answer.ts'
import {
  bearer,
  createEndpoints,
  createExchangeCaller,
  createTokenCache,
  type Endpoints,
  type ExchangeCaller,
} from './exchange-caller.ts'
import type { SearchTotals } from './paging.ts'
import { type Reached, reachService } from './reach-service.ts'
import { requestToken } from './request-token.ts'
import { type PagingMemory, searchSets, type SetsSearch } from './search-sets.ts'
import { streamDocument } from './stream-document.ts'

/** The exchange service as one user: every call of docs/service.md. No other room knows its paths. */
export interface ExchangeClient {
  /** Calls the address without credentials: any answer will do. Fails like any call, after one attempt. */
  reach(signal?: AbortSignal): Promise<Reached>
  /** Signs in unless there is a token. Once it has failed with sign-in-refused, it never asks the service again (T31). */
  signIn(signal?: AbortSignal): Promise<void>
  counterparties(signal?: AbortSignal): Promise<ListedCustomers>
  search(search: SetsSearch, signal?: AbortSignal): Promise<SearchTotals>
  /** One attempt at a document's bytes (docs/service.md “Document”); the caller checks and retries. */
  streamDocument(document: DocumentAddress, receiver: BodyReceiver, signal?: AbortSignal): Promise<void>
  pace(): PaceState
  /** See `Pace`. */
  tryNow(): void
  close(): void
}

export interface ListedCustomers {
  counterparties: Counterparty[]
  /** Rows and names that could not be read. */
  problems: Problem[]
  /** False if a row could not be read, so that a customer is missing. */
  isWhole: boolean
}

export interface BulkCall {
  /** 1 for the first. */
  attempt: number
  /** Fires when no more may begin. */
  closed: AbortSignal
}

export interface DocumentAddress {
  setId: string
  documentId: string
  /** That people know it by, for failure messages; the id is used where there is none. */
  name?: string | undefined
  /** Of the many documents of a save. */
  bulk?: BulkCall | undefined
}

export interface ExchangeClientOptions {
  http: HttpPort
  clock: ClockPort
  pace: Pace
  connection: Connection
  password: () => Promise<string>
  paging: PagingMemory
  /** Called with every secret, so that the log can redact it. */
  onSecret: (secret: string) => void
  /** Called with a token so old that the log need not redact it any more. */
  onTokenGone: (token: string) => void
  /** Called when the service refuses the password, so that nothing tries it again (T31). */
  onRefused: () => void
}

export function createExchangeClient(options: ExchangeClientOptions): ExchangeClient {
  const { http, pace, connection, paging } = options
  const endpoints = createEndpoints(connection.baseUrl)
  const tokens = createTokenCache({
    ...options,
    requestToken: (signal) => requestToken({ ...options, url: endpoints.token }, signal),
  })
  const caller = createExchangeCaller(options, tokens)
  return {
    reach: (signal) => reachService(http, connection.baseUrl, signal),
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
        const request = { method: 'GET', url, endpoint, headers, attempt: document.bulk?.attempt } as const
        const call = { endpoint, closed: document.bulk?.closed }
        return pace.run(call, () => streamDocument(options, { request, receiver, secrets: [token] }, signal), signal)
      }, signal)
    },
    pace: pace.state,
    tryNow: pace.tryNow,
    close: () => {
      pace.remember()
      http.close()
    },
  }
}

/** Longest document name in a sentence. */
const MAX_NAME_CHARS = 100

/** A document in a sentence: by its name, because nobody knows a document by its id; by the id only if it has no name. */
export function describeDocument({ name, documentId }: { name?: string | undefined; documentId: string }): string {
  const plain = plainText(name ?? '', MAX_NAME_CHARS)
  return plain === '' ? `document ${documentId}` : `document “${plain}”`
}

const COUNTERPARTIES = 'the list of customers'
const counterpartyRow = z.looseObject({ customerId: z.string().refine(isUuid), customerName: z.unknown().optional() })

/**
 * The customers that this user may see (docs/service.md “Customers”, unpaged: T34). Rows without a valid id, and names that
 * are not text, are problems; a customer without a name gets its id as one (T19). Fails with unreadable-answer if the answer is
 * not a list.
 */
async function listCounterparties(
  caller: ExchangeCaller,
  endpoints: Endpoints,
  signal?: AbortSignal,
): Promise<ListedCustomers> {
  const request = { method: 'GET', url: endpoints.counterparties, endpoint: COUNTERPARTIES, headers: {} } as const
  const { json: answer, said } = await caller.json(request, signal)
  if (!Array.isArray(answer)) throw unreadableAnswer(COUNTERPARTIES, 'it is not a list', said())
  const byId = new Map<string, Counterparty>()
  let [lost, nameless] = [0, 0]
  for await (const item of yieldingToEventLoop<unknown>(answer, signal)) {
    const { data: read } = counterpartyRow.safeParse(item)
    if (read === undefined) {
      lost += 1
      continue
    }
    const { customerId, customerName } = read
    const name = textOf(customerName)
    if (name === undefined) nameless += 1
    byId.set(customerId, { customerId, customerName: plainText(name ?? '', MAX_FIELD_CHARS) || customerId })
  }
  const problems = [
    [lost, 'rows could not be read'] as const,
    [nameless, 'names could not be read: not text'] as const,
  ].flatMap(([count, what]) =>
    count === 0 ? [] : [{ where: COUNTERPARTIES, message: `${count} of ${answer.length} ${what}` }],
  )
  return { counterparties: [...byId.values()], problems, isWhole: lost === 0 }
}
