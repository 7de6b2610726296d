import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FaultKind } from './fault-rules.ts'
import type { Endpoint } from './route-request.ts'

export interface RequestRecord {
  endpoint: Endpoint | 'other'
  method: string
  /** As it came over the wire, without the query. */
  path: string
  query: Record<string, string>
  /** Parsed JSON, or undefined. */
  body: unknown
  /** Milliseconds since 1970. */
  atMs: number
  /** Set when the answer is over, as are the next two. */
  durationMs?: number
  /** 0 until the answer began, and when there never was one. */
  status: number
  /** The connection ended before the whole answer was out. */
  wasCutOff?: boolean
  /** The fault that was served in place of a good answer. */
  fault?: FaultKind
  hasAuthorization: boolean
  /** How the client made itself known; what it said is not kept. */
  credentials: 'basic' | 'headers' | 'bearer' | 'none'
  acceptEncoding: string | undefined
  userAgent: string | undefined
}

export interface RequestCounts {
  token: number
  counterparties: number
  search: number
  document: number
  other: number
  atOnce: number
  mostAtOnce: number
  connections: number
}

export interface RequestLog {
  requests: RequestRecord[]
  counts: RequestCounts
  add(request: IncomingMessage, response: ServerResponse, target: RequestTarget): RequestRecord
  countConnection(): void
  /** Resolves when this many requests have arrived in all. */
  untilCounted(endpoint: Endpoint, count: number): Promise<void>
}

interface Waiting {
  endpoint: Endpoint
  count: number
  resolve: () => void
}

export type RequestTarget = Pick<RequestRecord, 'endpoint' | 'path' | 'query'>

/** A run over 100,000 documents shall not end in a list of 100,000 records; the counts go on. */
const maxRecords = 50_000

export function createRequestLog(): RequestLog {
  const requests: RequestRecord[] = []
  const counts: RequestCounts = {
    token: 0,
    counterparties: 0,
    search: 0,
    document: 0,
    other: 0,
    atOnce: 0,
    mostAtOnce: 0,
    connections: 0,
  }
  let waiting: Waiting[] = []
  const add = (request: IncomingMessage, response: ServerResponse, target: RequestTarget): RequestRecord => {
    const record = recordOf(request, target)
    if (requests.length < maxRecords) requests.push(record)
    counts[target.endpoint] += 1
    const due = waiting.filter(({ endpoint, count }) => counts[endpoint] >= count)
    waiting = waiting.filter((one) => !due.includes(one))
    for (const { resolve } of due) resolve()
    counts.atOnce += 1
    counts.mostAtOnce = Math.max(counts.mostAtOnce, counts.atOnce)
    response.once('close', () => {
      counts.atOnce -= 1
      record.durationMs = Date.now() - record.atMs
      record.status = response.headersSent ? response.statusCode : 0
      record.wasCutOff = !response.writableFinished
    })
    return record
  }
  return {
    requests,
    counts,
    add,
    countConnection: () => void (counts.connections += 1),
    untilCounted: async (endpoint, count) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      if (counts[endpoint] >= count) return
      waiting.push({ endpoint, count, resolve })
      await promise
    },
  }
}

function recordOf(request: IncomingMessage, target: RequestTarget): RequestRecord {
  const { headers } = request
  return {
    ...target,
    method: request.method ?? '',
    body: undefined,
    atMs: Date.now(),
    status: 0,
    hasAuthorization: headers.authorization !== undefined,
    credentials: credentialsOf(request),
    acceptEncoding: typeof headers['accept-encoding'] === 'string' ? headers['accept-encoding'] : undefined,
    userAgent: headers['user-agent'],
  }
}

function credentialsOf({ headers }: IncomingMessage): RequestRecord['credentials'] {
  if (/^basic /i.test(headers.authorization ?? '')) return 'basic'
  if (/^bearer /i.test(headers.authorization ?? '')) return 'bearer'
  return headers['username'] === undefined ? 'none' : 'headers'
}
