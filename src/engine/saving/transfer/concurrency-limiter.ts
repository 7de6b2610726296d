import { AppError } from '../../../shared/errors/app-error.ts'
import type { ClockPort } from '../../ports/clock.ts'

/** Several refusals within this time count as one sign of overload. */
const OVERLOAD_WINDOW_MS = 1_000

export interface ConcurrencyLimiter {
  /** Waits for a permit, and for the end of a pause that the service asked for. Rejects with `interrupted` once closed. */
  acquire(): Promise<void>
  release(): void
  /** A transfer succeeded: after as many successes as there are permits, one permit is added. */
  noteSuccess(): void
  /** The service is overloaded (429, 503): halves the permits, and starts nothing before the time it asked for (T33). */
  noteOverload(askedWaitMs: number | undefined): void
  /** Why transfers are delayed, in words; null when they are not. */
  describeDelay(): string | null
  /** True during a pause that the service asked for: it answered, so it is not away. */
  isPaused(): boolean
}

/** Runs at most `most` transfers at once, fewer while the service is overloaded: additive increase, multiplicative decrease (T33). */
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

/** Adapts the number of permits: half of them after a refusal, one more after every round of successes. */
function createAdaptivePermits(permits: Semaphore, most: number, clock: ClockPort): AdaptivePermits {
  let successes = 0
  let slowedAtMs = Number.NEGATIVE_INFINITY
  /** Transfers that began before the last slowdown; their success does not mean that the overload is over. */
  let begunBefore = 0
  return {
    ended: () => {
      begunBefore = Math.max(0, begunBefore - 1)
    },
    grow: () => {
      if (begunBefore > 0 || permits.count() >= most) return
      successes += 1
      if (successes < permits.count()) return
      successes = 0
      permits.resize(permits.count() + 1)
    },
    slowDown: () => {
      const nowMs = clock.monotonicMs()
      if (nowMs - slowedAtMs < OVERLOAD_WINDOW_MS) return
      slowedAtMs = nowMs
      successes = 0
      begunBefore = permits.taken()
      permits.resize(Math.max(1, Math.floor(permits.count() / 2)))
    },
  }
}

interface Semaphore {
  count(): number
  taken(): number
  /** Waits for a permit, first come, first served. Rejects with `interrupted` once closed. */
  acquire(): Promise<void>
  release(): void
  /** A lower count takes effect as permits are released. */
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
    for (const waiter of waiting.splice(0)) waiter.reject(new AppError({ tag: 'interrupted' }))
  })
  return {
    count: () => count,
    taken: () => taken,
    acquire: async () => {
      if (closed.aborted) throw new AppError({ tag: 'interrupted' })
      const waiter = Promise.withResolvers<void>()
      waiting.push(waiter)
      admit()
      await waiter.promise
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
