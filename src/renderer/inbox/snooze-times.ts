import { firstWorkday, timeOfDay, weekdayText } from '../ui/base/words.ts'

export interface SnoozeTime {
  readonly id: 'later' | 'tomorrow' | 'week'
  /** “Tomorrow”, “Next Monday”. */
  readonly title: string
  readonly until: Date
}

/** When the day begins at which what was put off is looked at. */
const MORNING_HOUR = 8
const LATER_HOURS = 3
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** What is offered to snooze until, on this computer’s clock; “Later today” only as long as that is today. */
export function snoozeTimes(now: Date): readonly SnoozeTime[] {
  // The next full hour after three hours.
  const later = atHour(now, 0, now.getHours() + LATER_HOURS + 1)
  const daysToNextWeek = (firstWorkday() + 7 - now.getDay()) % 7 || 7
  return [
    ...(later.getDate() === now.getDate() ? [{ id: 'later', title: 'Later today', until: later } as const] : []),
    { id: 'tomorrow', title: 'Tomorrow', until: atHour(now, 1, MORNING_HOUR) },
    { id: 'week', title: `Next ${firstWorkdayName()}`, until: atHour(now, daysToNextWeek, MORNING_HOUR) },
  ]
}

/** “Monday”, or on which other day the region’s working week begins. */
function firstWorkdayName(): string {
  return DAYS[firstWorkday()] ?? DAYS[1]
}

function atHour(now: Date, inDays: number, hour: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + inDays, hour)
}

/** “Mon 23 Nov 2026, 08:00”. */
export function snoozeTimeText(until: Date): string {
  const iso = until.toISOString()
  return `${weekdayText(iso)}, ${timeOfDay(iso)}`
}

export type TypedTime = { readonly until: Date } | { readonly error: string }

const MAX_YEARS = 1

/** A time as a date-and-time field gives it, on this computer’s clock: “2026-11-23T08:00”. */
export function typedTime(text: string, now: Date): TypedTime {
  const until = new Date(text)
  if (text === '' || Number.isNaN(until.getTime())) return { error: 'Enter a day and a time.' }
  if (until <= now) return { error: 'That is past. Choose a time after now.' }
  const latest = new Date(now.getFullYear() + MAX_YEARS, now.getMonth(), now.getDate() + 1)
  return until > latest ? { error: 'That is more than a year ahead. Choose an earlier time.' } : { until }
}
