const MS_PER_MINUTE = 60_000

/** Spreads calls evenly over time. */
export interface CallRate {
  /** The milliseconds until the next call may begin. */
  leftMs(): number
  begun(): void
  /** Calls a minute; undefined where there is no limit. */
  limit(): number | undefined
  setLimit(perMinute: number | undefined): void
}

export function createCallRate(nowMs: () => number): CallRate {
  let perMinute: number | undefined
  let nextMs = Number.NEGATIVE_INFINITY
  return {
    leftMs: () => (perMinute === undefined ? 0 : Math.max(0, nextMs - nowMs())),
    begun: () => {
      if (perMinute !== undefined) nextMs = Math.max(nowMs(), nextMs) + MS_PER_MINUTE / perMinute
    },
    limit: () => perMinute,
    setLimit: (limit) => {
      if (limit === perMinute) return
      perMinute = limit
      nextMs = Number.NEGATIVE_INFINITY
    },
  }
}
