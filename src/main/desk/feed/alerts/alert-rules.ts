import type { z } from 'zod'
import type { alertRule } from '../../../../shared/contract/feeds-contract.ts'
import type { ListedEntry } from '../../../../shared/model/feed-entry.ts'
import { foldState } from '../../../../shared/text/fold-state.ts'

export type AlertRule = z.output<typeof alertRule>

/**
 * Whether a notification is shown for an entry: the first rule that fits decides, and what fits none is shown. Never for a
 * message that tells of an older time (T42), nor for what says nothing of a set.
 */
export function shouldAlert(entry: ListedEntry, rules: readonly AlertRule[]): boolean {
  if (!entry.isReadable || entry.isOutdated || entry.setId === null) return false
  return rules.find((rule) => matches(rule, entry))?.isShown ?? true
}

/** Whether a shipment reference would make a difference: it is looked up only then. */
export function needsReference(rules: readonly AlertRule[]): boolean {
  return rules.some(({ reference }) => reference.trim() !== '')
}

function matches({ customers, states, kinds, reference }: AlertRule, entry: ListedEntry): boolean {
  const { customerId, state, source, parcelReference, shipmentRef } = entry
  if (customers.length > 0 && (customerId === null || !customers.includes(customerId))) return false
  if (states.length > 0 && !states.some((one) => foldState(one) === state)) return false
  if (kinds.length > 0 && !kinds.includes(source)) return false
  if (reference.trim() === '') return true
  const wanted = fold(reference)
  return [parcelReference, shipmentRef].some((text) => text !== null && matchesPattern(fold(text), wanted))
}

function fold(text: string): string {
  return text.normalize('NFC').trim().toLowerCase()
}

/** `*` stands for any text. By hand: a regular expression of many stars can take for ever. */
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

/** From one time of the day to another, “22:00”, as the clock on the wall shows it; over midnight where `to` is earlier. */
export interface QuietHours {
  from: string
  to: string
}

/** When the quiet hours end that `now` is in; undefined outside of them. Equal times are no quiet hours. */
export function quietEndsAt(quiet: QuietHours | null, now: Date): Date | undefined {
  if (quiet === null) return undefined
  const time = `${twoDigits(now.getHours())}:${twoDigits(now.getMinutes())}`
  const { from, to } = quiet
  const isQuiet = from <= to ? from <= time && time < to : from <= time || time < to
  if (!isQuiet) return undefined
  const [hours, minutes] = [Number(to.slice(0, 2)), Number(to.slice(3))]
  const isTomorrow = time >= to
  // By the calendar, not by adding hours: a day on which the clocks change has 23 or 25.
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + (isTomorrow ? 1 : 0), hours, minutes)
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
