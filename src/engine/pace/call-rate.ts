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

/** The calls a minute that a service was seen to take. */
export interface LearnedQuota extends Pick<CallRate, 'leftMs' | 'begun' | 'limit'> {
  /** Call with what it took between two refusals, or before the first. */
  note(perMinute: number): void
}

/** Before the first refusal others may have used some of the quota: from a guess so much more is tried every minute. */
const GROWTH = 1.1

export function createLearnedQuota(nowMs: () => number): LearnedQuota {
  const rate = createCallRate(nowMs)
  let notes = 0
  let raisedAtMs = 0
  return {
    ...rate,
    leftMs: () => {
      const perMinute = rate.limit()
      if (perMinute !== undefined && notes === 1 && nowMs() - raisedAtMs >= MS_PER_MINUTE) {
        raisedAtMs = nowMs()
        rate.setLimit(perMinute * GROWTH)
      }
      return rate.leftMs()
    },
    note: (perMinute) => {
      notes += 1
      raisedAtMs = nowMs()
      rate.setLimit(perMinute)
    },
  }
}
