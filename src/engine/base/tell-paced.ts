import type { ClockPort } from '../ports/clock.ts'

/** Tells at once, and of what comes too soon after it once more when the time is there. */
export interface PacedTelling {
  soon(): void
  stop(): void
}

/** For what is costly to put together: it is asked for only when it is told. */
export function tellPaced(clock: ClockPort, gapMs: number, tell: () => void): PacedTelling {
  const stopping = new AbortController()
  let toldAtMs = Number.NEGATIVE_INFINITY
  let isWaiting = false
  const tellNow = (): void => {
    isWaiting = false
    toldAtMs = clock.monotonicMs()
    tell()
  }
  return {
    soon: () => {
      if (isWaiting || stopping.signal.aborted) return
      const leftMs = toldAtMs + gapMs - clock.monotonicMs()
      if (leftMs <= 0) {
        tellNow()
        return
      }
      isWaiting = true
      // Only the end of the application interrupts it.
      void clock.wait(leftMs, stopping.signal).then(tellNow, () => undefined)
    },
    stop: () => {
      stopping.abort()
    },
  }
}
