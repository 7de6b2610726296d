import { createSystemClock } from '../../src/adapters/system-clock.ts'
import type { ClockPort } from '../../src/engine/ports/clock.ts'

export interface QuickClock extends ClockPort {
  /** Every wait that was asked for, in milliseconds of this clock. */
  readonly waitsMs: number[]
}

/**
 * The real clock with its waits and ages passing `speed` times as fast, so that a wait of a second costs a test ten
 * milliseconds. The date is the real one.
 */
export function createQuickClock(speed = 100): QuickClock {
  const clock = createSystemClock()
  const waitsMs: number[] = []
  return {
    waitsMs,
    now: () => clock.now(),
    monotonicMs: () => clock.monotonicMs() * speed,
    wait: (timeMs, signal) => {
      waitsMs.push(timeMs)
      return clock.wait(timeMs / speed, signal)
    },
  }
}
