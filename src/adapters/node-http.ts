import type { ClientRequest } from 'node:http'
import { bareHost } from '../shared/text/addresses.ts'
import { AppError, failureOf } from '../shared/errors/app-error.ts'
import type { HttpOptions, HttpTimeouts } from '../engine/ports/host-ports.ts'
import type { BodyReceiver, HttpAnswer, HttpHead, HttpPort, HttpRequest } from '../engine/ports/http.ts'
import { createHttpAgents, type HttpAgents, type Route } from './http-agents.ts'
import { httpFailure, interrupted, streamAnswer } from './http-answer.ts'
import { explainUntrusted } from './network/certificate-faults.ts'
import { createNetwork, type Network, type Place } from './network/network.ts'
import { http, https } from './node-clients.ts'

const DEFAULT_TIMEOUTS: HttpTimeouts = { connectMs: 10_000, answerMs: 30_000, idleMs: 30_000 }

/**
 * HTTP over Node's own client, with TLS and proxies: half the system time and memory of the alternatives in bulk saving
 * (docs/decisions/node-http.md). Without a network, proxies come from the environment. Closing it ends every request with
 * interrupted. Fails with bad-usage if the extra certificate authority is not a certificate.
 */
export function createHttp(options: HttpOptions = {}, network: Network = createNetwork()): HttpPort {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts }
  const { extraCa } = options
  const agents = createHttpAgents({ network, extraCa, connectMs: timeouts.connectMs })
  // Reading the system's certificates takes 50 ms at start (measured), and most services do not need them.
  let trust: Route['trust'] = 'bundled'
  let isClosed = false
  const stream: HttpPort['stream'] = async (request, receiver, signal) => {
    const ways = await network.waysTo(placeOf(request.url))
    if (isClosed || signal?.aborted === true) throw interrupted()
    const sending = { request, receiver, timeouts, isClosed: () => isClosed }
    const send = async (route: Route): Promise<void> =>
      await streamAnswer(open(request, agents, route), sending, signal)
    const first = { ways, trust }
    try {
      await send(first)
      return
    } catch (thrown) {
      if (first.trust === 'system' || failureOf(thrown)?.tag !== 'tls-untrusted') throw await explained(thrown)
      // Safe to repeat: nothing was sent to the untrusted server.
      trust = 'system'
    }
    try {
      await send({ ways, trust })
    } catch (thrown) {
      throw await explained(thrown)
    }

    async function explained(thrown: unknown): Promise<unknown> {
      if (isClosed || failureOf(thrown)?.tag !== 'tls-untrusted') return thrown
      const place = placeOf(request.url)
      return await explainUntrusted(thrown, { network, place, ways, extraCa, timeoutMs: timeouts.connectMs, signal })
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

function placeOf({ hostname, port }: URL): Place {
  return { host: bareHost(hostname), port: port === '' ? 443 : Number(port) }
}

/** A request that is not sent yet. Node's client follows no redirect (T29). */
function open(request: HttpRequest, agents: HttpAgents, route: Route): ClientRequest {
  const { url, method } = request
  // No compression, so that the bytes can be counted against Content-Length (T22).
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
