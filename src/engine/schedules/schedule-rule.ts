import { Cron } from 'croner'
import { badUsage } from '../../shared/errors/app-error.ts'
import { patternsOfWords, RULE_EXAMPLES, tooOften } from './rule-words.ts'

/** Longer than any rule that somebody means; a list of half a million numbers would take the parser a fifth of a second. */
const MAX_CHARS = 200
const MIN_GAP_MS = 5 * 60_000
/** Enough to pass the end of an hour, a day and a week of any rule that comes often. */
const LOOKED_AT = 100
const MAX_YEARS_AHEAD = 8
/** `?` is what other systems write for any day. */
const CRON_FIELDS = /^[\d*][\d*,/-]*(?: [\d*?,/#+a-zA-Z-]+){4,6}$/

/** When something runs: cron patterns of five fields, and the time zone whose clock they are read on. */
export interface ScheduleRule {
  /** As it was written. */
  readonly text: string
  readonly patterns: readonly string[]
  readonly timeZone: string
}

/** Of this computer. */
export function localTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/**
 * Reads words or five cron fields. Fails with bad-usage where they are not understood, never come, or come more often than
 * every five minutes.
 */
export function parseRule(written: string, timeZone: string, now: Date): ScheduleRule {
  const rule = readRule(written, timeZone)
  requireSensible(rule, now)
  return rule
}

/** The same without looking at its times, for a rule that was accepted before. */
export function readRule(written: string, timeZone: string): ScheduleRule {
  const text = written.trim().replaceAll(/\s+/g, ' ')
  if (text === '') throw badUsage('A schedule needs times.', RULE_EXAMPLES)
  if (text.length > MAX_CHARS)
    throw badUsage(`The times have ${text.length} characters; ${MAX_CHARS} are allowed.`, RULE_EXAMPLES)
  requireTimeZone(timeZone)
  return { text, patterns: CRON_FIELDS.test(text) ? [cronPattern(text)] : patternsOfWords(text), timeZone }
}

/** The times that a rule comes, the first strictly after `after`. */
export function nextTimes({ patterns, timeZone }: ScheduleRule, after: Date, count: number): Date[] {
  const all = patterns.flatMap((pattern) => createCron(pattern, timeZone).nextRuns(count, after))
  const instants = new Set(all.map((time) => time.getTime()))
  return [...instants]
    .toSorted((one, other) => one - other)
    .slice(0, count)
    .map((instant) => new Date(instant))
}

/**
 * A time that the clock leaves out when summer begins comes right after the gap, and one that occurs twice when it ends comes
 * the first time only; a rule for every hour comes every hour.
 */
function createCron(pattern: string, timezone: string): Cron {
  return new Cron(pattern, { timezone, mode: '5-part', fixedTimeRule: 'no-wildcard' })
}

function cronPattern(text: string): string {
  const fields = text.split(' ').length
  if (fields > 5) throw badUsage(`“${text}” has ${fields} fields; a schedule has five, and no seconds.`, RULE_EXAMPLES)
  try {
    createCron(text, 'UTC')
    return text
  } catch {
    throw badUsage(`“${text}” is not a valid pattern of five cron fields.`, RULE_EXAMPLES)
  }
}

function requireTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone }).format()
  } catch {
    throw badUsage(
      `The time zone “${timeZone}” is not known.`,
      'It is a name such as Europe/Berlin or America/New_York.',
    )
  }
}

function requireSensible(rule: ScheduleRule, now: Date): void {
  const times = nextTimes(rule, now, LOOKED_AT)
  const [first] = times
  if (first === undefined) {
    throw badUsage(`“${rule.text}” never comes: no month that it names has such a day.`, 'Change its day or its month.')
  }
  if (first.getUTCFullYear() - now.getUTCFullYear() > MAX_YEARS_AHEAD) {
    throw badUsage(`“${rule.text}” first comes in ${first.getUTCFullYear()}.`, 'Change its day or its month.')
  }
  const isTooOften = times.some(
    (time, index) => index > 0 && time.getTime() - (times[index - 1]?.getTime() ?? 0) < MIN_GAP_MS,
  )
  if (isTooOften) throw tooOften(`“${rule.text}”`)
}
