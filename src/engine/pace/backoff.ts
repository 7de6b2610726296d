import type { Failure } from '../../shared/errors/failure.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

export interface Refusal {
  failure: Failure
  /** 429 or 503. */
  status: number
  /** How long the service asks to be left alone, where it says. */
  askedMs: number | undefined
}

/** What is remembered of a call under way. */
export interface BegunCall {
  begunMs: number
  /** How many calls were under way when it began. */
  others: number
}

export interface Backoff {
  /** The milliseconds until a call may begin; infinite while one is out that tries whether the service takes calls again. */
  leftMs(): number
  begun(call: BegunCall): void
  /** Returns false for one that began before a pause that goes on already. */
  refused(call: BegunCall, refusal: Refusal): boolean
  /** The service answered, whatever it was. Returns true where a quota ended that stopped even single calls. */
  answered(call: BegunCall): boolean
  /** Nothing came of it. */
  ended(call: BegunCall): void
  /** The service takes no calls before a time that it states, without having refused one. */
  closed(timeMs: number, failure: Failure): void
  /** The next call tries, whatever was asked for: somebody wants to know. */
  tryNow(): void
  /** The pause that goes on; undefined where there is none. */
  pause(): Pause | undefined
}

export interface Pause {
  refusal: Refusal
  /** When the service first refused, and when the next call is tried, on the monotonic clock. */
  sinceMs: number
  untilMs: number
}

/**
 * One pause for all callers of a service that refuses: 1, 2, 4 … 60 s, or as long as it asks. Then a single call tries, and its
 * answer ends the pause. Where calls that began before the refusal are still answered, it may have been one too many at once:
 * that is tried as soon as the first of them is.
 */
export function createBackoff(nowMs: () => number): Backoff {
  let current: (Pause & PauseState) | undefined
  let probe: BegunCall | undefined
  const beganBefore = (pause: PauseState, call: BegunCall): boolean => call !== probe && call.begunMs <= pause.begunMs
  return {
    leftMs: () => {
      if (current === undefined) return 0
      return probe === undefined ? Math.max(0, current.untilMs - nowMs()) : Infinity
    },
    begun: (call) => {
      if (current !== undefined) probe = call
    },
    refused: (call, refusal) => {
      const now = nowMs()
      const { status, askedMs = 0 } = refusal
      if (current !== undefined && beganBefore(current, call)) {
        current.untilMs = Math.max(current.untilMs, now + askedMs)
        return false
      }
      // Where it refuses a single call, it is not too many at once that it refuses. With 503 a service that fails does that, too.
      const isQuota = status === 429 && (call.others === 0 || askedMs > 0)
      const stepMs = nextStep(current)
      current = {
        refusal,
        sinceMs: current?.sinceMs ?? now,
        untilMs: now + (askedMs > 0 ? askedMs : stepMs),
        begunMs: now,
        stepMs,
        isQuota: isQuota || current?.isQuota === true,
        early: current === undefined && askedMs === 0 ? 'possible' : 'over',
      }
      probe = undefined
      return true
    },
    answered: (call) => {
      if (current === undefined) return false
      if (beganBefore(current, call)) {
        if (current.early === 'possible') {
          current.early = 'trying'
          current.untilMs = nowMs()
        }
        return false
      }
      const { isQuota } = current
      current = undefined
      probe = undefined
      return isQuota
    },
    ended: (call) => {
      if (probe === call) probe = undefined
    },
    closed: (timeMs, failure) => {
      const now = nowMs()
      current ??= {
        refusal: { failure, status: 429, askedMs: timeMs },
        sinceMs: now,
        untilMs: now,
        begunMs: now,
        stepMs: FIRST_PAUSE_MS,
        isQuota: true,
        early: 'over',
      }
      current.untilMs = Math.max(current.untilMs, now + timeMs)
    },
    tryNow: () => {
      if (current !== undefined) current.untilMs = nowMs()
    },
    pause: () => current,
  }
}

interface PauseState {
  /** When the last refusal came. */
  begunMs: number
  stepMs: number
  isQuota: boolean
  /** Whether a call may be tried before the first pause is over. */
  early: 'possible' | 'trying' | 'over'
}

function nextStep(pause: PauseState | undefined): number {
  if (pause === undefined) return FIRST_PAUSE_MS
  return pause.early === 'trying' ? pause.stepMs : Math.min(pause.stepMs * 2, LONGEST_PAUSE_MS)
}
