import type { Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { createHttp } from '../../src/adapters/node-http.ts'
import type { HttpOptions } from '../../src/engine/ports/host-ports.ts'
import type { HttpPort, HttpRequest } from '../../src/engine/ports/http.ts'
import { httpText, type RawServer, startRawServer } from './raw-server.ts'

/** Larger than any answer of these tests. */
export const MAX_BYTES = 1_000_000

/** The real client with timeouts that only their own tests reach; closed at the end of the test. */
export function openHttp(
  timeouts: HttpOptions['timeouts'] = {},
  extraCa?: string,
  options: Pick<HttpOptions, 'connections'> = {},
): HttpPort {
  const quick = { connectMs: 5_000, answerMs: 5_000, idleMs: 5_000, ...timeouts }
  const http = createHttp({ ...options, timeouts: quick, ...(extraCa === undefined ? {} : { extraCa }) })
  onTestFinished(() => {
    http.close()
  })
  return http
}

/** A raw server, closed at the end of the test. */
export async function serve(answer: (socket: Socket, received: string) => void): Promise<RawServer> {
  const server = await startRawServer(answer)
  onTestFinished(server.close)
  return server
}

/** Sends the same text to every request. */
export function serveText(text: string): Promise<RawServer> {
  return serve((socket) => void socket.write(text))
}

/** An address at which nothing listens. */
export async function deadServer(): Promise<RawServer> {
  const server = await startRawServer(() => undefined)
  await server.close()
  return server
}

export function get(url: string, headers: Record<string, string> = {}): HttpRequest {
  return { method: 'GET', url: new URL(url), endpoint: 'the test', headers }
}

export function ok(body: string): string {
  return httpText('200 OK', { 'content-length': String(body.length) }, body)
}
