import { isCalendarDay, monthNumber, weekdayOf } from './dates.ts'

const UPDATED_DATE =
  /^(Sun|Mon|Tue|Wed|Thu|Fri|Sat) ([a-z]{3}) (\d{1,2}) (([01]\d|2[0-3]):[0-5]\d:[0-5]\d) (?:UTC|GMT) (\d{4})$/i

/**
 * Reads a notification's `updatedDate`, such as `Fri Nov 20 10:11:12 UTC 2026`, into ISO form
 * (`2026-11-20T10:11:12.000Z`, as `toISOString` writes it, so that both sort together). Undefined for another form or zone,
 * and for a weekday that is not that day's. Reference “Events”, T16.
 */
export function parseUpdatedDate(text: string): string | undefined {
  const [, weekday = '', monthName = '', dayText = '', time = '', , yearText = ''] =
    UPDATED_DATE.exec(text.trim()) ?? []
  const month = monthNumber(monthName)
  const year = Number(yearText)
  const day = Number(dayText)
  if (month === undefined || !isCalendarDay(year, month, day)) return undefined
  if (weekdayOf(year, month, day) !== weekday.toLowerCase()) return undefined
  return `${yearText}-${twoDigits(month)}-${twoDigits(day)}T${time}.000Z`
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
