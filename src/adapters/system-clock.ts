import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../shared/errors/app-error.ts'
import type { ClockPort } from '../engine/ports/clock.ts'

/** Node fires a timer at once if its time does not fit into 31 bits. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** The clock of this computer. */
export function createSystemClock(): ClockPort {
  return {
    now: () => new Date(),
    monotonicMs: () => performance.now(),
    wait: async (timeMs, signal) => {
      try {
        for (let leftMs = Math.max(0, timeMs); leftMs > 0; leftMs -= MAX_TIMER_MS) {
          await delay(Math.min(leftMs, MAX_TIMER_MS), undefined, signal === undefined ? {} : { signal })
        }
        signal?.throwIfAborted()
      } catch (thrown) {
        throw new AppError({ tag: 'interrupted' }, { cause: thrown })
      }
    },
  }
}
