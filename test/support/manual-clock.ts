import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../src/shared/errors/app-error.ts'
import type { ClockPort } from '../../src/engine/ports/clock.ts'

export interface ManualClock extends ClockPort {
  /** Advances the time and resolves the waits that are due. */
  advance(timeMs: number): Promise<void>
  /** Whether anything is waiting. */
  isWaitedFor(): boolean
}

/** A clock that stands still until it is advanced. */
export function createManualClock(): ManualClock {
  let nowMs = 0
  let waiting: { dueMs: number; end: () => void }[] = []
  return {
    now: () => new Date(Date.UTC(2026, 0, 1) + nowMs),
    monotonicMs: () => nowMs,
    wait: async (timeMs, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const interrupt = (): void => reject(new AppError({ tag: 'interrupted' }))
      if (signal?.aborted === true) interrupt()
      signal?.addEventListener('abort', interrupt, { once: true })
      waiting.push({ dueMs: nowMs + timeMs, end: resolve })
      await promise
    },
    isWaitedFor: () => waiting.length > 0,
    advance: async (timeMs) => {
      nowMs += timeMs
      const due = waiting.filter(({ dueMs }) => dueMs <= nowMs)
      waiting = waiting.filter((one) => !due.includes(one))
      for (const { end } of due) end()
      await nextTurn()
    },
  }
}
