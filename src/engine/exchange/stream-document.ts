import { AppError } from '../../shared/errors/app-error.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { BodyReceiver, HttpHead, HttpPort, HttpRequest } from '../ports/http.ts'
import { refuseByStatus } from './read-answer.ts'

/** How much of an error's body is searched for a message. */
const MAX_ERROR_BYTES = 64 * 1024

/**
 * Streams one answer to the receiver, which sees only HTTP 200; any other status is thrown as its tagged failure, with the
 * service's message. A body that is too slow fails with timed-out. The receiver checks the bytes (T22, T23).
 */
export async function streamDocument(
  { http, clock }: { http: HttpPort; clock: ClockPort },
  sent: { request: HttpRequest; receiver: BodyReceiver; secrets: readonly string[] },
  signal?: AbortSignal,
): Promise<void> {
  const { request, receiver, secrets } = sent
  const errorChunks: Buffer[] = []
  let errorBytes = 0
  let head: HttpHead = { status: 0, headers: {} }
  const successOnly: BodyReceiver = {
    head: (received) => {
      head = received
      if (received.status === 200) receiver.head(received)
    },
    data: (chunk) => {
      if (head.status === 200) return receiver.data(chunk)
      if (errorBytes < MAX_ERROR_BYTES) errorChunks.push(chunk)
      errorBytes += chunk.length
      return undefined
    },
  }
  await http.stream(request, dropWhenTooSlow(successOnly, clock, request.endpoint), signal)
  refuseByStatus({ ...head, body: Buffer.concat(errorChunks) }, request.endpoint, secrets)
}

/**
 * A satellite link shared by all documents in flight gives each of them several times this rate. Anything slower would hold
 * a connection, and a job, for days without ever going silent (W-M6).
 */
const MIN_BYTES_PER_SECOND = 1_000
/** How long the rate may fall short: a brief stall is not a slow link. */
const WINDOW_MS = 60_000
/** The default size limit at 50 kB a second. A larger document needs a faster link. */
const MAX_TRANSFER_MS = 6 * 60 * 60 * 1000

/**
 * Wraps a receiver so that a body which arrives too slowly fails with timed-out. Time during which the receiver itself holds
 * the connection back does not count. A silent connection is the HTTP port's to notice.
 */
export function dropWhenTooSlow(receiver: BodyReceiver, clock: ClockPort, endpoint: string): BodyReceiver {
  let transferMs = 0
  let resumedAtMs = clock.monotonicMs()
  let window = { startMs: 0, bytes: 0 }
  const checkRate = (bytes: number): void => {
    window.bytes += bytes
    if (transferMs > MAX_TRANSFER_MS)
      throw new AppError({ tag: 'timed-out', endpoint, waitedFor: 'end', timeoutMs: MAX_TRANSFER_MS })
    const windowMs = transferMs - window.startMs
    if (windowMs < WINDOW_MS) return
    if (window.bytes * 1000 < MIN_BYTES_PER_SECOND * windowMs) {
      throw new AppError({ tag: 'timed-out', endpoint, waitedFor: 'more than 1 kB a second', timeoutMs: WINDOW_MS })
    }
    window = { startMs: transferMs, bytes: 0 }
  }
  return {
    head: (head) => {
      resumedAtMs = clock.monotonicMs()
      receiver.head(head)
    },
    data: (chunk) => {
      const nowMs = clock.monotonicMs()
      transferMs += nowMs - resumedAtMs
      resumedAtMs = nowMs
      checkRate(chunk.length)
      return receiver.data(chunk)?.then(() => {
        resumedAtMs = clock.monotonicMs()
      })
    },
  }
}
