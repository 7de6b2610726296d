import { counted } from '../../shared/text/format.ts'
import { isDoubtful } from '../base/clock-tolerance.ts'
import type { Schedule, ScheduleDetails } from './schedule.ts'
import { localTimeZone, nextTimes, readRule, type ScheduleRule } from './schedule-rule.ts'

/** A timer may fire late by this much, and a computer that is busy by more; later than that a time was missed. */
const ON_TIME_MS = 5 * 60_000
const MAX_COUNTED = 100
/** Hardly any save takes as long: more likely the computer slept as well, which nobody is told. */
const LONG_HOLD_UP_MS = 4 * 3_600_000

/** A time that a schedule is to run for. */
export interface DueTime {
  at: Date
  /** How many times have passed unused; 0 where it is on time, was held up, and for another try. */
  missed: number
  /** Why it comes late although it was seen in time; null where it does not. */
  heldUpBy: string | null
  /** Another try of the last run, which failed or was interrupted. */
  isRetry: boolean
}

/** What keeps due schedules from running. */
export interface HoldUp {
  since: Date
  /** Ends a sentence. */
  why: string
}

/** The rule of a schedule. What cannot be read of it is refused where it is taken from the store. */
function ruleOf({ rule, timeZone }: ScheduleDetails): ScheduleRule {
  return readRule(rule, timeZone ?? localTimeZone())
}

/** The next times of a schedule that may run; none where it is paused or cannot be read. */
export function comingTimes(schedule: Schedule, now: Date, count: number): Date[] {
  if (schedule.details === null || schedule.isPaused) return []
  const rule = ruleOf(schedule.details)
  // A clock that was ahead is forgotten with the next look (`forgetFuture`).
  const isForgotten = isDoubtful(schedule.handledUntil, now.toISOString())
  const times = nextTimes(rule, isForgotten ? now : new Date(schedule.handledUntil), count)
  const isDue = times.some((time) => time <= now)
  return isDue ? [now, ...nextTimes(rule, now, count - 1)] : times
}

/** The time that it is to run for now; undefined where none has come. */
export function dueTime(schedule: Schedule, now: Date, holdUp?: HoldUp): DueTime | undefined {
  const { details, isPaused, retryAt } = schedule
  if (details === null || isPaused) return undefined
  const rule = ruleOf(details)
  const from = new Date(schedule.handledUntil)
  const [first] = nextTimes(rule, from, 1)
  if (first !== undefined && first <= now) {
    const due = { at: first, isRetry: false }
    if (isOnTime(first, now)) return { ...due, missed: 0, heldUpBy: null }
    if (holdUp !== undefined && isOnTime(first, holdUp.since))
      return { ...due, missed: 0, heldUpBy: heldUpText(holdUp, now) }
    const passed = nextTimes(rule, from, MAX_COUNTED).filter((time) => time <= now)
    return { ...due, missed: passed.length, heldUpBy: null }
  }
  const isRetried = retryAt !== null && retryAt <= now.toISOString()
  return isRetried ? { at: new Date(retryAt), missed: 0, heldUpBy: null, isRetry: true } : undefined
}

function isOnTime(due: Date, at: Date): boolean {
  return at.getTime() - due.getTime() <= ON_TIME_MS
}

function heldUpText({ since, why }: HoldUp, now: Date): string {
  return now.getTime() - since.getTime() < LONG_HOLD_UP_MS ? why : `${why} or the computer slept`
}

/** When the runner has to look at it again; undefined for never. */
export function nextLook(schedule: Schedule, now: Date): Date | undefined {
  const [coming] = comingTimes(schedule, now, 1)
  const retry = schedule.retryAt === null || schedule.isPaused ? undefined : new Date(schedule.retryAt)
  if (coming === undefined || retry === undefined) return coming ?? retry
  return coming < retry ? coming : retry
}

/** What is said of a run that comes late; empty where it does not. */
export function lateText({ at, missed, heldUpBy }: DueTime, timeZone: string | null): string {
  const when = timeText(at, timeZone)
  if (heldUpBy !== null) return `Due at ${when}, but ${heldUpBy}; run now instead. `
  if (missed === 0) return ''
  const why = 'Parcel Desk was not running or the computer slept'
  if (missed === 1) return `Missed at ${when}, because ${why}; run now instead. `
  const times = missed >= MAX_COUNTED ? `${MAX_COUNTED} times or more` : counted(missed, 'time')
  return `${times} were missed since ${when}, because ${why}; run once now instead. `
}

/** “Mon 23 Nov 2026, 07:30”, on the clock of the zone. */
export function timeText(at: Date, timeZone: string | null): string {
  const zone = timeZone ?? localTimeZone()
  const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const
  const time = { hour: '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat('en-GB', { ...day, ...time, timeZone: zone }).format(at)
}
