import { hash } from 'node:crypto'

/** The longest that a desk whose check is overdue waits, so that all that start at eight do not search at eight. */
const LONGEST_DELAY_MS = 15 * 60_000

/**
 * The part of an interval, from 0 to below 1, at which a desk checks: another for each desk, always the same for one. Also by
 * the name of the computer: a disk image that was copied to a thousand of them carries one id.
 */
export function deskShare(deskId: string, computer: string): number {
  const digest = hash('sha256', JSON.stringify([deskId, computer]), 'buffer')
  return digest.readUInt32BE(0) / 2 ** 32
}

export interface CheckRhythm {
  everyMs: number
  /** `deskShare`. */
  share: number
}

/** The next time at the desk’s own place in each interval, counted from 1970 and at least half an interval from now. */
export function nextCheck(now: Date, { everyMs, share }: CheckRhythm): Date {
  const place = share * everyMs
  const earliest = now.getTime() + everyMs / 2
  return new Date(Math.ceil((earliest - place) / everyMs) * everyMs + place)
}

/** The same, but soon where the last check is longer ago than an interval, as after a night. */
export function nextOverdueCheck(now: Date, lastAt: string | undefined, rhythm: CheckRhythm): Date {
  const { everyMs, share } = rhythm
  if (lastAt !== undefined && now.getTime() - Date.parse(lastAt) <= everyMs) return nextCheck(now, rhythm)
  return new Date(now.getTime() + share * Math.min(everyMs, LONGEST_DELAY_MS))
}
