import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { type Answer, errorAnswer, jsonAnswer, pdfAnswer } from './answers.ts'
import type { Documents } from './documents.ts'
import type { ExchangeData, SetRow } from './exchange-data.ts'
import type { Route } from './route-request.ts'
import type { Tokens } from './tokens.ts'

export type Paging = 'query' | 'body' | 'none'

export interface Desk {
  data: ExchangeData
  documents: Documents
  tokens: Tokens
  paging: Paging
  /** Default and greatest page size. */
  pageLimit: number
  /** Documents and their XML are told only when one set matches (T4). */
  documentsOnlyWhenUnique: boolean
  versionOf(documentId: string): number
}

export interface Question {
  route: Route
  headers: IncomingHttpHeaders
  query: URLSearchParams
  /** Parsed JSON; undefined when there is none or it is malformed. */
  body: unknown
}

const searchBody = z.object({
  customerIds: z.array(z.string()).min(1),
  status: z.string().optional(),
  instance: z.string().optional(),
  shipmentRef: z.string().optional(),
  parcelRef: z.string().optional(),
  vesselName: z.string().optional(),
  offset: z.unknown().optional(),
  limit: z.unknown().optional(),
})

/** What an honest service answers, as the service reference says. */
export async function answerRequest(desk: Desk, question: Question): Promise<Answer> {
  const { route, headers } = question
  if (route.endpoint === 'token') {
    const token = desk.tokens.issue(headers)
    return token === undefined ? errorAnswer(401, 'Invalid username or password') : jsonAnswer(200, { token })
  }
  if (!desk.tokens.spend(headers.authorization)) return errorAnswer(401, 'Access token is missing or no longer valid')
  if (route.endpoint === 'counterparties') return jsonAnswer(200, desk.data.counterparties)
  if (route.endpoint === 'search') return answerSearch(desk, question)
  return answerDocument(desk, route)
}

function answerSearch(desk: Desk, { headers, query, body }: Question): Answer {
  if (!(headers['content-type'] ?? '').startsWith('application/json')) {
    return errorAnswer(415, 'Content-Type must be application/json')
  }
  const parsed = searchBody.safeParse(body)
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') ?? ''
    return errorAnswer(
      400,
      field === '' ? 'Request body is not a JSON object' : `Field ${field} is missing or not valid`,
    )
  }
  const { offset, limit } = pageOf(desk, query, parsed.data)
  const matches = desk.data.search(parsed.data)
  const sets = matches.slice(offset, offset + limit)
  const isTold = !desk.documentsOnlyWhenUnique || matches.total === 1
  const results = sets.map(({ row }): SetRow => (isTold ? row : { ...row, documents: [] }))
  const data = { offset, limit, total: matches.total, count: results.length, results }
  return jsonAnswer(200, { code: 200, status: 'OK', data, links: [] })
}

/** Where offset and limit go is not documented (T1), so the service can be set to read them in one place or nowhere. */
function pageOf(desk: Desk, query: URLSearchParams, body: { offset?: unknown; limit?: unknown }) {
  const asked = {
    query: { offset: query.get('offset'), limit: query.get('limit') },
    body,
    none: { offset: 0, limit: desk.pageLimit },
  }[desk.paging]
  const offset = Math.max(wholeNumber(asked.offset) ?? 0, 0)
  const limit = Math.min(Math.max(wholeNumber(asked.limit) ?? desk.pageLimit, 1), desk.pageLimit)
  return { offset, limit }
}

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'number' ? value : Number.parseInt(typeof value === 'string' ? value : '', 10)
  return Number.isSafeInteger(number) ? number : undefined
}

async function answerDocument(desk: Desk, { setId = '', documentId = '' }: Route): Promise<Answer> {
  const set = desk.data.findSet(setId)
  if (set === undefined) return errorAnswer(404, 'Set not found')
  const index = set.row.documents.findIndex((document) => document.documentId === documentId)
  if (index < 0) return errorAnswer(404, 'Document not found in this set')
  return pdfAnswer(await desk.documents.bytesOf({ set, index, version: desk.versionOf(documentId) }))
}
