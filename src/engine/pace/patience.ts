import type { Pause } from './backoff.ts'

/** A call that somebody waits for fails once the service has refused for so long; 429 says that it only has to wait. */
const USUAL_MS = { busy: 20_000, quota: 80_000 } as const
/** A document of a save is waited for longer: nothing is lost but time. */
const BULK_MS = 300_000
/** A service that asks for a pause again and again is asked so often. */
const ASKED_PAUSES = 5

interface Waiting {
  isBulk: boolean
  nowMs: number
  /** What the user asked for, in place of what is usual. */
  waitMs: number | undefined
}

/** Whether the end of a pause is worth waiting for. */
export function isWorthWaiting({ refusal, sinceMs, untilMs }: Pause, { isBulk, nowMs, waitMs }: Waiting): boolean {
  const { status, askedMs = 0 } = refusal
  const usualMs = isBulk ? BULK_MS : status === 429 ? USUAL_MS.quota : USUAL_MS.busy
  if (untilMs - nowMs > (waitMs ?? BULK_MS)) return false
  return untilMs - sinceMs <= (waitMs ?? Math.max(usualMs, ASKED_PAUSES * askedMs))
}
