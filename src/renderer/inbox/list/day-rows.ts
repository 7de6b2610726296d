import type { InboxEntry } from '../../parcel/entry-words.ts'
import { weekdayText } from '../../ui/base/words.ts'
import { headedRows, type HeadedRows } from '../../ui/rows/headed-rows.ts'

/** The entries under the headings of their days. */
export interface DayRows extends HeadedRows {
  /** “Today”, “Yesterday”, “Fri 20 Nov 2026”. */
  titleOf(group: number): string
  /** Whether the shown time of an entry is of the day that it stands under. */
  isOfDay(entry: InboxEntry, group: number): boolean
}

/**
 * Groups by the day on which this desk was told, or on which a snooze ended. Where its clock was put back, entries are newer than
 * those above them: they stay under the heading above, so that no day comes twice.
 */
export function dayRows(entries: readonly InboxEntry[], now: Date): DayRows {
  const starts: number[] = []
  const days: Date[] = []
  // Compared as text: a date for each of a hundred thousand entries would take a tenth of a second.
  let dayBegins = ''
  entries.forEach((entry, place) => {
    const at = listedAt(entry)
    if (days.length > 0 && at >= dayBegins) return
    const day = dayOf(at)
    dayBegins = day.toISOString()
    starts.push(place)
    days.push(day)
  })
  return {
    ...headedRows(starts, entries.length),
    titleOf: (group) => titleOf(days[group] ?? new Date(0), now),
    isOfDay: (entry, group) => dayOf(shownAt(entry)).getTime() === days[group]?.getTime(),
  }
}

/** When the entry took its place in the list; ISO. */
function listedAt({ seenAt, returnedAt }: Pick<InboxEntry, 'seenAt' | 'returnedAt'>): string {
  return returnedAt ?? seenAt
}

/** When it happened: was sent or, where that is not known, seen. ISO. */
export function shownAt({ updatedAt, seenAt }: Pick<InboxEntry, 'updatedAt' | 'seenAt'>): string {
  return updatedAt ?? seenAt
}

/** The beginning of the day, on this computer’s clock. A time that cannot be read is older than any other. */
function dayOf(iso: string): Date {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return new Date(0)
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate())
}

function titleOf(day: Date, now: Date): string {
  // By the calendar: a day on which the clocks change has 23 or 25 hours.
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()]
  if (day.getTime() === new Date(year, month, date).getTime()) return 'Today'
  if (day.getTime() === new Date(year, month, date - 1).getTime()) return 'Yesterday'
  return day.getTime() === 0 ? 'Day unknown' : weekdayText(day.toISOString())
}
