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

/** 1 to 12 for an English month name, whole or of three letters (or `Sept`), whatever the locale; else undefined. T16. */
export function monthNumber(name: string): number | undefined {
  const wanted = name.toLowerCase()
  const index = MONTHS.findIndex((month) => month === wanted || month.slice(0, 3) === wanted)
  if (index !== -1) return index + 1
  return wanted === 'sept' ? 9 : undefined
}

/** Whether the day exists in the Gregorian calendar. */
export function isCalendarDay(year: number, month: number, day: number): boolean {
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** `Sun` to `Sat`, in small letters, for an existing day. */
export function weekdayOf(year: number, month: number, day: number): string {
  // Sakamoto's rule: the year begins in March, so that the leap day is its last.
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
