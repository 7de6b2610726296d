import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { largePdfAround } from '../../support/large-pdf.ts'
import { listenHere } from '../../support/listen-here.ts'
import {
  BENCH_TOKEN,
  type BenchSets,
  counterpartiesAnswer,
  documentNumberOf,
  searchAnswer,
  tokenAnswer,
} from './search-answer.ts'

export interface GeneratedServiceOptions extends BenchSets {
  documentBytes: number
  /** Documents are PDFs of one page that can be shown, and take at least a kilobyte. */
  isReadable?: boolean
  /** Called as soon as a request has arrived, before it is answered. */
  onRequest?: () => void
}

export interface GeneratedService {
  baseUrl: string
  stop(): void
}

const documentEnd = '\n%%EOF\n'
const pattern = Buffer.alloc(256 * 1024, 'Parcel Desk bench document. ')

/** A service on 127.0.0.1 that works out every answer from its number: documents of any size cost it no disk and no memory. */
export async function startGeneratedService(options: GeneratedServiceOptions): Promise<GeneratedService> {
  const server = createServer((request, response) => {
    options.onRequest?.()
    // A client that goes away in the middle of a document is the client's affair: its exit code tells.
    answer(options, request, response).catch(() => response.destroy())
  })
  const port = await listenHere(server)
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function answer(
  options: GeneratedServiceOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  request.resume()
  if (url.pathname === '/v3/common/oauth2/token') return sendJson(response, tokenAnswer)
  if (request.headers.authorization !== `Bearer ${BENCH_TOKEN}`) return sendStatus(response, 401)
  if (url.pathname === '/v3/common/counterparties') return sendJson(response, counterpartiesAnswer)
  if (url.pathname === '/v3/common/sets/search') {
    const offset = Number(url.searchParams.get('offset') ?? 0)
    const limit = Math.min(Number(url.searchParams.get('limit') ?? 100), 100)
    return sendJson(response, searchAnswer(options, offset, limit))
  }
  const document = documentNumberOf(url.pathname)
  if (document === undefined) return sendStatus(response, 404)
  response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': options.documentBytes })
  await pipeline(documentChunks(document, options), response)
}

function* documentChunks(
  document: number,
  { documentBytes, isReadable = false }: GeneratedServiceOptions,
): Generator<Buffer> {
  const { start, end } = isReadable ? pageOf(documentBytes) : { start: '%PDF-1.7\n', end: documentEnd }
  const documentStart = Buffer.from(`${start}% document ${document}\n`)
  yield documentStart
  let left = documentBytes - documentStart.length - end.length
  while (left > 0) {
    yield pattern.subarray(0, left)
    left -= Math.min(left, pattern.length)
  }
  yield Buffer.from(end)
}

/** What stands around the bytes that no page uses, so that all of it has this size. */
function pageOf(documentBytes: number): { start: string; end: string } {
  const { start, end } = largePdfAround(documentBytes)
  // As many digits as the size itself has, so that offsets stay as long as they are.
  return largePdfAround(documentBytes - start.length - end.length)
}

function sendJson(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
}

function sendStatus(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-length': 0 }).end()
}
