import type { ClockPort } from '../ports/clock.ts'

/** Several refusals within this time are one sign of overload, not many. */
const ONE_SIGN_MS = 1_000

export interface TransferGate {
  /** Waits for a place and for a pause that the service asked for. Rejects with `interrupted`. */
  enter(signal: AbortSignal): Promise<void>
  leave(): void
  /** A transfer went well: after as many as there are places, one more place is opened. */
  grow(): void
  /** The service is overloaded (429, 503): half the places, and no request before the time it asked for (T33). */
  slowDown(askedWaitMs: number | undefined): void
  /** What holds transfers back, in words; null when nothing does. */
  note(): string | null
}

/** Lets at most `most` transfers run at once, fewer while the service says that it is too much (T33). */
export function createTransferGate(most: number, clock: ClockPort): TransferGate {
  let places = most
  let inside = 0
  let wellDone = 0
  let slowedAtMs = Number.NEGATIVE_INFINITY
  let closedUntilMs = 0
  const waiting: (() => void)[] = []

  const admit = (): void => {
    while (inside < places) {
      const next = waiting.shift()
      if (next === undefined) return
      inside += 1
      next()
    }
  }
  const place = async (): Promise<void> => {
    if (inside < Math.floor(places) && waiting.length === 0) {
      inside += 1
      return
    }
    const turn = Promise.withResolvers<void>()
    waiting.push(turn.resolve)
    await turn.promise
  }
  const leave = (): void => {
    inside -= 1
    admit()
  }

  return {
    enter: async (signal) => {
      await place()
      try {
        for (
          let pauseMs = closedUntilMs - clock.monotonicMs();
          pauseMs > 0;
          pauseMs = closedUntilMs - clock.monotonicMs()
        ) {
          await clock.wait(pauseMs, signal)
        }
      } catch (thrown) {
        leave()
        throw thrown
      }
    },
    leave,
    grow: () => {
      if (places >= most) return
      wellDone += 1
      if (wellDone < places) return
      wellDone = 0
      places += 1
      admit()
    },
    slowDown: (askedWaitMs) => {
      const nowMs = clock.monotonicMs()
      if (askedWaitMs !== undefined) closedUntilMs = Math.max(closedUntilMs, nowMs + askedWaitMs)
      if (nowMs - slowedAtMs < ONE_SIGN_MS) return
      slowedAtMs = nowMs
      wellDone = 0
      places = Math.max(1, Math.floor(places / 2))
    },
    note: () => {
      const pauseMs = closedUntilMs - clock.monotonicMs()
      if (pauseMs > 0) return `waiting ${Math.ceil(pauseMs / 1000)} s as the service asked`
      return places < most ? `${places} at once instead of ${most}: the service is busy` : null
    },
  }
}
