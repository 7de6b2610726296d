import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { listenHere } from './listen-here.ts'

export interface Asked {
  query: Record<string, string>
  /** Parsed JSON, if any. */
  body: unknown
  headers: IncomingHttpHeaders
  /** How often this endpoint was called, including this time. */
  times: number
}

export interface Reply {
  status?: number
  headers?: Record<string, string>
  /** Text and bytes unchanged, anything else as JSON. */
  body: unknown
}

/** Answers of the endpoints; others answer normally, with one customer and no sets. */
export interface Script {
  token?: (asked: Asked) => Reply
  counterparties?: (asked: Asked) => Reply
  search?: (asked: Asked) => Reply
  document?: (asked: Asked) => Reply
}

export interface ScriptedService {
  url: string
  asked: Record<keyof Script, Asked[]>
  close(): Promise<void>
}

const onlyCustomer = { customerId: 'c0000000-0000-4000-a000-000000000001', customerName: 'Only Customer' }

const goodScript: Required<Script> = {
  token: () => ({ body: { token: 'scripted-token' } }),
  counterparties: () => ({ body: [onlyCustomer] }),
  search: () => pageReply([], { offset: 0, total: 0 }),
  document: () => ({ body: '%PDF-1.7 %%EOF' }),
}

/** For answers that no honest service gives; for everything else use the exchange service. */
export async function startScriptedService(script: Script): Promise<ScriptedService> {
  const asked: ScriptedService['asked'] = { token: [], counterparties: [], search: [], document: [] }
  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      const body: unknown = sent === '' ? undefined : JSON.parse(sent)
      const url = new URL(request.url ?? '', 'http://127.0.0.1')
      const endpoint = endpointOf(url.pathname)
      const question = {
        query: Object.fromEntries(url.searchParams),
        body,
        headers: request.headers,
        times: asked[endpoint].length + 1,
      }
      asked[endpoint].push(question)
      const reply = (script[endpoint] ?? goodScript[endpoint])(question)
      response.writeHead(reply.status ?? 200, reply.headers)
      const isReady = typeof reply.body === 'string' || Buffer.isBuffer(reply.body)
      response.end(isReady ? reply.body : JSON.stringify(reply.body))
    })
  })
  const port = await listenHere(server)
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

function endpointOf(path: string): keyof Script {
  if (path.endsWith('/token')) return 'token'
  if (path.endsWith('/counterparties')) return 'counterparties'
  return path.endsWith('/search') ? 'search' : 'document'
}

/** A page of the search; its fields can be left out or wrong. */
export function pageReply(results: readonly unknown[], facts: Record<string, unknown>): Reply {
  return {
    body: { code: 200, status: 'OK', data: { limit: 100, ...facts, count: results.length, results }, links: [] },
  }
}

/** A row with its id and the given fields; the same number gives the same id. */
export function scriptedRow(number: number, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { setId: `5e000000-0000-4000-a000-${String(number).padStart(12, '0')}`, ...more }
}

/** Rows of sets numbered from `first`. */
export function scriptedRows(first: number, count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => scriptedRow(first + index))
}
