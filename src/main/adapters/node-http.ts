import http from 'node:http'
import https from 'node:https'
import tls from 'node:tls'
import { AppError } from '../../shared/errors/app-error.ts'
import type { HttpOptions, HttpTimeouts } from '../ports/host-ports.ts'
import type { BodyReceiver, HttpAnswer, HttpHead, HttpPort, HttpRequest } from '../ports/http.ts'
import { httpFailure } from './http-failures.ts'
import { createPhaseTimer, type PhaseTimer } from './phase-timer.ts'

const DEFAULT_TIMEOUTS: HttpTimeouts = { connectMs: 10_000, answerMs: 30_000, idleMs: 30_000 }
const DEFAULT_CONNECTIONS = 4
const LOOPBACK = 'localhost,127.0.0.1,::1'

/**
 * HTTP over Node's own client: half the system time and memory of the alternatives in bulk saving, TLS and proxies from
 * the environment included (docs/decisions/node-http.md). Certificates: bundled, system and extra (F8).
 */
export function createHttp(options: HttpOptions = {}): HttpPort {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts }
  const agentOptions: http.AgentOptions = {
    keepAlive: true,
    maxSockets: DEFAULT_CONNECTIONS,
    // Oldest idle socket last: a socket that idled long is the one that a middle box has dropped.
    scheduling: 'lifo',
    proxyEnv: { ...process.env, NO_PROXY: withLoopback(process.env['NO_PROXY'] ?? process.env['no_proxy']) },
  }
  const plain = new http.Agent(agentOptions)
  // Made on first use: reading the system's certificates costs start-up time that plain loopback need not pay.
  let secure: https.Agent | undefined
  const secureAgent = (): https.Agent =>
    (secure ??= new https.Agent({
      ...agentOptions,
      maxSockets: plain.maxSockets,
      secureContext: tls.createSecureContext({ ca: trustedCertificates(options.extraCa) }),
    }))

  const send = (request: HttpRequest, signal?: AbortSignal): http.ClientRequest => {
    const isSecure = request.url.protocol === 'https:'
    const agent = isSecure ? secureAgent() : plain
    const open = isSecure ? https.request : http.request
    return open(request.url, {
      method: request.method,
      // Bytes must be countable against Content-Length, so nothing may be compressed on the way (T22).
      headers: { 'accept-encoding': 'identity', ...request.headers },
      agent,
      ...(signal === undefined ? {} : { signal }),
    })
  }

  const stream = (request: HttpRequest, receiver: BodyReceiver, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const sent = send(request, signal)
      const timer = createPhaseTimer(sent, request.endpoint, timeouts)
      // What the receiver throws is its own (a full disk, say) and passes through as it is.
      const drop = (thrown: unknown): void => {
        timer.stop()
        reject(thrown)
        sent.destroy()
      }
      const fail = (thrown: unknown): void => {
        drop(signal?.aborted === true ? interrupted(thrown) : httpFailure(thrown, request))
      }
      sent.on('error', fail)
      sent.on('response', (answer) => {
        receive(answer, { receiver, timer, fail, drop, resolve })
      })
      sent.end(request.body)
    })

  return {
    stream,
    request: async (request, maxBytes, signal) => {
      const answer = createCollector(request.endpoint, maxBytes)
      await stream(request, answer.receiver, signal)
      return answer.result()
    },
    setConnections: (connections) => {
      plain.maxSockets = connections
      if (secure !== undefined) secure.maxSockets = connections
    },
    close: () => {
      plain.destroy()
      secure?.destroy()
    },
  }
}

interface Reception {
  receiver: BodyReceiver
  timer: PhaseTimer
  fail: (thrown: unknown) => void
  drop: (thrown: unknown) => void
  resolve: () => void
}

/** Hands head and body on; a chunk that the receiver holds back pauses the socket and the idle timer with it. */
function receive(answer: http.IncomingMessage, { receiver, timer, fail, drop, resolve }: Reception): void {
  timer.enter('more bytes')
  answer.on('error', fail)
  try {
    receiver.head(headOf(answer))
  } catch (thrown) {
    drop(thrown)
    return
  }
  let isDone = false
  let held: Promise<void> | undefined
  const finish = (): void => {
    if (isDone && held === undefined) resolve()
  }
  answer.on('data', (chunk: Buffer) => {
    timer.touch()
    try {
      held = receiver.data(chunk)
    } catch (thrown) {
      drop(thrown)
      return
    }
    if (held === undefined) return
    answer.pause()
    timer.stop()
    held.then(() => {
      held = undefined
      timer.enter('more bytes')
      answer.resume()
      finish()
    }, drop)
  })
  answer.on('end', () => {
    timer.stop()
    isDone = true
    finish()
  })
  answer.on('aborted', () => {
    fail(new Error('the connection was closed in the middle of the answer'))
  })
}

function headOf(answer: http.IncomingMessage): HttpHead {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return { status: answer.statusCode ?? 0, headers }
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

function interrupted(cause: unknown): AppError {
  return new AppError({ tag: 'interrupted' }, { cause })
}

function withLoopback(noProxy: string | undefined): string {
  return noProxy === undefined || noProxy === '' ? LOOPBACK : `${noProxy},${LOOPBACK}`
}

function trustedCertificates(extraCa: string | undefined): string[] {
  const trusted = new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])
  if (extraCa !== undefined) trusted.add(extraCa)
  return [...trusted]
}
