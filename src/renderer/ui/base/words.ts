import { createStore } from 'zustand/vanilla'
import type { PlainDate, ServiceTime } from '../../../shared/text/dates.ts'
import { isolated, visibleText } from '../../../shared/text/plain-text.ts'
import { createRegionFormats, type RegionChoice, type RegionFormats } from '../../../shared/text/region.ts'

const NO_MOMENT = '–'

/** For files that other programs read: the same in every region. */
export const FILE_FORMATS: RegionFormats = createRegionFormats({ region: 'en-GB', dates: 'name' })

/** How this region writes; `useRegion` draws what is on the screen again when it changes. */
export const regionStore = createStore<RegionFormats>(() => FILE_FORMATS)

/** Writes numbers and dates as this region does from now on. */
export function setRegion(choice: RegionChoice): void {
  regionStore.setState(createRegionFormats(choice), true)
}

function formats(): RegionFormats {
  return regionStore.getState()
}

/** Different texts that a column remembers: enough for its days, states and quantities. */
const MAX_REMEMBERED = 10_000

/** What is made of a text, made once while the region stays: 100,000 rows have few different days, states and quantities. */
export function remembered<Made extends string | number | null>(make: (text: string) => Made): (text: string) => Made {
  const made = new Map<string, Made>()
  let madeFor = formats()
  return (text) => {
    if (madeFor !== formats() || made.size >= MAX_REMEMBERED) {
      made.clear()
      madeFor = formats()
    }
    const known = made.get(text)
    if (known !== undefined) return known
    const fresh = make(text)
    made.set(text, fresh)
    return fresh
  }
}

/** “1,240”, as the region writes it. */
export function numberText(value: number): string {
  return formats().number(value)
}

/** “12,500.50”, of a number written as `12500.50`, exactly. */
export function decimalText(text: string): string {
  return formats().decimal(text)
}

/** “1.5 MB”, with the decimal sign of the region. */
export function sizeText(bytes: number): string {
  return formats().bytes(bytes)
}

/** The order of names in the region, numbers by size. */
export function compareNames(one: string, other: string): number {
  return formats().compare(one, other)
}

/** “03 Mar 2026”: a day of a document, in no time zone. */
export function plainDayText(day: PlainDate): string {
  return formats().day(day)
}

/** “03 Mar 2026 14:05” on the service’s clock, whose zone is unknown (T16). */
export function serviceTimeText(time: ServiceTime): string {
  return `${formats().day(time)} ${formats().time(time)}`
}

/** “14:05” today, “03 Mar 14:05” this year, “03 Mar 2025” before, on this computer’s clock. “–” if it is not a time. */
export function shortMoment(iso: string, now = new Date()): string {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return NO_MOMENT
  if (moment.toDateString() === now.toDateString()) return formats().time(timeOf(moment))
  if (moment.getFullYear() !== now.getFullYear()) return formats().day(dayOf(moment))
  return `${formats().dayOfYear(dayOf(moment))} ${formats().time(timeOf(moment))}`
}

/** “14:05” on this computer’s clock; “–” if it is not a time. */
export function timeOfDay(iso: string): string {
  const moment = new Date(iso)
  return Number.isNaN(moment.getTime()) ? NO_MOMENT : formats().time(timeOf(moment))
}

/** “03 Mar 2026, 14:05:09” on this computer’s clock; “–” if it is not a time. */
export function exactMoment(iso: string): string {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return NO_MOMENT
  return `${formats().day(dayOf(moment))}, ${formats().time({ ...timeOf(moment), second: moment.getSeconds() })}`
}

/** “21 Nov 2026, 14:05” on this computer’s clock; unreadable text as it is. */
export function timeText(iso: string): string {
  const moment = new Date(iso)
  return Number.isNaN(moment.getTime()) ? iso : `${dayText(iso)}, ${formats().time(timeOf(moment))}`
}

/** “21 Nov 2026” on this computer’s clock; unreadable text as it is. */
export function dayText(iso: string): string {
  const moment = new Date(iso)
  return Number.isNaN(moment.getTime()) ? iso : formats().day(dayOf(moment))
}

/** On which the working week of the region begins: 0 is Sunday. */
export function firstWorkday(): number {
  return formats().firstWorkday
}

const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short' })

/** “Sat 21 Nov 2026” on this computer’s clock; unreadable text as it is. */
export function weekdayText(iso: string): string {
  const moment = new Date(iso)
  return Number.isNaN(moment.getTime()) ? iso : `${WEEKDAY.format(moment)} ${dayText(iso)}`
}

/** “Sat 21 Nov 2026, 07:30” on the clock of a time zone; null: on this computer’s. */
export function appointmentText(iso: string, timeZone: string | null): string {
  const moment = new Date(iso)
  const zone = timeZone === null ? {} : { timeZone }
  // Sweden writes “2026-11-21 07:30”.
  const written = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', ...zone }).format(moment)
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = (written.match(/\d+/g) ?? []).map(Number)
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', ...zone }).format(moment)
  return `${weekday} ${formats().day({ year, month, day })}, ${formats().time({ hour, minute })}`
}

function dayOf(moment: Date): PlainDate {
  return { year: moment.getFullYear(), month: moment.getMonth() + 1, day: moment.getDate() }
}

function timeOf(moment: Date): { hour: number; minute: number } {
  return { hour: moment.getHours(), minute: moment.getMinutes() }
}

/** A number with its noun, with thousands separators: `1 document`, `1,240 documents`. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${numberText(count)} ${count === 1 ? noun : plural}`
}

/** A name from outside for a heading, a tooltip or a screen reader; `nameless` if it is blank. */
export function displayName(name: string | null, nameless = 'No name'): string {
  const visible = visibleText(name ?? '').trim()
  return visible === '' ? nameless : isolated(visible)
}
