import type { Agent, ClientRequest, IncomingMessage } from 'node:http'
import { bareHost } from '../shared/text/addresses.ts'
import { AppError, failureOf } from '../shared/errors/app-error.ts'
import { plainText } from '../shared/text/plain-text.ts'
import type { HttpOptions, HttpTimeouts } from '../engine/ports/host-ports.ts'
import type { BodyReceiver, HttpAnswer, HttpHead, HttpPort, HttpRequest } from '../engine/ports/http.ts'
import { codingsOf, notDecoded, whenDecoded, whyNotDecoded } from './decoded-body.ts'
import { createHttpAgents, type Route } from './http-agents.ts'
import { explainUntrusted } from './network/certificate-faults.ts'
import { createNetwork, type Network, type Place } from './network/network.ts'
import { http, https, MAX_HEADER_BYTES } from './node-clients.ts'
import { codeOf, isCertificateWanted, networkFailure } from './network-failures.ts'
import { serverIdentity } from './network/shown-certificates.ts'

const DEFAULT_TIMEOUTS: HttpTimeouts = { connectMs: 10_000, answerMs: 30_000, idleMs: 30_000 }

/**
 * HTTP over Node's own client, with TLS and proxies: half the system time and memory of the alternatives in bulk saving
 * (docs/decisions/node-http.md). Without a network, proxies come from the environment. Closing it ends every request with
 * interrupted. Fails with bad-usage if the extra certificate authority is not a certificate.
 */
