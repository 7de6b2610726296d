import { type CallRate, createCallRate } from './call-rate.ts'

const MS_PER_MINUTE = 60_000
/** Fewer calls before a refusal may have been the rest of somebody else’s. */
const TELLING_ANSWERS = 10
/** After a rest, what came before says nothing of the pace. */
const REST_MS = 10_000
/** Before the first refusal others may have used some of the quota: from a guess so much more is tried every minute. */
const GROWTH = 1.1

/** The calls a minute that a service was seen to take, once it has refused more. */
export interface LearnedQuota extends Pick<CallRate, 'leftMs' | 'limit'> {
  /** `isFirst`: no other is under way, and no pause goes on. */
  begun(isFirst: boolean): void
  answered(): void
  /** A pause has ended with an answer, whose refusals were for too many calls in a time. */
  ended(): void
}

export function createLearnedQuota(nowMs: () => number): LearnedQuota {
  const rate = createCallRate(nowMs)
  let lessons = 0
  let raisedAtMs = 0
  /** Since the last rest or pause. */
  let active = { sinceMs: nowMs(), lastMs: nowMs(), answers: 0 }
  return {
    limit: rate.limit,
    leftMs: () => {
      const perMinute = rate.limit()
      if (perMinute !== undefined && lessons === 1 && nowMs() - raisedAtMs >= MS_PER_MINUTE) {
        raisedAtMs = nowMs()
        rate.setLimit(perMinute * GROWTH)
      }
      return rate.leftMs()
    },
    begun: (isFirst) => {
      const now = nowMs()
      if (isFirst && now - active.lastMs > REST_MS) active = { sinceMs: now, lastMs: now, answers: 0 }
      active.lastMs = now
      rate.begun()
    },
    answered: () => {
      active.answers += 1
      active.lastMs = nowMs()
    },
    ended: () => {
      const now = nowMs()
      const minutes = (now - active.sinceMs) / MS_PER_MINUTE
      if (active.answers >= TELLING_ANSWERS) {
        lessons += 1
        raisedAtMs = now
        rate.setLimit(active.answers / minutes)
      }
      active = { sinceMs: now, lastMs: now, answers: 0 }
    },
  }
}
