import { z } from 'zod'
import { badUsage } from '../../shared/errors/app-error.ts'
import { unreadable } from './read-answer.ts'
import type { ExchangeCaller } from './exchange-caller.ts'
import type { Endpoints } from './endpoints.ts'

/** The page size of the reference's example. The maximum is not documented, so more is never requested (T2). */
const PAGE_LIMIT = 100
const ENDPOINT = 'the search'

/** Where `offset` and `limit` go: the reference does not say (T1). */
export type PagingMode = 'query' | 'body'

export interface SearchFilters {
  customerIds: string[]
  shipmentRef?: string
  status?: string
  instance?: string
  [filter: string]: string | string[] | undefined
}

export interface SearchPage {
  offset: number | undefined
  /** Undefined if the service did not send it; never guessed. */
  total: number | undefined
  /** The rows received, whatever `count` says (T2). */
  rows: unknown[]
  /** Size of the whole answer. */
  bytes: number
}

const count = z
  .union([z.number().int().nonnegative(), z.string().regex(/^\d+$/).transform(Number)])
  .optional()
  .catch(undefined)
/** Not validated here, because zod would copy the list; each row is checked when it is read. */
const rows = z.custom<unknown[]>((value) => Array.isArray(value))
const envelope = z.looseObject({
  data: z.looseObject({ offset: count, total: count, results: rows }),
})

/**
 * One search call (reference “Search sets”). Fails with bad-usage for an empty customer list, which is never sent (T11), and
 * with unreadable-answer if there is no list of results.
 */
export async function fetchSearchPage(
  call: { caller: ExchangeCaller; endpoints: Endpoints },
  request: { filters: SearchFilters; offset: number; mode: PagingMode },
  signal?: AbortSignal,
): Promise<SearchPage> {
  const { filters, offset, mode } = request
  if (filters.customerIds.length === 0) throw badUsage('A search needs at least one customer.')
  const page = { offset, limit: PAGE_LIMIT }
  const { json, bytes } = await call.caller.json(
    {
      method: 'POST',
      url: call.endpoints.search(mode === 'query' ? page : undefined),
      endpoint: ENDPOINT,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(mode === 'body' ? { ...filters, ...page } : filters),
    },
    signal,
  )
  const parsed = envelope.safeParse(json)
  if (!parsed.success) throw unreadable(ENDPOINT, 'it has no list of results')
  const { offset: answered, total, results } = parsed.data.data
  return { offset: answered, total, rows: results, bytes }
}
