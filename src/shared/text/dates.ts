const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** 1 to 12 for an English month name, in full or three letters (or `Sept`), in any locale; else undefined. T16. */
export function monthNumber(name: string): number | undefined {
  const lowerCase = name.toLowerCase()
  const index = MONTHS.findIndex((month) => month === lowerCase || month.slice(0, 3) === lowerCase)
  if (index !== -1) return index + 1
  return lowerCase === 'sept' ? 9 : undefined
}

/** Whether the day exists in the Gregorian calendar. */
export function isCalendarDay(year: number, month: number, day: number): boolean {
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** `sun` to `sat`, for an existing day. */
export function weekdayOf(year: number, month: number, day: number): string {
  // Sakamoto's algorithm: the year begins in March, so that the leap day is its last.
  const monthOffset = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4][month - 1] ?? 0
  const y = month < 3 ? year - 1 : year
  const index = (y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + monthOffset + day) % 7
  return WEEKDAYS[index] ?? ''
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/** A calendar day, without a time zone. */
export interface PlainDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

const PLAIN_DATE = /^(\d{4})-(\d{2})-(\d{2})$/

/**
 * Parses `YYYY-MM-DD` (`billOfLadingDate`); undefined for any other form and for days that do not exist. Involves no time
 * zone. docs/service.md “A set”, T16.
 */
export function parsePlainDate(text: string): PlainDate | undefined {
  const [, year, month, day] = (PLAIN_DATE.exec(text) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined) return undefined
  return isCalendarDay(year, month, day) ? { year, month, day } : undefined
}

const UPDATED_DATE =
  /^(Sun|Mon|Tue|Wed|Thu|Fri|Sat) ([a-z]{3}) (\d{1,2}) (([01]\d|2[0-3]):[0-5]\d:[0-5]\d) (?:UTC|GMT) (\d{4})$/i

/**
 * Parses a notification's `updatedDate`, such as `Fri Nov 20 10:11:12 UTC 2026`, into the form of `toISOString`
 * (`2026-11-20T10:11:12.000Z`), so that both sort together. Undefined for another form or zone, and for the wrong weekday.
 * docs/service.md “Status messages”, T16.
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

export function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

/** Date and time as the service wrote them, without a zone: not an instant, and not comparable with one. */
export interface ServiceTime extends PlainDate {
  readonly hour: number
  readonly minute: number
}

const MODIFIED_DATE = /^\s*(\d{1,2})[\s-]+([a-z]{3,9})\.?[\s-]+(\d{4}),?\s+(\d{1,2}):(\d{2})\s*$/i

/**
 * Parses the human-readable `modifiedDate`, such as `3 March 2026, 14:05` or `03 Mar 2026 14:05`; undefined for anything else,
 * which is then shown as written. docs/service.md “A set”, T16.
 */
export function parseModifiedDate(text: string): ServiceTime | undefined {
  const match = MODIFIED_DATE.exec(text)
  if (match === null) return undefined
  const month = monthNumber(match[2] ?? '')
  const year = Number(match[3])
  const day = Number(match[1])
  const hour = Number(match[4])
  const minute = Number(match[5])
  if (month === undefined || !isCalendarDay(year, month, day) || hour > 23 || minute > 59) return undefined
  return { year, month, day, hour, minute }
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/

/** Whether a text is an instant in the form of `toISOString`, with or without fractions of a second. */
export function isInstant(text: string): boolean {
  return INSTANT.test(text) && !Number.isNaN(Date.parse(text))
}
