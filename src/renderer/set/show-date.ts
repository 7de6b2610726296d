import { parseModifiedDate } from '../../shared/text/parse-modified-date.ts'
import { type PlainDate, parsePlainDate } from '../../shared/text/parse-plain-date.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** “03 Mar 2026”: the day that the service meant, in no time zone (T16). What cannot be read is shown as it came. */
export function showDay(text: string | null): string | null {
  const day = parsePlainDate(text ?? '')
  return day === undefined ? text : dayText(day)
}

/** “03 Mar 2026 14:05”, as the service's clock stood, whose zone nobody names (T16). */
export function showTime(text: string | null): string | null {
  const time = parseModifiedDate(text ?? '')
  if (time === undefined) return text
  return `${dayText(time)} ${two(time.hour)}:${two(time.minute)}`
}

function dayText({ year, month, day }: PlainDate): string {
  return `${two(day)} ${MONTHS[month - 1] ?? ''} ${year}`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
