import { type ListedEntry, SCHEDULE_ACTIONS } from '../../../../shared/model/feed-entry.ts'
import { foldState } from '../../../../shared/text/fold-state.ts'
import type { StoredAlertRule } from '../../../../engine/feed/feed-settings.ts'

/**
 * Whether a notification is shown for an entry: the first rule that matches decides; an entry that matches none is shown.
 * Outdated messages (T42) and entries without a set are never shown; of schedules, those that failed always are.
 */
export function shouldAlert(entry: ListedEntry, rules: readonly StoredAlertRule[]): boolean {
  if (entry.source === 'schedule') return entry.action === SCHEDULE_ACTIONS.failed
  if (!entry.isReadable || entry.isOutdated || entry.setId === null) return false
  return rules.find((rule) => matches(rule, entry))?.isShown ?? true
}

/** Whether any rule compares references: only then are missing ones looked up. */
export function needsReference(rules: readonly StoredAlertRule[]): boolean {
  return rules.some(({ reference }) => reference.trim() !== '')
}

function matches({ customers, states, kinds, reference }: StoredAlertRule, entry: ListedEntry): boolean {
  const { customerId, state, source, parcelReference, shipmentRef } = entry
  if (customers.length > 0 && (customerId === null || !customers.includes(customerId))) return false
  if (states.length > 0 && !states.some((one) => foldState(one) === state)) return false
  if (kinds.length > 0 && !kinds.some((kind) => kind === source)) return false
  if (reference.trim() === '') return true
  const pattern = fold(reference)
  return [parcelReference, shipmentRef].some((text) => text !== null && matchesPattern(fold(text), pattern))
}

function fold(text: string): string {
  return text.normalize('NFC').trim().toLowerCase()
}

/** `*` stands for any text. Not a regular expression: one with many stars can take for ever. */
function matchesPattern(text: string, pattern: string): boolean {
  const [first = '', ...others] = pattern.split('*')
  const last = others.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of others) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}

/** From one time of day to another, such as “22:00”, by the wall clock; across midnight where `to` is earlier. */
export interface QuietHours {
  from: string
  to: string
}

/** What a clock repeats at the end of summer time. */
const REPEATED_MS = 3_600_000

/** When the quiet hours that contain `now` end; undefined outside them. Equal times mean no quiet hours. */
export function quietEndsAt(quiet: QuietHours | null, now: Date): Date | undefined {
  if (quiet === null) return undefined
  const time = `${twoDigits(now.getHours())}:${twoDigits(now.getMinutes())}`
  const { from, to } = quiet
  const isQuiet = from <= to ? from <= time && time < to : from <= time || time < to
  if (!isQuiet) return undefined
  const [hours, minutes] = [Number(to.slice(0, 2)), Number(to.slice(3))]
  const isTomorrow = time >= to
  // By the calendar, not by adding hours: a day on which the clocks change has 23 or 25 of them.
  const end = new Date(now.getFullYear(), now.getMonth(), now.getDate() + (isTomorrow ? 1 : 0), hours, minutes)
  // A time of the hour that comes twice is that of the first; it is over in the second.
  return end > now ? end : new Date(end.getTime() + REPEATED_MS)
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
