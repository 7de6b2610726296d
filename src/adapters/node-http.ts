import type { ClientRequest } from 'node:http'
import { AppError, failureOf } from '../shared/errors/app-error.ts'
import type { HttpOptions, HttpTimeouts } from '../engine/ports/host-ports.ts'
import type { BodyReceiver, HttpAnswer, HttpHead, HttpPort, HttpRequest } from '../engine/ports/http.ts'
import { http, https, createHttpAgents, type HttpAgents, type Route } from './http-agents.ts'
import { httpFailure, interrupted, streamAnswer } from './http-answer.ts'

const DEFAULT_TIMEOUTS: HttpTimeouts = { connectMs: 10_000, answerMs: 30_000, idleMs: 30_000 }

/**
 * Finds the proxy before an address: that of the proxy, or '' where there is none. Asked before every request, because
 * the network under a running application changes. Fails with service-unreachable.
 */
export type FindProxy = (url: URL) => Promise<string>

/**
 * HTTP over Node's own client: half the system time and memory of the alternatives in bulk saving, TLS and proxies
 * included (docs/decisions/node-http.md); without `findProxy` they come from the environment. Once closed it ends every
 * request with interrupted. Fails with bad-usage when the extra certificate authority is none.
 */
export function createHttp(options: HttpOptions = {}, findProxy?: FindProxy): HttpPort {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts }
  const agents = createHttpAgents({ extraCa: options.extraCa, connectMs: timeouts.connectMs })
  // Reading the system's certificates takes 50 ms of a start (measured), and most services do without.
  let trust: Route['trust'] = 'bundled'
  let isClosed = false
  const stream: HttpPort['stream'] = async (request, receiver, signal) => {
    // Plain HTTP stays on this computer (T29).
    const proxy = request.url.protocol === 'https:' ? await findProxy?.(request.url) : undefined
    if (isClosed || signal?.aborted === true) throw interrupted()
    const sending = { request, receiver, timeouts, isClosed: () => isClosed }
    const route = { proxy, trust }
    try {
      await streamAnswer(open(request, agents, route), sending, signal)
    } catch (thrown) {
      if (route.trust === 'system' || failureOf(thrown)?.tag !== 'tls-untrusted') throw thrown
      // Nothing has been sent to whom is not trusted.
      trust = 'system'
      await streamAnswer(open(request, agents, { proxy, trust }), sending, signal)
    }
  }
  return {
    stream,
    request: async (request, maxBytes, signal) => {
      const answer = createCollector(request.endpoint, maxBytes)
      await stream(request, answer.receiver, signal)
      return answer.result()
    },
    setConnections: agents.setConnections,
    close: () => {
      isClosed = true
      agents.close()
    },
  }
}

/** A request that is not sent yet. Nothing here follows a redirect (T29). */
function open(request: HttpRequest, agents: HttpAgents, route: Route): ClientRequest {
  const { url, method } = request
  // Bytes must be countable against Content-Length, so nothing may be compressed on the way (T22).
  const headers = { 'accept-encoding': 'identity', ...request.headers }
  try {
    const agent = agents.agentFor(url, route)
    return (url.protocol === 'https:' ? https : http).request(url, { method, headers, agent })
  } catch (thrown) {
    throw httpFailure(thrown, request)
  }
}

function createCollector(endpoint: string, maxBytes: number): { receiver: BodyReceiver; result: () => HttpAnswer } {
  const chunks: Buffer[] = []
  let head: HttpHead = { status: 0, headers: {} }
  let bytes = 0
  const receiver: BodyReceiver = {
    head: (received) => {
      head = received
    },
    data: (chunk) => {
      bytes += chunk.length
      if (bytes > maxBytes) {
        throw new AppError({ tag: 'unreadable-answer', endpoint, reason: `it is larger than ${maxBytes} bytes` })
      }
      chunks.push(chunk)
      return undefined
    },
  }
  return { receiver, result: () => ({ ...head, body: Buffer.concat(chunks) }) }
}
