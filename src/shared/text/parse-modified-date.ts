import { isCalendarDay, monthNumber } from './dates.ts'
import type { PlainDate } from './parse-plain-date.ts'

/** Date and time as the service wrote it. It names no zone, so this is no instant and must not be compared with one. */
export interface ServiceTime extends PlainDate {
  readonly hour: number
  readonly minute: number
}

const MODIFIED_DATE = /^\s*(\d{1,2})[\s-]+([a-z]{3,9})\.?[\s-]+(\d{4}),?\s+(\d{1,2}):(\d{2})\s*$/i

/**
 * Reads the human text of `modifiedDate`, such as `3 March 2026, 14:05` or `03 Mar 2026 14:05`; undefined for anything else,
 * which is then shown as written. Reference “Set”, T16.
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
