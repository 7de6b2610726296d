import { AppError } from '../../shared/errors/app-error.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { BodyReceiver, HttpHead, HttpPort } from '../ports/http.ts'
import type { Bandwidth } from './bandwidth.ts'
import type { Sample } from './concurrency-law.ts'
import type { StallWatch } from './stalls.ts'

interface Measuring {
  clock: ClockPort
  epoch: () => number
  /** Called with every whole answer that is no error: those may come quickly, and say nothing of the work. */
  onAnswer: (sample: Sample, headers: HttpHead['headers']) => void
  bandwidth: Bandwidth
  stalls: StallWatch
}

/**
 * The same client, whose answers are measured, and whose bodies take their share of the bandwidth. A stream that says which attempt
 * it is fails with timed-out once it has been silent for far longer than the others.
 */
export function createMeasuredHttp(http: HttpPort, { clock, epoch, onAnswer, bandwidth, stalls }: Measuring): HttpPort {
  const nowMs = clock.monotonicMs
  const share = (bytes: number, signal: AbortSignal | undefined): Promise<void> | undefined => {
    const waitMs = bandwidth.took(bytes)
    return waitMs === 0 ? undefined : clock.wait(waitMs, signal)
  }
  return {
    ...http,
    request: async (request, maxBytes, signal) => {
      const [begunMs, begunEpoch] = [nowMs(), epoch()]
      const { status, headers, body } = await http.request(request, maxBytes, signal)
      bandwidth.took(body.length)
      const sample = { kind: request.endpoint, headMs: nowMs() - begunMs, bodyMs: 0, bytes: 0, epoch: begunEpoch }
      if (status === 200) onAnswer(sample, headers)
      return { status, headers, body }
    },
    stream: async (request, receiver, signal) => {
      const begunEpoch = epoch()
      let [sentMs, headMs, bytes] = [nowMs(), 0, 0]
      let head: HttpHead = { status: 0, headers: {} }
      const { endpoint, attempt } = request
      const silence = attempt === undefined ? undefined : watchSilence(stalls, { endpoint, attempt, signal })
      const measured: BodyReceiver = {
        ...receiver,
        sent: () => {
          sentMs = nowMs()
        },
        head: (received) => {
          headMs = nowMs()
          head = received
          silence?.call.touched()
          receiver.head(received)
        },
        data: (chunk) => {
          bytes += chunk.length
          silence?.call.touched()
          const held = bothOf(receiver.data(chunk), share(chunk.length, signal))
          if (held === undefined || silence === undefined) return held
          silence.call.held()
          return held.then(silence.call.touched)
        },
      }
      try {
        await http.stream(request, measured, silence?.signal ?? signal)
      } catch (thrown) {
        throw silence?.failure() ?? thrown
      } finally {
        silence?.end(head.status === 200)
      }
      if (head.status !== 200) return
      const [tookMs, bodyMs] = [headMs - sentMs, nowMs() - headMs]
      onAnswer({ kind: 'document', headMs: tookMs, bodyMs, bytes, epoch: begunEpoch }, head.headers)
    },
  }
}

function bothOf(one: Promise<void> | undefined, other: Promise<void> | undefined): Promise<void> | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return Promise.all([one, other]).then(() => undefined)
}

/** Aborts a call that has gone silent; `failure` is then what it failed for. */
function watchSilence(
  stalls: StallWatch,
  { endpoint, attempt, signal }: { endpoint: string; attempt: number; signal: AbortSignal | undefined },
) {
  const stop = new AbortController()
  const abort = (): void => stop.abort()
  let failure: AppError | undefined
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted === true) abort()
  const call = stalls.begin(attempt, (silentMs) => {
    failure = new AppError({ tag: 'timed-out', endpoint, waitedFor: 'more bytes', timeoutMs: Math.round(silentMs) })
    abort()
  })
  return {
    call,
    signal: stop.signal,
    failure: () => failure,
    end: (isAnswered: boolean) => {
      signal?.removeEventListener('abort', abort)
      call.ended(isAnswered && failure === undefined)
    },
  }
}
