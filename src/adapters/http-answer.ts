import type http from 'node:http'
import { AppError } from '../shared/errors/app-error.ts'
import type { HttpTimeouts } from '../engine/ports/host-ports.ts'
import type { BodyReceiver, HttpRequest, HttpHead } from '../engine/ports/http.ts'
import { codeOf, networkFailure } from './network-failures.ts'
import { serverIdentity } from './network/shown-certificates.ts'

export interface OutgoingRequest {
  request: HttpRequest
  receiver: BodyReceiver
  timeouts: HttpTimeouts
  /** True once this client was closed, which then is the cause of whatever the connection does. */
  isClosed: () => boolean
}

/** Sends an open request and passes its answer to the receiver. Fails as `ports/http.ts` says. */
export async function streamAnswer(
  sent: http.ClientRequest,
  sending: OutgoingRequest,
  signal?: AbortSignal,
): Promise<void> {
  const { request, receiver, timeouts, isClosed } = sending
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = createPhaseTimer(sent, request.endpoint, timeouts)
  // What the receiver throws (a full disk, say) passes through unchanged.
  const drop = (thrown: unknown): void => {
    timer.stop()
    reject(thrown)
    sent.destroy()
  }
  const fail = (thrown: unknown): void => {
    drop(isClosed() ? interrupted() : httpFailure(thrown, request))
  }
  // Not left to Node, which ignores the signal for a request that has no socket yet.
  const onAbort = (): void => {
    drop(interrupted())
  }
  signal?.addEventListener('abort', onAbort, { once: true })
  let isAnswered = false
  sent.on('error', fail)
  sent.on('response', (answer) => {
    isAnswered = true
    receiveAnswer(answer, { receiver, timer, fail, drop, resolve })
  })
  sent.on('close', () => {
    if (!isAnswered) fail(new Error('closed without an answer'))
  })
  sent.end(request.body)
  await promise.finally(() => signal?.removeEventListener('abort', onAbort))
}

export function interrupted(): AppError {
  return new AppError({ tag: 'interrupted' })
}

export interface ResponseHandling {
  receiver: BodyReceiver
  timer: PhaseTimer
  /** For errors of the connection. */
  fail: (thrown: unknown) => void
  /** For errors that the receiver throws. */
  drop: (thrown: unknown) => void
  resolve: () => void
}

/** Passes head and body on; while the receiver holds a chunk back, socket and idle timer are paused. */
function receiveAnswer(answer: http.IncomingMessage, reception: ResponseHandling): void {
  const { receiver, timer, fail, drop, resolve } = reception
  timer.enter('more bytes')
  answer.on('error', fail)
  try {
    if (receiver.secured !== undefined) {
      const server = serverIdentity(answer.socket)
      if (server !== undefined) receiver.secured(server)
    }
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
}

function headOf(answer: http.IncomingMessage): HttpHead {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
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
function createPhaseTimer(request: http.ClientRequest, endpoint: string, timeouts: HttpTimeouts): PhaseTimer {
  const limits: Record<Phase, number> = {
    connection: timeouts.connectMs,
    answer: timeouts.answerMs,
    'more bytes': timeouts.idleMs,
  }
  let timer: NodeJS.Timeout | undefined
  const stop = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  const enter = (phase: Phase): void => {
    stop()
    // It may have ended while the receiver held a chunk back: a timer would only keep the program from ending.
    if (request.destroyed) return
    timer = setTimeout(() => {
      request.destroy(new AppError({ tag: 'timed-out', endpoint, waitedFor: phase, timeoutMs: limits[phase] }))
    }, limits[phase])
  }
  request.on('socket', (socket) => {
    if (!socket.connecting) {
      enter('answer')
      return
    }
    enter('connection')
    const connected = 'encrypted' in socket ? 'secureConnect' : 'connect'
    socket.once(connected, () => {
      if (timer !== undefined) enter('answer')
    })
  })
  request.on('close', stop)
  return { enter, stop, touch: () => timer?.refresh() }
}

/** Translates what Node's client throws; only this file and `network-failures.ts` know its codes. */
export function httpFailure(thrown: unknown, request: HttpRequest): AppError {
  if (thrown instanceof AppError) return thrown
  const failure = networkFailure(thrown, request.url.origin)
  if (failure !== undefined) return failure
  const reason = reasonOf(codeOf(thrown))
  return new AppError({ tag: 'connection-lost', endpoint: request.endpoint, reason }, { cause: thrown })
}

function reasonOf(code: string): string {
  if (code.startsWith('HPE_')) return 'what came is not HTTP'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'the other side closed it'
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_TLS')) return 'the encrypted connection broke'
  return 'it broke off'
}
