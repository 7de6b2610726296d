import { badUsage } from '../../shared/errors/app-error.ts'

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const TIME = /^(\d{1,2})(?:[:.h](\d{2}))?(am|pm)?$/
/** Times that are none of a date or a count, wherever they stand. */
const CLEAR_TIME = /^(?:\d{1,2}[:.h]\d{2}(?:am|pm)?|\d{1,2}(?:am|pm)|noon|midnight)$/
const DAY_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    day: '*',
    days: '*',
    daily: '*',
    weekday: '1-5',
    weekdays: '1-5',
    workday: '1-5',
    workdays: '1-5',
    weekend: '0,6',
    weekends: '0,6',
  }),
)
/** What crontabs call the times that people need most. */
const NICKNAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '@hourly': '0 * * * *',
    hourly: '0 * * * *',
    '@daily': '0 0 * * *',
    '@midnight': '0 0 * * *',
    '@weekly': '0 0 * * 0',
    '@monthly': '0 0 1 * *',
    '@yearly': '0 0 1 1 *',
    '@annually': '0 0 1 1 *',
  }),
)
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth']
/** What divides an hour or a day evenly: any other number would jump at its end. */
const EVEN_MINUTES = [5, 10, 15, 20, 30]
const EVEN_HOURS = [1, 2, 3, 4, 6, 8, 12]

export const RULE_EXAMPLES =
  'Write it such as “every weekday at 07:30”, “every monday and thursday at 8:00, 16:00”, “on the 1st of every month at 06:00”, “on the first monday of every month at 8:00”, “every 2 hours”, or as five cron fields.'

/**
 * The cron patterns that words stand for: several where the times have different minutes. Fails with bad-usage where the words
 * are not understood.
 */
export function patternsOfWords(text: string): string[] {
  const words = plainWords(text)
  const known = NICKNAMES.get(words) ?? patternOfInterval(words)
  if (known !== undefined) return [known]
  if (SKIPS.test(words)) throw skipsSome(text)
  const { when, times } = splitTimes(words)
  const [day, weekday] = daysOf(when) ?? refuse(text)
  if (times.length === 0) {
    throw badUsage(`“${text}” names no time of day.`, `Write it as well, such as “${text} at 07:30”.`)
  }
  return patternsOfTimes(times, text).map((time) => `${time} ${day} * ${weekday}`)
}

