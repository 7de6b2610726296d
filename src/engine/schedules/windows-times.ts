const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']

/** The times of cron patterns as options of schtasks, one for each task; undefined where it cannot express one of them. */
export function windowsTimes(patterns: readonly string[]): string[] | undefined {
  const times = patterns.map(timesOf)
  return times.includes(undefined) ? undefined : times.flatMap((one) => one ?? [])
}

function timesOf(pattern: string): string[] | undefined {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = pattern.split(' ')
  if (month !== '*') return undefined
  const interval = day === '*' && weekday === '*' ? intervalOf(minute, hour) : undefined
  if (interval !== undefined) return [interval]
  const days = daysOf(day, weekday)
  if (days === undefined || !/^\d+$/.test(minute) || !/^\d+(?:,\d+)*$/.test(hour)) return undefined
  return hour.split(',').map((one) => `${days} /ST ${one.padStart(2, '0')}:${minute.padStart(2, '0')}`)
}

function intervalOf(minute: string, hour: string): string | undefined {
  const everyMinutes = /^\*\/(\d+)$/.exec(minute)?.[1]
  if (everyMinutes !== undefined && hour === '*') return `/SC MINUTE /MO ${everyMinutes} /ST 00:00`
  const everyHours = hour === '*' ? '1' : /^\*\/(\d+)$/.exec(hour)?.[1]
  if (everyHours === undefined || !/^\d+$/.test(minute)) return undefined
  return `/SC HOURLY /MO ${everyHours} /ST 00:${minute.padStart(2, '0')}`
}

function daysOf(day: string, weekday: string): string | undefined {
  if (day === '*' && weekday === '*') return '/SC DAILY'
  if (day === '*') return weeklyOf(weekday)
  if (weekday !== '*') return undefined
  if (day === 'L') return '/SC MONTHLY /MO LASTDAY /M *'
  return /^\d+$/.test(day) ? `/SC MONTHLY /D ${day}` : undefined
}

function weeklyOf(weekday: string): string | undefined {
  const days = weekday.split(',').flatMap((part) => {
    const [from = Number.NaN, to = from] = part.split('-').map(Number)
    return Array.from({ length: Number.isNaN(to - from) ? 0 : to - from + 1 }, (_, step) => WEEKDAYS[from + step])
  })
  return days.length === 0 || days.includes(undefined) ? undefined : `/SC WEEKLY /D ${days.join(',')}`
}
