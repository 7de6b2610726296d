import { AppError } from '../../../shared/errors/app-error.ts'
import type { ClockPort } from '../../ports/clock.ts'

/** Several refusals within this time are one sign of overload, not many. */
const OVERLOAD_WINDOW_MS = 1_000

export interface ConcurrencyLimiter {
  /** Waits for a place and for a pause that the service asked for. Rejects with `interrupted` once the run is closed. */
  acquire(): Promise<void>
  release(): void
  /** A transfer went well: after as many as there are permits, one more place is opened. */
  noteSuccess(): void
  /** The service is overloaded (429, 503): half the permits, and no request before the time it asked for (T33). */
  noteOverload(askedWaitMs: number | undefined): void
  /** What holds transfers back, in words; null when nothing does. */
  describeDelay(): string | null
  /** True during a pause that the service asked for: it answers, so it is not away. */
  isPaused(): boolean
}

/** Lets at most `most` transfers run at once, fewer while the service says that it is too much (T33). */
export function createConcurrencyLimiter(most: number, clock: ClockPort, closed: AbortSignal): ConcurrencyLimiter {
  const permits = createSemaphore(most, closed)
  const adaptive = createAdaptivePermits(permits, most, clock)
  let pausedUntilMs = 0
  const pauseMs = (): number => pausedUntilMs - clock.monotonicMs()
  const leave = (): void => {
    adaptive.ended()
    permits.release()
  }
  return {
    acquire: async () => {
      await permits.acquire()
      try {
        while (pauseMs() > 0) await clock.wait(pauseMs(), closed)
      } catch (thrown) {
        leave()
        throw thrown
      }
    },
    release: leave,
    noteSuccess: adaptive.grow,
    noteOverload: (askedWaitMs) => {
      if (askedWaitMs !== undefined) pausedUntilMs = Math.max(pausedUntilMs, clock.monotonicMs() + askedWaitMs)
      adaptive.slowDown()
    },
    isPaused: () => pauseMs() > 0,
    describeDelay: () => {
      if (pauseMs() > 0) return `waiting ${Math.ceil(pauseMs() / 1000)} s as the service asked`
      return permits.count() < most ? `${permits.count()} at once instead of ${most}: the service is busy` : null
    },
  }
}

interface AdaptivePermits {
  ended(): void
  grow(): void
  slowDown(): void
}

/** How many permits there are: half of them at a refusal, one more after every round of good transfers. */
function createAdaptivePermits(permits: Semaphore, most: number, clock: ClockPort): AdaptivePermits {
  let wellDone = 0
  let slowedAtMs = Number.NEGATIVE_INFINITY
  /** Transfers that began before the last slowdown: that they end well is no sign that it is over. */
  let begunBefore = 0
  return {
    ended: () => {
      begunBefore = Math.max(0, begunBefore - 1)
    },
    grow: () => {
      if (begunBefore > 0 || permits.count() >= most) return
      wellDone += 1
      if (wellDone < permits.count()) return
      wellDone = 0
      permits.resize(permits.count() + 1)
    },
    slowDown: () => {
      const nowMs = clock.monotonicMs()
      if (nowMs - slowedAtMs < OVERLOAD_WINDOW_MS) return
      slowedAtMs = nowMs
      wellDone = 0
      begunBefore = permits.taken()
      permits.resize(Math.max(1, Math.floor(permits.count() / 2)))
    },
  }
}

interface Semaphore {
  count(): number
  taken(): number
  /** Waits for a free place, first come, first served. Rejects with `interrupted` once closed. */
  acquire(): Promise<void>
  release(): void
  /** Fewer permits take effect as those taken are given back. */
  resize(count: number): void
}

function createSemaphore(first: number, closed: AbortSignal): Semaphore {
  let count = first
  let taken = 0
  const waiting: PromiseWithResolvers<void>[] = []
  const admit = (): void => {
    while (taken < count) {
      const next = waiting.shift()
      if (next === undefined) return
      taken += 1
      next.resolve()
    }
  }
  closed.addEventListener('abort', () => {
    for (const turn of waiting.splice(0)) turn.reject(new AppError({ tag: 'interrupted' }))
  })
  return {
    count: () => count,
    taken: () => taken,
    acquire: async () => {
      if (closed.aborted) throw new AppError({ tag: 'interrupted' })
      const turn = Promise.withResolvers<void>()
      waiting.push(turn)
      admit()
      await turn.promise
    },
    release: () => {
      taken -= 1
      admit()
    },
    resize: (to) => {
      count = to
      admit()
    },
  }
}
