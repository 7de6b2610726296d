import { describe, expect, it } from 'vitest'
import { deskShare, nextCheck, nextOverdueCheck } from '../../../../../../src/main/desk/feed/checks/check-schedule.ts'

const MINUTE_MS = 60_000
const everyMs = 15 * MINUTE_MS
const now = new Date('2026-11-22T08:00:00Z')
const shares = Array.from({ length: 1_000 }, (_, desk) => deskShare(`desk ${desk}`, 'pc'))

describe('the checks of a thousand desks', () => {
  it('are spread over the interval: in no minute much more than in another', () => {
    const perMinute = new Map<number, number>()
    for (const share of shares) {
      const minute = Math.floor((nextCheck(now, { everyMs, share }).getTime() % everyMs) / MINUTE_MS)
      perMinute.set(minute, (perMinute.get(minute) ?? 0) + 1)
    }
    expect(perMinute.size).toBe(15)
    // Of 67; chance alone stays within this in all but one of a million trials, and the ids are fixed.
    for (const desks of perMinute.values()) expect(Math.abs(desks - 67)).toBeLessThan(40)
  })

  it('that are overdue when all start at eight are spread over a quarter of an hour', () => {
    const lastAt = '2026-11-21T17:00:00Z'
    const times = shares.map((share) => nextOverdueCheck(now, lastAt, { everyMs: 480 * MINUTE_MS, share }).getTime())
    expect(Math.max(...times)).toBeLessThanOrEqual(now.getTime() + 15 * MINUTE_MS)
    expect(new Set(times.map((time) => Math.floor((time - now.getTime()) / MINUTE_MS))).size).toBe(15)
  })
})

describe('the checks of one desk', () => {
  const rhythm = { everyMs, share: deskShare('desk', 'pc') }

  it('come at the same place of every interval, also after a restart', () => {
    const first = nextCheck(now, rhythm)
    const second = nextCheck(first, rhythm)
    expect(second.getTime() - first.getTime()).toBe(everyMs)
    expect(nextCheck(new Date(first.getTime() + 60_000), rhythm)).toEqual(second)
  })

  it('leave half an interval after one that was not due, such as that at the start', () => {
    for (const share of shares) {
      const wait = nextCheck(now, { everyMs, share }).getTime() - now.getTime()
      expect(wait).toBeGreaterThanOrEqual(everyMs / 2)
      expect(wait).toBeLessThan(everyMs * 1.5)
    }
  })

  it('keep their place where the last one is not an interval ago', () => {
    expect(nextOverdueCheck(now, '2026-11-22T07:50:00Z', rhythm)).toEqual(nextCheck(now, rhythm))
    expect(nextOverdueCheck(now, undefined, rhythm).getTime()).toBeLessThan(now.getTime() + everyMs)
  })

  it('are at another place on a computer that was copied from the same disk', () => {
    expect(deskShare('desk', 'pc-1')).not.toBe(deskShare('desk', 'pc-2'))
    expect(deskShare('desk', 'pc-1')).toBe(deskShare('desk', 'pc-1'))
  })
})
