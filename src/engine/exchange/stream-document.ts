import { AppError } from '../../shared/errors/app-error.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { BodyReceiver, HttpHead, HttpPort, HttpRequest } from '../ports/http.ts'
import { refuseByStatus } from './answer-failures.ts'

/** As much of an error's body as its words are looked for in. */
const MAX_ERROR_BYTES = 64 * 1024

/**
 * Streams one answer to the receiver, which sees HTTP 200 alone: any other answer is read for what it says and thrown
 * as its tagged failure. One that comes too slowly ends with timed-out. The bytes are the receiver's to judge (T22, T23).
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
 * A line over a satellite, shared by all the documents that are on their way, gives each of them some times as much. What
 * comes more slowly would hold a connection, and a job, for days without ever being silent (W-M6).
 */
const MIN_BYTES_PER_SECOND = 1_000
/** As long as that may be missed: a line that stumbles is no slow one. */
const WINDOW_MS = 60_000
/** The usual largest document at 50 kB a second. A larger one needs a better line. */
const MAX_TRANSFER_MS = 6 * 60 * 60 * 1000

/**
 * The same receiver, which drops a body that comes too slowly with timed-out. The time for which it holds the connection
 * back itself does not count. A line that is silent is found by whoever reads it.
 */
export function dropWhenTooSlow(receiver: BodyReceiver, clock: ClockPort, endpoint: string): BodyReceiver {
  let transferMs = 0
  let resumedAtMs = clock.monotonicMs()
  let window = { startMs: 0, bytes: 0 }
  const judge = (bytes: number): void => {
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
      judge(chunk.length)
      return receiver.data(chunk)?.then(() => {
        resumedAtMs = clock.monotonicMs()
      })
    },
  }
}
