import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isCalendarDay,
  monthNumber,
  weekdayOf,
  parseModifiedDate,
  parsePlainDate,
  parseUpdatedDate,
} from '../../../../src/shared/text/dates.ts'

const instant = fc.date({
  min: new Date('0100-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
})

describe('calendar', () => {
  it('agrees with the platform about every day, weekday and English month name', () => {
    fc.assert(
      fc.property(instant, (date) => {
        const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
        const english = (options: Intl.DateTimeFormatOptions): string =>
          date.toLocaleString('en-US', { timeZone: 'UTC', ...options })
        expect(isCalendarDay(year, month, day)).toBe(true)
        expect(weekdayOf(year, month, day)).toBe(english({ weekday: 'short' }).toLowerCase())
        expect(monthNumber(english({ month: 'long' }))).toBe(month)
        expect(monthNumber(english({ month: 'short' }))).toBe(month)
      }),
    )
  })

  it.each([
    [2026, 2, 29],
    [1900, 2, 29],
    [2026, 4, 31],
    [2026, 13, 1],
    [2026, 0, 1],
    [2026, 1, 0],
    [2026, 1, 32],
    [0, 1, 1],
  ])('has no day %i-%i-%i', (year, month, day) => {
    expect(isCalendarDay(year, month, day)).toBe(false)
  })

  it('has leap days every four years but not in most centuries', () => {
    expect([2000, 2024].map((year) => isCalendarDay(year, 2, 29))).toEqual([true, true])
  })
})

describe('parseModifiedDate', () => {
  it.each([
    ['3 March 2026, 14:05', 14, 'the whole month name'],
    ['03 Mar 2026 14:05', 14, 'a short one'],
    ['3-mar-2026 14:05', 14, 'hyphens'],
    [' 3 MARCH\u00a02026,\u202f4:05 ', 4, 'whatever spaces the formatter took'],
  ])('parses %j: %s', (text, hour) => {
    expect(parseModifiedDate(text)).toEqual({ year: 2026, month: 3, day: 3, hour, minute: 5 })
  })

  it.each([
    ['', 'nothing is there'],
    ['3 March 2026', 'the time is missing'],
    ['30 February 2026, 14:05', 'there is no such day'],
    ['3 March 2026, 24:05', 'there is no such hour'],
    ['3 March 2026, 14:60', 'there is no such minute'],
    ['3 M\u00e4rz 2026, 14:05', 'the month is not English'],
    ['3 Marc 2026, 14:05', 'half a month name could be two'],
    ['2026-03-03T14:05', 'another form'],
    ['3 March 2026, 2:05 PM', 'half a day more than written would be a guess'],
    ['3 March 2026, 14:05 CET', 'a zone is not expected'],
    ['33 March 2026, 14:05', 'there is no such day'],
  ])('does not parse %j: %s', (text) => {
    expect(parseModifiedDate(text)).toBeUndefined()
  })

  it('parses every minute that can be written', () => {
    fc.assert(
      fc.property(instant, (date) => {
        const month = date.toLocaleString('en-US', { timeZone: 'UTC', month: 'long' })
        const [year, time] = [date.toISOString().slice(0, 4), date.toISOString().slice(11, 16)]
        expect(parseModifiedDate(`${date.getUTCDate()} ${month} ${year}, ${time}`)).toEqual({
          year: date.getUTCFullYear(),
          month: date.getUTCMonth() + 1,
          day: date.getUTCDate(),
          hour: date.getUTCHours(),
          minute: date.getUTCMinutes(),
        })
      }),
    )
  })
})

describe('parsePlainDate', () => {
  it('parses a day', () => {
    expect(parsePlainDate('2026-03-07')).toEqual({ year: 2026, month: 3, day: 7 })
  })

  it.each([
    '',
    '2026-02-29',
    '2026-3-7',
    '07-03-2026',
    '2026-03-07T00:00:00Z',
    ' 2026-03-07',
    '2026-13-01',
    '٢٠٢٦-٠٣-٠٧',
  ])('does not parse %j, because it is not a day in that form', (text) => {
    expect(parsePlainDate(text)).toBeUndefined()
  })
})

describe('parseUpdatedDate', () => {
  it.each([
    ['Fri Nov 20 10:11:12 UTC 2026', '2026-11-20T10:11:12.000Z'],
    ['Fri Nov 20 10:11:12 GMT 2026', '2026-11-20T10:11:12.000Z'],
    ['Thu Jan 01 00:00:00 UTC 1970', '1970-01-01T00:00:00.000Z'],
    ['Sun Mar 1 23:59:59 UTC 2026', '2026-03-01T23:59:59.000Z'],
  ])('parses %j', (text, iso) => {
    expect(parseUpdatedDate(text)).toBe(iso)
  })

  it.each([
    ['', 'nothing is there'],
    ['Mon Nov 20 10:11:12 UTC 2026', 'that day is a Friday, so one of the two is wrong'],
    ['Xyz Nov 20 10:11:12 UTC 2026', 'there is no such weekday'],
    ['Fri Nov 20 10:11:12 CET 2026', 'zone names are ambiguous'],
    ['Fri Nov 20 10:11:12 2026', 'the zone is missing'],
    ['Fri Nov 20 24:11:12 UTC 2026', 'there is no such hour'],
    ['Fri Nov 31 10:11:12 UTC 2026', 'there is no such day'],
    ['2026-11-20T10:11:12Z', 'another form'],
  ])('does not parse %j: %s', (text) => {
    expect(parseUpdatedDate(text)).toBeUndefined()
  })

  it('parses every second into the form of toISOString, so that both sort together', () => {
    fc.assert(
      fc.property(instant, (date) => {
        const [weekday, day, month, year, time] = date.toUTCString().replace(',', '').split(' ')
        const iso = `${date.toISOString().slice(0, 19)}.000Z`
        expect(parseUpdatedDate(`${weekday} ${month} ${day} ${time} GMT ${year}`)).toBe(iso)
      }),
    )
  })
})
