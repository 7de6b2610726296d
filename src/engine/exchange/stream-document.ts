import type { ClockPort } from '../ports/clock.ts'
import type { BodyReceiver, HttpHead, HttpPort, HttpRequest } from '../ports/http.ts'
import { refuseByStatus } from './answer-failures.ts'
import { keepPace } from './document-pace.ts'

/** As much of an error's body as its words are looked for in. */
const MOST_ERROR_BYTES = 64 * 1024

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
  const sorted: BodyReceiver = {
    head: (received) => {
      head = received
      if (received.status === 200) receiver.head(received)
    },
    data: (chunk) => {
      if (head.status === 200) return receiver.data(chunk)
      if (errorBytes < MOST_ERROR_BYTES) errorChunks.push(chunk)
      errorBytes += chunk.length
      return undefined
    },
  }
  await http.stream(request, keepPace(sorted, clock, request.endpoint), signal)
  refuseByStatus({ ...head, body: Buffer.concat(errorChunks) }, request.endpoint, secrets)
}
