const MS_PER_SECOND = 1_000
/** Shorter waits would cost more than they spread. */
const LEAST_WAIT_MS = 20

/** Shares a number of bytes a second among all bodies under way. */
export interface Bandwidth {
  /** Call with bytes that have come. The milliseconds to wait before more are taken. */
  took(bytes: number): number
}

/** `limit` tells the bytes a second of the moment; undefined where there is no limit. */
export function createBandwidth(nowMs: () => number, limit: () => number | undefined): Bandwidth {
  let paidUntilMs = 0
  return {
    took: (bytes) => {
      const perSecond = limit()
      if (perSecond === undefined) return 0
      const now = nowMs()
      paidUntilMs = Math.max(now, paidUntilMs) + (bytes / perSecond) * MS_PER_SECOND
      return paidUntilMs - now < LEAST_WAIT_MS ? 0 : paidUntilMs - now
    },
  }
}
