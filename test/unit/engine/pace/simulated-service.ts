import { AppError } from '../../../../src/shared/errors/app-error.ts'
import type { BodyReceiver, HttpPort } from '../../../../src/engine/ports/http.ts'
import { createPace, type Pace, type PaceLimits } from '../../../../src/engine/pace/pace.ts'
import type { ClockPort } from '../../../../src/engine/ports/clock.ts'

/** A clock that jumps to the next moment at which anything is due: a simulated hour takes a moment. */
export interface EventClock extends ClockPort {
  /** Runs until the work has ended. */
  until<T>(work: Promise<T>): Promise<T>
}

export function createEventClock(): EventClock {
  let nowMs = 0
  let waits: { dueMs: number; end: () => void }[] = []
  const settleAll = async (): Promise<void> => {
    for (let turn = 0; turn < 8; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    now: () => new Date(Date.UTC(2026, 0, 1) + nowMs),
    monotonicMs: () => nowMs,
    wait: async (timeMs, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const wait = { dueMs: nowMs + Math.max(0, timeMs), end: resolve }
      signal?.addEventListener('abort', () => {
        waits = waits.filter((one) => one !== wait)
        reject(new AppError({ tag: 'interrupted' }))
      })
      waits.push(wait)
      await promise
    },
    until: async (work) => {
      let isOver = false
      const ended = work.finally(() => (isOver = true))
      ended.catch(() => undefined)
      for (;;) {
        await settleAll()
        if (isOver) return await ended
        const next = waits.reduce((soonest, { dueMs }) => Math.min(soonest, dueMs), Infinity)
        if (next === Infinity) throw new Error('nothing is due, and the work has not ended')
        nowMs = next
        const due = waits.filter(({ dueMs }) => dueMs <= nowMs)
        waits = waits.filter((one) => !due.includes(one))
        for (const { end } of due) end()
      }
    },
  }
}

/** What the service does with a call. */
export interface Answer {
  status: number
  takesMs: number
  bytes?: number
  /** From the first byte to the last. */
  bodyMs?: number
  headers?: Record<string, string>
}

export interface SimulatedService {
  http: HttpPort
  calls: number
  refused: number
  /** Most that were under way together. */
  mostAtOnce: number
}

/** `answer` is told how many calls are under way, this one among them, and when. */
export function simulateService(
  clock: ClockPort,
  answer: (inFlight: number, nowMs: number) => Answer,
): SimulatedService {
  let inFlight = 0
  const service: SimulatedService = {
    calls: 0,
    refused: 0,
    mostAtOnce: 0,
    http: { stream, request, close: () => undefined },
  }
  async function stream(_: unknown, receiver: BodyReceiver, signal?: AbortSignal): Promise<void> {
    inFlight += 1
    service.calls += 1
    service.mostAtOnce = Math.max(service.mostAtOnce, inFlight)
    receiver.sent?.()
    const { status, takesMs, bytes = 1000, bodyMs = 0, headers = {} } = answer(inFlight, clock.monotonicMs())
    if (status !== 200) service.refused += 1
    try {
      await clock.wait(takesMs, signal)
    } catch (thrown) {
      inFlight -= 1
      throw thrown
    }
    receiver.head({ status, headers })
    if (bodyMs > 0) await clock.wait(bodyMs)
    inFlight -= 1
    await receiver.data(Buffer.alloc(bytes))
  }
  async function request(): Promise<never> {
    await Promise.resolve()
    throw new Error('no other calls')
  }
  return service
}

/** Fetches so many documents as a save does, and returns the seconds it took. */
export async function fetchAll(
  {
    clock,
    service,
    limits = {},
    pace = createPace({ clock, silenceClock: clock }, undefined, () => limits),
  }: {
    clock: EventClock
    service: SimulatedService
    limits?: PaceLimits
    pace?: Pace
  },
  documents: number,
): Promise<{ seconds: number; failed: number; pace: Pace }> {
  const begunMs = clock.monotonicMs()
  const http = pace.measure(service.http)
  const closed = new AbortController().signal
  let [next, failed] = [0, 0]
  const one = async (attempt: number): Promise<void> => {
    const endpoint = `document ${next}`
    let status = 0
    const receiver: BodyReceiver = { head: (head) => void (status = head.status), data: () => undefined }
    const call = { method: 'GET', url: new URL('https://exchange.example/v3'), endpoint, headers: {}, attempt } as const
    await pace.run({ endpoint, closed }, async () => {
      await http.stream(call, receiver)
      if (status !== 200) throw new AppError({ tag: 'service-failing', endpoint, status })
    })
  }
  const work = async (): Promise<void> => {
    while (next < documents) {
      next += 1
      const again = (attempt: number) => (): Promise<void> => one(attempt)
      await one(1)
        .catch(again(2))
        .catch(again(3))
        .catch(() => (failed += 1))
    }
  }
  await clock.until(Promise.all(Array.from({ length: 32 }, work)))
  return { seconds: (clock.monotonicMs() - begunMs) / 1000, failed, pace }
}
