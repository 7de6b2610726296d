import { monthNames } from './demo-tables.ts'

/** As the service writes `modifiedDate`: “12 March 2026, 14:05”. */
export function spokenDate(timeMs: number): string {
  const date = new Date(timeMs)
  const clock = `${String(date.getUTCHours()).padStart(2, '0')}:${String(date.getUTCMinutes()).padStart(2, '0')}`
  return `${date.getUTCDate()} ${monthNames[date.getUTCMonth()] ?? ''} ${date.getUTCFullYear()}, ${clock}`
}