export function createHttp(options: HttpOptions = {}, network: Network = createNetwork()): HttpPort {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts }
  const { extraCa, connections } = options
  const agents = createHttpAgents({ network, extraCa, connections, connectMs: timeouts.connectMs })
  // Reading the system's certificates takes 50 ms at start (measured), and most services do not need them.
  let trust: Route['trust'] = 'bundled'
  let isClosed = false
  const stream: HttpPort['stream'] = async (request, receiver, signal) => {
    const ways = await network.waysTo(placeOf(request.url))
    const sending = { request, receiver, timeouts, isClosed: () => isClosed }
    const send = async (route: Route): Promise<void> => {
      const agent = await agents.agentFor(request.url, route, signal).catch((thrown: unknown) => {
        throw httpFailure(thrown, request)
      })
      if (isClosed || signal?.aborted === true) throw interrupted()
      await streamAnswer(open(request, agent), sending, signal)
    }
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
function open(request: HttpRequest, agent: Agent): ClientRequest {
  const { url, method } = request
  // No compression, so that the bytes can be counted against Content-Length (T22).
  const headers = { 'accept-encoding': 'identity', ...request.headers }
  try {
    return (url.protocol === 'https:' ? https : http).request(url, {
      method,
      headers,
      agent,
      maxHeaderSize: MAX_HEADER_BYTES,
    })
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

export interface OutgoingRequest {
  request: HttpRequest
  receiver: BodyReceiver
  timeouts: HttpTimeouts
  /** True once this client was closed, which then is the cause of whatever the connection does. */
  isClosed: () => boolean
}

/** Sends an open request and passes its answer to the receiver. Fails as `ports/http.ts` says. */
async function streamAnswer(sent: ClientRequest, sending: OutgoingRequest, signal?: AbortSignal): Promise<void> {
  const { request, receiver, timeouts, isClosed } = sending
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = createPhaseTimer(sent, { endpoint: request.endpoint, timeouts, onSent: receiver.sent })
  // What the receiver throws (a full disk, say) passes through unchanged.
  const drop = (thrown: unknown): void => {
    timer.stop()
    reject(thrown)
    sent.destroy()
  }
  const fail = (thrown: unknown): void => {
    // What follows a whole answer on its connection is no fault of the answer.
    if (answered?.complete === true) return
    drop(isClosed() ? interrupted() : httpFailure(thrown, request, answered !== undefined))
  }
  // Not left to Node, which ignores the signal for a request that has no socket yet.
  const onAbort = (): void => {
    drop(interrupted())
  }
  signal?.addEventListener('abort', onAbort, { once: true })
  let answered: IncomingMessage | undefined
  sent.on('error', fail)
  sent.on('response', (answer) => {
    answered = answer
    receiveAnswer(answer, { endpoint: request.endpoint, receiver, timer, fail, drop, resolve })
  })
  sent.on('close', () => {
    if (answered === undefined) fail(new Error('closed without an answer'))
  })
  sent.end(request.body)
  await promise.finally(() => signal?.removeEventListener('abort', onAbort))
}

function interrupted(): AppError {
  return new AppError({ tag: 'interrupted' })
}

export interface ResponseHandling {
  endpoint: string
  receiver: BodyReceiver
  timer: PhaseTimer
  /** For errors of the connection. */
  fail: (thrown: unknown) => void
  /** For errors that the receiver throws. */
  drop: (thrown: unknown) => void
  resolve: () => void
}

/** Passes head and body on; while the receiver holds a chunk back, socket and idle timer are paused. */
function receiveAnswer(answer: IncomingMessage, reception: ResponseHandling): void {
  const { endpoint, receiver, timer, fail, drop, resolve } = reception
  const codings = codingsOf(answer)
  timer.enter('more bytes')
  answer.on('error', fail)
  try {
    if (receiver.secured !== undefined) {
      const server = serverIdentity(answer.socket)
      if (server !== undefined) receiver.secured(server)
    }
    const unknown = notDecoded(codings)
    if (unknown !== undefined) {
      const reason = `it came encoded (${unknown}), which Parcel Desk cannot undo`
      throw new AppError({ tag: 'unreadable-answer', endpoint, reason })
    }
    receiver.head(headOf(answer, codings.length > 0))
  } catch (thrown) {
    drop(thrown)
    return
  }
  let isDone = false
  let held: Promise<void> | undefined
  const finish = (): void => {
    if (isDone && held === undefined) resolve()
  }
  whenDecoded(answer, codings, (body) => {
    if (body !== answer) {
      answer.on('data', timer.touch)
      body.on('error', (thrown) => {
        const reason = whyNotDecoded(thrown, codings)
        drop(new AppError({ tag: 'connection-lost', endpoint, reason }, { cause: thrown }))
      })
    }
    body.on('data', (chunk: Buffer) => {
      timer.touch()
      try {
        held = receiver.data(chunk)
      } catch (thrown) {
        drop(thrown)
        return
      }
      if (held === undefined) return
      body.pause()
      timer.stop()
      held.then(() => {
        held = undefined
        timer.enter('more bytes')
        body.resume()
        finish()
      }, drop)
    })
    body.on('end', () => {
      timer.stop()
      isDone = true
      finish()
    })
  })
}

/** Of a decoded body the length is not known before, and its coding shows where it ends, as chunks do. */
function headOf(answer: IncomingMessage, isDecoded: boolean): HttpHead {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  delete headers['content-encoding']
  if (isDecoded) {
    delete headers['content-length']
    headers['transfer-encoding'] = 'chunked'
  }
  return { status: answer.statusCode ?? 0, headers }
}

type Phase = 'connection' | 'answer' | 'more bytes'

export interface PhaseTimer {
  enter(phase: Phase): void
  /** Call when data has arrived: restarts the current phase. */
  touch(): void
  stop(): void
}

/**
 * Destroys the request if a phase lasts too long. The first phase starts when the request gets a socket, so that waiting for
 * a free connection is not blamed on the service.
 */
function createPhaseTimer(
  request: ClientRequest,
  { endpoint, timeouts, onSent }: { endpoint: string; timeouts: HttpTimeouts; onSent: BodyReceiver['sent'] },
): PhaseTimer {
  const limits: Record<Phase, number> = {
    connection: timeouts.connectMs,
    answer: timeouts.answerMs,
    'more bytes': timeouts.idleMs,
  }
  let timer: NodeJS.Timeout | undefined
  let isTouched = false
  const touch = (): void => {
    isTouched = true
    timer?.refresh()
  }
  const stop = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  const enter = (phase: Phase): void => {
    stop()
    // It may have ended while the receiver held a chunk back: a timer would only keep the program from ending.
    if (request.destroyed) return
    timer = setTimeout(() => {
      const expired = timer
      isTouched = false
      // First is read what came while this computer was busy or asleep.
      setImmediate(() => {
        if (timer !== expired || isTouched) return
        request.destroy(new AppError({ tag: 'timed-out', endpoint, waitedFor: phase, timeoutMs: limits[phase] }))
      })
    }, limits[phase])
  }
  request.on('socket', (socket) => {
    if (!socket.connecting) {
      onSent?.()
      enter('answer')
      return
    }
    enter('connection')
    const connected = 'encrypted' in socket ? 'secureConnect' : 'connect'
    socket.once(connected, () => {
      onSent?.()
      if (timer !== undefined) enter('answer')
    })
  })
  request.on('close', stop)
  return { enter, stop, touch }
}

/** Translates what Node's client throws; only this file and `network-failures.ts` know its codes. */
function httpFailure(thrown: unknown, { url, endpoint }: HttpRequest, hasHead = false): AppError {
  if (thrown instanceof AppError) return thrown
  const failure = networkFailure(thrown, url.origin) ?? certificateWanted(thrown, url.origin)
  if (failure !== undefined) return failure
  const code = codeOf(thrown)
  const reason = code.startsWith('HPE_') ? flawInHttp(thrown, code) : reasonOf(code)
  // A head is written by a program, which does the same again; a body may have been spoiled on its way.
  const isLasting = code.startsWith('HPE_') && code !== NOT_HTTP && !hasHead
  const tag = isLasting ? 'unreadable-answer' : 'connection-lost'
  return new AppError({ tag, endpoint, reason }, { cause: thrown })
}

function certificateWanted(thrown: unknown, origin: string): AppError | undefined {
  if (!isCertificateWanted(thrown)) return undefined
  const isCertain = !codeOf(thrown).endsWith('HANDSHAKE_FAILURE')
  const reason = isCertain
    ? 'it wants a client certificate, and Parcel Desk has them for brokers only'
    : 'no encrypted connection could be agreed on; perhaps it wants a client certificate, which Parcel Desk has for brokers only'
  const next = 'Ask whoever runs that server whether it can do without.'
  return new AppError({ tag: 'service-unreachable', origin, reason, next }, { cause: thrown })
}

const NOT_HTTP = 'HPE_INVALID_CONSTANT'

function flawInHttp(thrown: unknown, code: string): string {
  if (code === NOT_HTTP) return 'what came is not HTTP'
  if (code === 'HPE_HEADER_OVERFLOW') return `its headers are longer than ${MAX_HEADER_BYTES / 1024} kB`
  const words = thrown instanceof Error && 'reason' in thrown ? plainText(String(thrown.reason), 100) : code
  return `it breaks the rules of HTTP: “${words}”`
}

function reasonOf(code: string): string {
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'the other side closed it'
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) return 'the encrypted connection broke'
  return 'it broke off'
}
