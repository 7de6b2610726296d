import { describe, expect, it } from 'vitest'
import { snoozeTimes, typedTime } from '../../../../src/renderer/inbox/snooze-times.ts'

function offered(now: Date): Record<string, Date> {
  return Object.fromEntries(snoozeTimes(now).map(({ id, until }) => [id, until]))
}

describe('the times that are offered to snooze until', () => {
  it('are later today at a full hour, tomorrow morning and the next Monday morning', () => {
    // A Wednesday.
    expect(offered(new Date(2026, 10, 18, 9, 20))).toEqual({
      later: new Date(2026, 10, 18, 13, 0),
      tomorrow: new Date(2026, 10, 19, 8, 0),
      monday: new Date(2026, 10, 23, 8, 0),
    })
  })

  it('are a week away where today is Monday', () => {
    expect(offered(new Date(2026, 10, 23, 7, 0))['monday']).toEqual(new Date(2026, 10, 30, 8, 0))
  })

  it('leave out “later today” in the evening, across a month and a year too', () => {
    expect(offered(new Date(2026, 11, 31, 20, 0))).toEqual({
      tomorrow: new Date(2027, 0, 1, 8, 0),
      monday: new Date(2027, 0, 4, 8, 0),
    })
  })
})

describe('a time that was typed', () => {
  const now = new Date(2026, 10, 18, 9, 0)

  it.each([
    ['', /Enter a day and a time/],
    ['soon', /Enter a day and a time/],
    ['2026-11-18T08:59', /past/],
    ['2028-01-01T08:00', /more than a year/],
  ])('is refused with a reason: “%s”', (text, error) => {
    expect(typedTime(text, now)).toEqual({ error: expect.stringMatching(error) })
  })

  it('is meant by this computer’s clock', () => {
    expect(typedTime('2026-11-18T17:30', now)).toEqual({ until: new Date(2026, 10, 18, 17, 30) })
  })
})
