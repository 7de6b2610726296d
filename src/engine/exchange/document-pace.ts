import { AppError } from '../../shared/errors/app-error.ts'
import type { BodyReceiver } from '../ports/http.ts'
import type { ClockPort } from '../ports/clock.ts'

/**
 * A line over a satellite, shared by all the documents that are on their way, gives each of them some times as much. What
 * comes more slowly would hold a connection, and a job, for days without ever being silent (W-M6).
 */
const LEAST_BYTES_A_SECOND = 1_000
/** As long as that may be missed: a line that stumbles is no slow one. */
const WINDOW_MS = 60_000
/** The usual largest document at 50 kB a second. A larger one needs a better line. */
const LONGEST_MS = 6 * 60 * 60 * 1000

/**
 * The same receiver, which drops a body that comes too slowly with timed-out. The time for which it holds the connection
 * back itself does not count. A line that is silent is found by whoever reads it.
 */
export function keepPace(receiver: BodyReceiver, clock: ClockPort, endpoint: string): BodyReceiver {
  let passedMs = 0
  let resumedAtMs = clock.monotonicMs()
  let window = { startMs: 0, bytes: 0 }
  const judge = (bytes: number): void => {
    window.bytes += bytes
    if (passedMs > LONGEST_MS)
      throw new AppError({ tag: 'timed-out', endpoint, waitedFor: 'end', timeoutMs: LONGEST_MS })
    const windowMs = passedMs - window.startMs
    if (windowMs < WINDOW_MS) return
    if (window.bytes * 1000 < LEAST_BYTES_A_SECOND * windowMs) {
      throw new AppError({ tag: 'timed-out', endpoint, waitedFor: 'more than 1 kB a second', timeoutMs: WINDOW_MS })
    }
    window = { startMs: passedMs, bytes: 0 }
  }
  return {
    head: (head) => {
      resumedAtMs = clock.monotonicMs()
      receiver.head(head)
    },
    data: (chunk) => {
      const nowMs = clock.monotonicMs()
      passedMs += nowMs - resumedAtMs
      resumedAtMs = nowMs
      judge(chunk.length)
      return receiver.data(chunk)?.then(() => {
        resumedAtMs = clock.monotonicMs()
      })
    },
  }
}
