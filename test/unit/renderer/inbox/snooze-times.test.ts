import { afterEach, describe, expect, it } from 'vitest'
import { snoozeTimes, typedTime } from '../../../../src/renderer/inbox/snooze-times.ts'
import { setRegion } from '../../../../src/renderer/ui/base/words.ts'

function offered(now: Date): Record<string, Date> {
  return Object.fromEntries(snoozeTimes(now).map(({ id, until }) => [id, until]))
}

describe('the times that are offered to snooze until', () => {
  it('are later today at a full hour, tomorrow morning and the next Monday morning', () => {
    // A Wednesday.
    expect(offered(new Date(2026, 10, 18, 9, 20))).toEqual({
      later: new Date(2026, 10, 18, 13, 0),
      tomorrow: new Date(2026, 10, 19, 8, 0),
      week: new Date(2026, 10, 23, 8, 0),
    })
  })

  it('are a week away where today is Monday', () => {
    expect(offered(new Date(2026, 10, 23, 7, 0))['week']).toEqual(new Date(2026, 10, 30, 8, 0))
  })

  it('leave out “later today” in the evening, across a month and a year too', () => {
    expect(offered(new Date(2026, 11, 31, 20, 0))).toEqual({
      tomorrow: new Date(2027, 0, 1, 8, 0),
      week: new Date(2027, 0, 4, 8, 0),
    })
  })
})

describe('the morning of the next week', () => {
  afterEach(() => setRegion({ region: 'en-GB', dates: 'name' }))

  it.each([
    ['en-US', 'Next Monday', 23],
    ['he-IL', 'Next Sunday', 22],
    ['fa-IR', 'Next Saturday', 21],
  ])('is on the day after the weekend of the region: %s', (region, title, day) => {
    setRegion({ region, dates: 'name' })
    const week = snoozeTimes(new Date(2026, 10, 18, 9, 20)).find(({ id }) => id === 'week')
    expect(week).toMatchObject({ title, until: new Date(2026, 10, day, 8, 0) })
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
