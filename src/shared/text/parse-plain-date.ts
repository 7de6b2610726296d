import { isCalendarDay } from './dates.ts'

/** A day of the calendar, in no time zone. */
export interface PlainDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

const PLAIN_DATE = /^(\d{4})-(\d{2})-(\d{2})$/

/**
 * Reads `YYYY-MM-DD` (`billOfLadingDate`); undefined for any other form and for days that do not exist. Never passes through
 * a time zone. Reference “Set”, T16.
 */
export function parsePlainDate(text: string): PlainDate | undefined {
  const [, year, month, day] = (PLAIN_DATE.exec(text) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined) return undefined
  return isCalendarDay(year, month, day) ? { year, month, day } : undefined
}
