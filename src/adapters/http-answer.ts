import type http from 'node:http'
import { AppError } from '../shared/errors/app-error.ts'
import type { HttpTimeouts } from '../engine/ports/host-ports.ts'
import type { BodyReceiver, HttpRequest, HttpHead } from '../engine/ports/http.ts'
import { codeOf, networkFailure } from './network-failures.ts'

export interface OutgoingRequest {
  request: HttpRequest
  receiver: BodyReceiver
  timeouts: HttpTimeouts
  /** True when this client was closed: then whatever the connection does is our own doing. */
  isClosed: () => boolean
}

/** Ends a request that was opened and hands its answer on. Fails as the port says; see ports/http.ts. */
export async function streamAnswer(
  sent: http.ClientRequest,
  sending: OutgoingRequest,
  signal?: AbortSignal,
): Promise<void> {
  const { request, receiver, timeouts, isClosed } = sending
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = createPhaseTimer(sent, request.endpoint, timeouts)
  // What the receiver throws is its own (a full disk, say) and passes through as it is.
  const drop = (thrown: unknown): void => {
    timer.stop()
    reject(thrown)
    sent.destroy()
  }
  const fail = (thrown: unknown): void => {
    drop(isClosed() ? interrupted() : httpFailure(thrown, request))
  }
  // Not left to Node: a request that has no socket yet takes no notice.
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
  /** For what the connection does. */
  fail: (thrown: unknown) => void
  /** For what the receiver throws. */
  drop: (thrown: unknown) => void
  resolve: () => void
}

/** Hands head and body on; a chunk that the receiver holds back pauses the socket and the idle timer with it. */
function receiveAnswer(answer: http.IncomingMessage, reception: ResponseHandling): void {
  const { receiver, timer, fail, drop, resolve } = reception
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
  /** Something came: the silence starts anew. */
  touch(): void
  stop(): void
}

/**
 * Destroys the request when a phase lasts too long. The clock starts when the request has a socket, so that waiting
 * for a free connection is no fault of the service.
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

/** What Node's client throws, as a tagged failure; with `network-failures.ts` the one place where its codes are known. */
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
