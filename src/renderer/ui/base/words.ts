import { visibleText } from '../../../shared/text/plain-text.ts'

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const DAY = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short' })
const FULL_DAY = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric' })
const EXACT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })

const TO_THE_MINUTE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

const NO_MOMENT = '–'

/** “14:05” today, “03 Mar 14:05” this year, “03 Mar 2025” before, on this computer’s clock. “–” if it is not a time. */
export function shortMoment(iso: string, now = new Date()): string {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return NO_MOMENT
  if (moment.toDateString() === now.toDateString()) return TIME.format(moment)
  if (moment.getFullYear() === now.getFullYear()) return `${DAY.format(moment)} ${TIME.format(moment)}`
  return FULL_DAY.format(moment)
}

/** “3 Mar 2026, 14:05:09” on this computer’s clock; “–” if it is not a time. */
export function exactMoment(iso: string): string {
  const moment = new Date(iso)
  return Number.isNaN(moment.getTime()) ? NO_MOMENT : EXACT.format(moment)
}

/** “21 Nov 2026, 14:05” on this computer’s clock; unreadable text as it is. */
export function timeText(iso: string): string {
  const moment = new Date(iso)
  return Number.isNaN(moment.getTime()) ? iso : TO_THE_MINUTE.format(moment)
}

/** A number with its noun, with thousands separators: `1 document`, `1,240 documents`. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`
}

/** A name from outside for a heading, a tooltip or a screen reader; `nameless` if it is blank. */
export function displayName(name: string | null, nameless = 'No name'): string {
  const visible = visibleText(name ?? '').trim()
  return visible === '' ? nameless : visible
}
