import { createSystemClock } from '../../src/adapters/system-clock.ts'
import type { ClockPort } from '../../src/engine/ports/clock.ts'

export interface QuickClock extends ClockPort {
  /** Every wait, in milliseconds of this clock. */
  readonly waitsMs: number[]
}

/**
 * The real clock running `speed` times as fast, so that by default a wait of a second costs a test ten
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
