import { describe, expect, it } from 'vitest'
import { quietEndsAt } from '../../../../../../src/main/desk/feed/alerts/alert-rules.ts'

const at = (hours: number, minutes: number, day = 20): Date => new Date(2026, 10, day, hours, minutes)

describe('quiet hours', () => {
  it.each([
    [{ from: '12:00', to: '13:30' }, at(12, 0), at(13, 30)],
    [{ from: '12:00', to: '13:30' }, at(13, 29), at(13, 30)],
    [{ from: '12:00', to: '13:30' }, at(13, 30), undefined],
    [{ from: '12:00', to: '13:30' }, at(11, 59), undefined],
    [{ from: '22:00', to: '06:00' }, at(23, 0), at(6, 0, 21)],
    [{ from: '22:00', to: '06:00' }, at(5, 59), at(6, 0)],
    [{ from: '22:00', to: '06:00' }, at(6, 0), undefined],
    [{ from: '22:00', to: '06:00' }, at(21, 59), undefined],
    [{ from: '08:00', to: '08:00' }, at(8, 0), undefined],
  ])('of %o at %s end at %s', (quiet, now, ends) => {
    expect(quietEndsAt(quiet, now)).toEqual(ends)
  })

  it('are undefined where none were set', () => {
    expect(quietEndsAt(null, at(23, 0))).toBeUndefined()
  })
})
