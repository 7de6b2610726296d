import { badUsage } from '../../shared/errors/app-error.ts'

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const TIME = /^(\d{1,2})(?:[:.](\d{2}))? ?(am|pm)?$/
const DAY_WORDS: Readonly<Record<string, string>> = {
  day: '*',
  days: '*',
  daily: '*',
  weekday: '1-5',
  weekdays: '1-5',
  workday: '1-5',
  workdays: '1-5',
  weekend: '0,6',
  weekends: '0,6',
}
/** What divides an hour or a day evenly: any other number would jump at its end. */
const EVEN_MINUTES = [5, 10, 15, 20, 30]
const EVEN_HOURS = [1, 2, 3, 4, 6, 8, 12]

export const RULE_EXAMPLES =
  'Write it such as “every weekday at 07:30”, “every monday and thursday at 8:00, 16:00”, “on the 1st of every month at 06:00”, “every 2 hours”, or as five cron fields.'

/**
 * The cron patterns that words stand for: several where the times have different minutes. Fails with bad-usage where the words
 * are not understood.
 */
export function patternsOfWords(text: string): string[] {
  const words = text
    .toLowerCase()
    .replaceAll(/[\s,]+/g, ' ')
    .trim()
  const interval = patternOfInterval(words)
  if (interval !== undefined) return [interval]
  const [, when, times] = /^(.*?) ?(?:\bat|@) (.+)$/.exec(words) ?? []
  if (when === undefined || times === undefined) return refuse(text)
  const [day, weekday] = daysOf(when) ?? refuse(text)
  return patternsOfTimes(times, text).map((time) => `${time} ${day} * ${weekday}`)
}

/** “every 15 minutes”, “every hour”, “every 2 hours”. */
function patternOfInterval(words: string): string | undefined {
  if (words === 'hourly') return '0 * * * *'
  const [, count = '1', unit] = /^every (?:(\d{1,3}) )?(second|minute|hour)s?$/.exec(words) ?? []
  if (unit === undefined) return undefined
  const every = Number(count)
  if (unit === 'second' || (unit === 'minute' && every < 5)) throw tooOften(`“${words}”`)
  const even = unit === 'minute' ? EVEN_MINUTES : EVEN_HOURS
  if (unit === 'minute' && every === 60) return '0 * * * *'
  if (!even.includes(every)) {
    throw badUsage(
      `“${words}” does not divide ${unit === 'minute' ? 'an hour' : 'a day'} evenly.`,
      `Take ${even.join(', ')}.`,
    )
  }
  if (unit === 'minute') return `*/${every} * * * *`
  return every === 1 ? '0 * * * *' : `0 */${every} * * *`
}

/** A rule that comes so often leaves no time for what it saves, and asks the service for the same all the time. */
export function tooOften(rule: string): Error {
  return badUsage(
    `${rule} comes more often than every 5 minutes, which a schedule must not.`,
    'Take longer between two runs; rules of the inbox save what has just changed.',
  )
}

/** Day of month and day of week of a pattern. */
function daysOf(when: string): [day: string, weekday: string] | undefined {
  const ofMonth = daysOfMonth(when)
  if (ofMonth !== undefined) return [ofMonth, '*']
  const named = when.replace(/^(?:on|every|each) /, '')
  const known = DAY_WORDS[named]
  if (known !== undefined) return ['*', known]
  const [, first = '', last = ''] = /^(\w+) (?:to|through|-) (\w+)$/.exec(named) ?? []
  const [from, to] = [dayNumber(first), dayNumber(last)]
  if (from !== undefined && to !== undefined) return ['*', range(from, to).join(',')]
  const days = named.split(/ (?:and |& )?/).map(dayNumber)
  return days.includes(undefined) ? undefined : ['*', [...new Set(days)].join(',')]
}

/** “on the 1st and 15th of every month”, “on the last day of every month”, “every month on the 1st”. */
function daysOfMonth(when: string): string | undefined {
  const match =
    /^(?:on )?the (.+?)(?: day)? of (?:every|each|the) month$/.exec(when) ??
    /^(?:every month|each month|monthly) on the (.+?)(?: day)?$/.exec(when)
  if (match === null) return undefined
  const days = (match[1] ?? '').split(/ (?:and )?/).map(dayOfMonth)
  return days.includes(undefined) ? undefined : days.join(',')
}

function dayOfMonth(word: string): string | undefined {
  if (word === 'last') return 'L'
  if (word === 'first') return '1'
  const day = Number(/^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word)?.[1])
  return day >= 1 && day <= 31 ? String(day) : undefined
}

function dayNumber(word: string): number | undefined {
  const singular = word.length > 3 ? word.replace(/s$/, '') : word
  const index = DAYS.findIndex((day) => day === singular || (singular.length >= 3 && day.startsWith(singular)))
  return index === -1 ? undefined : index
}

/** From one weekday to another, over the end of the week where it has to be. */
function range(from: number, to: number): number[] {
  const length = ((to - from + 7) % 7) + 1
  return Array.from({ length }, (_, step) => (from + step) % 7)
}

/** Minute and hours of a pattern; one for each minute. */
function patternsOfTimes(words: string, text: string): string[] {
  const joined = words.replaceAll(/ (am|pm)\b/g, '$1')
  const times = joined.split(/ (?:and )?/).map((word) => timeOf(word) ?? refuse(text))
  const byMinute = Map.groupBy(times, ({ minute }) => minute)
  return [...byMinute].map(([minute, same]) => {
    const hours = [...new Set(same.map(({ hour }) => hour))].toSorted((one, other) => one - other)
    return `${minute} ${hours.join(',')}`
  })
}

function timeOf(word: string): { hour: number; minute: number } | undefined {
  if (word === 'noon') return { hour: 12, minute: 0 }
  if (word === 'midnight') return { hour: 0, minute: 0 }
  const [, hourText, minuteText = '0', half] = TIME.exec(word) ?? []
  const [given, minute] = [Number(hourText), Number(minuteText)]
  if (minute > 59 || Number.isNaN(given) || given > 23) return undefined
  if (half === undefined) return { hour: given, minute }
  if (given < 1 || given > 12) return undefined
  return { hour: (given % 12) + (half === 'pm' ? 12 : 0), minute }
}

function refuse(text: string): never {
  throw badUsage(`The times “${text}” are not understood.`, RULE_EXAMPLES)
}