/** In one spelling: “5:05 p.m.” is `5:05pm`, “Mon – Fri” and “Mon to Fri” are `mon-fri`, “0730” is `07:30`. */
function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s,;]+/g, ' ')
    .replaceAll(/ ?\b([ap])\.?m\b\.?/g, '$1m')
    .replaceAll(/ o['’]?clock\b/g, '')
    .replaceAll(/(?: ?[-–—] ?| (?:to|thru|through) )(?=[a-z])/g, '-')
    .replaceAll(/\b(\d{2})(\d{2})\b/g, '$1:$2')
    .replaceAll('&', 'and')
    .trim()
}

/** “every 15 minutes”, “every half hour”, “every 2 hours”. */
function patternOfInterval(words: string): string | undefined {
  const counted = words
    .replace(/^every (?:half (?:an )?|30-)hour$/, 'every 30 minutes')
    .replace(/^every quarter (?:of an )?hour$/, 'every 15 minutes')
    .replace(/^every other hour$/, 'every 2 hours')
  const [, count = '1', unit] = /^@?every (?:(\d{1,3}) ?)?(s|m|h)(?:ec|econd|in|inute|r|our)?s?$/.exec(counted) ?? []
  if (unit === undefined) return undefined
  const every = Number(count)
  if (unit === 's' || (unit === 'm' && every < 5)) throw tooOften(`“${words}”`)
  const even = unit === 'm' ? EVEN_MINUTES : EVEN_HOURS
  if (unit === 'm' && every === 60) return '0 * * * *'
  if (!even.includes(every)) {
    throw badUsage(
      `“${words}” does not divide ${unit === 'm' ? 'an hour' : 'a day'} evenly.`,
      `Take ${even.join(', ')}.`,
    )
  }
  if (unit === 'm') return `*/${every} * * * *`
  return every === 1 ? '0 * * * *' : `0 */${every} * * *`
}

/** A rule that comes so often leaves no time for what it saves, and asks the service for the same all the time. */
export function tooOften(rule: string): Error {
  return badUsage(
    `${rule} comes more often than every 5 minutes, which a schedule must not.`,
    'Take longer between two runs; rules of the inbox save what has just changed.',
  )
}

/** “every other week”, “every 2 days”, “fortnightly”; but “every second monday” is that of the month where it says so. */
const SKIPS =
  /\bfortnight|\bbi-?weekly\b|\b(?:every|each) (?:other|alternate|\d+ (?:day|week|month)s?\b|(?:second|third|fourth|2nd|3rd|4th) (?!.*\bmonth\b))/

function skipsSome(text: string): Error {
  return badUsage(
    `“${text}” leaves out days or weeks by counting, which a schedule cannot: its times are those of every day, week or month.`,
    'Take every week, for only what is new is saved; or days of the month, such as “on the 1st and 15th of every month at 06:00”.',
  )
}

/** The times stand after “at”, before or after the days, or alone. */
function splitTimes(words: string): { when: string; times: string[] } {
  const [when, times]: [string[], string[]] = [[], []]
  let isAfterAt = false
  for (const word of words
    .replaceAll(/(?:^| )@ ?/g, ' at ')
    .trim()
    .split(/ +/)) {
    if (word === 'at') isAfterAt = true
    else if (CLEAR_TIME.test(word) || (isAfterAt && TIME.test(word))) times.push(word)
    else if (word !== 'and' || times.length === 0) {
      isAfterAt = false
      when.push(word)
    }
  }
  return { when: when.join(' '), times }
}

type DayFields = [day: string, weekday: string]

/** Day of month and day of week of a pattern. No words stand for every day. */
function daysOf(when: string): DayFields | undefined {
  if (when === '') return ['*', '*']
  const ofMonth = daysOfMonth(when)
  if (ofMonth !== undefined) return ofMonth
  const days = when
    .replace(/^(?:(?:every|each) week|weekly) (?=on )/, '')
    .replace(/^on /, '')
    .replace(/^(?:every|each|all) /, '')
    .split(/ (?:and )?/)
    .map(weekdaysOf)
  if (days.includes(undefined)) return undefined
  return ['*', days.includes('*') ? '*' : [...new Set(days)].join(',')]
}

/** “weekdays”, “mondays”, “fri-mon”. */
function weekdaysOf(word: string): string | undefined {
  const known = DAY_WORDS.get(word)
  if (known !== undefined) return known
  const [first = '', last = first] = word.split('-')
  const [from, to] = [dayNumber(first), dayNumber(last)]
  return from === undefined || to === undefined ? undefined : range(from, to).join(',')
}

/** “on the 1st and 15th of every month”, “every month on the last day”, “on the first and third monday of the month”. */
function daysOfMonth(when: string): DayFields | undefined {
  const [, named] =
    /^(?:on )?(?:the |every |each )?(.+?) (?:(?:of|in) )?(?:every|each|the|a) month$/.exec(when) ??
    /^(?:(?:every|each) month|monthly) on (?:the )?(.+)$/.exec(when) ??
    /^(?:on the|on every|every|each|the) ((?:first|last|\d{1,2}(?:st|nd|rd|th)|second|third|fourth|fifth)\b.*)$/.exec(
      when,
    ) ??
    []
  if (named === undefined) return undefined
  const plain = named.replace(/ (?:working|business) days?$| workdays?$/, ' weekday')
  const [, ordinals = '', day = ''] = /^(.+?)(?: ([a-z]*days?|sun|mon|tue|wed|thu|fri|sat))?$/.exec(plain) ?? []
  const places = ordinals.split(/ (?:and )?(?:the )?/).map(placeOf)
  const mayBe = (allowed: readonly string[], fields: DayFields): DayFields | undefined =>
    places.every((place) => place !== undefined && allowed.includes(place)) ? fields : undefined
  const number = dayNumber(day)
  // The working day nearest to the 1st, within the month, is the first one.
  if (day === 'weekday') return mayBe(['1', 'L'], [places.map((place) => `${place}W`).join(','), '*'])
  if (number !== undefined)
    return mayBe(['1', '2', '3', '4', '5', 'L'], ['*', places.map((place) => `${number}#${place}`).join(',')])
  return places.includes(undefined) ? undefined : [places.join(','), '*']
}

/** `L` for the last, else a number. */
function placeOf(word: string): string | undefined {
  if (word === 'last') return 'L'
  const named = ORDINALS.indexOf(word) + 1
  const place = named > 0 ? named : Number(/^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word)?.[1])
  return place >= 1 && place <= 31 ? String(place) : undefined
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
function patternsOfTimes(words: readonly string[], text: string): string[] {
  const times = words.map((word) => timeOf(word) ?? refuse(text))
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
