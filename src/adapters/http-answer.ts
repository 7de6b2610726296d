import type http from 'node:http'
import { AppError } from '../shared/errors/app-error.ts'
import type { HttpTimeouts } from '../engine/ports/host-ports.ts'
import type { BodyReceiver, HttpRequest } from '../engine/ports/http.ts'
import { httpFailure } from './http-failures.ts'
import { createPhaseTimer } from './phase-timer.ts'
import { receiveAnswer } from './receive-answer.ts'

export interface Sending {
  request: HttpRequest
  receiver: BodyReceiver
  timeouts: HttpTimeouts
  /** True when this client was closed: then whatever the connection does is our own doing. */
  isClosed: () => boolean
}

/** Ends a request that was opened and hands its answer on. Fails as the port says; see ports/http.ts. */
export async function streamAnswer(sent: http.ClientRequest, sending: Sending, signal?: AbortSignal): Promise<void> {
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
