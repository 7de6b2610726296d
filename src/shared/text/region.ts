import { type PlainDate, twoDigits } from './dates.ts'
import { formatBytes } from './format.ts'

/** How dates are written: with the month’s name, in digits as the region writes them, or as ISO 8601 does. */
export type DateForm = 'name' | 'digits' | 'iso'

export interface RegionChoice {
  /** A BCP 47 tag such as `de-DE`. */
  readonly region: string
  readonly dates: DateForm
}

export interface TimeOfDay {
  readonly hour: number
  readonly minute: number
  readonly second?: number
}

/**
 * Numbers, dates and order as a region writes them. Words stay English: a month’s name, because 03/04 is read in two ways,
 * and because the rest of the sentence is English. Digits are always 0 to 9, and the calendar is Gregorian, as in the documents.
 */
export interface RegionFormats {
  number(value: number): string
  /** A number of any size and exactness, written with a point: `12500.50`. */
  decimal(text: string): string
  /** `1.5 MB`; `1,5 MB` where a comma is the decimal sign. */
  bytes(bytes: number): string
  /** A calendar day, in no time zone. */
  day(day: PlainDate): string
  /** The same without its year, where that is clear; as ISO 8601 with it. */
  dayOfYear(day: PlainDate): string
  time(time: TimeOfDay): string
  /** The order of names: letters as the region sorts them, numbers by size; case and accents make no difference, but letters of the region do. */
  compare(one: string, other: string): number
  /** On which the working week begins, after the region’s weekend: 0 is Sunday, as `Date` counts. */
  readonly firstWorkday: number
}

/** Regions without a known tag are written as in British English. */
const FALLBACK = 'en-GB'
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
/** Arabic and Hebrew dates contain direction marks, which would reorder an English line. */
const DIRECTION_MARKS = /[\u061C\u200E\u200F]/g

export function createRegionFormats({ region, dates }: RegionChoice): RegionFormats {
  const locale = knownLocale(region)
  const numbers = new Intl.NumberFormat(locale, { numberingSystem: 'latn' })
  const decimalSign = numbers.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
  return {
    number: (value) => numbers.format(value),
    decimal: (text) => {
      const [whole = '0', decimals = ''] = text.split('.')
      return numbers.format(BigInt(whole)) + (decimals === '' ? '' : decimalSign + decimals)
    },
    bytes: (bytes) => formatBytes(bytes).replace('.', decimalSign),
    ...dayFormats(locale, dates),
    time: timeFormat(locale),
    compare,
    firstWorkday: firstWorkdayOf(locale),
  }
}

/** The tag, or British English where this computer does not know it: a setting may come from another computer. */
function knownLocale(region: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([region])[0] ?? FALLBACK
  } catch {
    return FALLBACK
  }
}

function dayFormats(locale: string, form: DateForm): Pick<RegionFormats, 'day' | 'dayOfYear'> {
  if (form === 'iso') return { day: isoDay, dayOfYear: isoDay }
  const [day, dayOfYear] = [digitsFormat(locale, true), digitsFormat(locale, false)]
  if (form === 'digits') return { day: textWith(day), dayOfYear: textWith(dayOfYear) }
  const order = (format: Intl.DateTimeFormat): ((date: PlainDate) => string) => {
    const [first = namedDay, ...others] = format.formatToParts(0).flatMap(({ type }) => NAMED_PARTS[type] ?? [])
    // “Mar 04, 2026”, but “04 Mar 2026”; without `join`, because this is read of each of 100,000 rows
    const isMonthFirst = first === NAMED_PARTS.month
    return (date) =>
      others.reduce((text, part, at) => `${text}${isMonthFirst && at === 1 ? ',' : ''} ${part(date)}`, first(date))
  }
  return { day: order(day), dayOfYear: order(dayOfYear) }
}

function digitsFormat(locale: string, hasYear: boolean): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, {
    calendar: 'gregory',
    numberingSystem: 'latn',
    timeZone: 'UTC',
    month: '2-digit',
    day: '2-digit',
    ...(hasYear ? { year: 'numeric' } : {}),
  })
}

function textWith(format: Intl.DateTimeFormat): (date: PlainDate) => string {
  return ({ year, month, day }) => format.format(Date.UTC(year, month - 1, day)).replaceAll(DIRECTION_MARKS, '')
}

const namedDay = ({ day }: PlainDate): string => twoDigits(day)
const NAMED_PARTS: Partial<Record<Intl.DateTimeFormatPartTypes, (date: PlainDate) => string>> = {
  day: namedDay,
  month: ({ month }) => MONTHS[month - 1] ?? '',
  year: ({ year }) => String(year),
}

function isoDay({ year, month, day }: PlainDate): string {
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
}

/** “14:05”, or “2:05 pm” where the day has twice twelve hours. */
function timeFormat(locale: string): RegionFormats['time'] {
  const isHalved = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true
  return ({ hour, minute, second }) => {
    const rest = [minute, ...(second === undefined ? [] : [second])].map((part) => `:${twoDigits(part)}`).join('')
    if (!isHalved) return `${twoDigits(hour)}${rest}`
    return `${hour % 12 === 0 ? 12 : hour % 12}${rest} ${hour < 12 ? 'am' : 'pm'}`
  }
}

const MONDAY = 1

function firstWorkdayOf(locale: string): number {
  const weekend = new Set(weekendOf(locale).map((day) => day % 7))
  return [...weekend].map((day) => (day + 1) % 7).find((day) => !weekend.has(day)) ?? MONDAY
}

/** From 1, Monday, to 7, Sunday; empty where this computer does not know. TypeScript does not know of it yet. */
function weekendOf(locale: string): readonly number[] {
  const described = new Intl.Locale(locale)
  const read: unknown = Reflect.get(described, 'getWeekInfo')
  const info: unknown = typeof read === 'function' ? Reflect.apply(read, described, []) : undefined
  const weekend: unknown = typeof info === 'object' && info !== null ? Reflect.get(info, 'weekend') : undefined
  return Array.isArray(weekend) ? weekend.filter((day) => typeof day === 'number') : []
}
