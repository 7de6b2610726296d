import { describe, expect, it } from 'vitest'
import { dayRows } from '../../../../src/renderer/inbox/list/day-rows.ts'
import type { InboxEntry } from '../../../../src/renderer/parcel/entry-words.ts'
import { sampleEntry } from './sample-entry.ts'

const NOW = new Date(2026, 10, 20, 15, 0)
const at = (day: number, hour: number): string => new Date(2026, 10, day, hour).toISOString()

function entriesSeen(...times: readonly string[]): InboxEntry[] {
  return times.map((seenAt, index) => sampleEntry({ entryId: times.length - index, seenAt }))
}

/** The rows from top to bottom: titles, and places of entries. */
function shown(entries: readonly InboxEntry[]): (string | number)[] {
  const rows = dayRows(entries, NOW)
  return Array.from({ length: rows.count }, (_, position) => {
    const row = rows.rowAt(position)
    if (row === undefined) return 'nothing'
    return row.kind === 'heading' ? rows.titleOf(row.group) : row.place
  })
}

describe('the rows of the inbox', () => {
  it('stand under their days, newest first', () => {
    const entries = entriesSeen(at(20, 14), at(20, 0), at(19, 23), at(16, 8))
    expect(shown(entries)).toEqual(['Today', 0, 1, 'Yesterday', 2, 'Mon 16 Nov 2026', 3])
    const rows = dayRows(entries, NOW)
    expect([0, 1, 2, 3].map((place) => rows.positionOf(place))).toEqual([1, 2, 4, 6])
    expect(rows.rowAt(rows.count)).toBeUndefined()
  })

  it('show no day twice, although a clock that was put back brings older entries between newer ones', () => {
    const entries = entriesSeen(at(20, 9), at(19, 9), at(20, 8), at(18, 9))
    expect(shown(entries)).toEqual(['Today', 0, 'Yesterday', 1, 2, 'Wed 18 Nov 2026', 3])
    const rows = dayRows(entries, NOW)
    expect(entries.map((entry, place) => rows.isOfDay(entry, place === 0 ? 0 : place === 3 ? 2 : 1))).toEqual([
      true,
      true,
      false,
      true,
    ])
  })

  it('stand under the day on which they came back from a snooze', () => {
    const back = sampleEntry({ entryId: 2, seenAt: at(2, 9), returnedAt: at(20, 8) })
    expect(shown([back, ...entriesSeen(at(19, 9))])).toEqual(['Today', 0, 'Yesterday', 1])
    // Its time is that of what happened.
    expect(dayRows([back], NOW).isOfDay(back, 0)).toBe(false)
  })

  it('are none without entries, and survive a time that cannot be read', () => {
    expect(shown([])).toEqual([])
    expect(shown(entriesSeen(at(20, 9), 'never'))).toEqual(['Today', 0, 1])
    expect(shown(entriesSeen('never'))).toEqual(['Day unknown', 0])
  })

  it('are found at once among a hundred thousand', () => {
    const entries = entriesSeen(...Array.from({ length: 1_000 }, (_, index) => at(20, 0 - index)))
    const rows = dayRows(entries, NOW)
    for (let place = 0; place < entries.length; place += 7) {
      expect(rows.rowAt(rows.positionOf(place))).toMatchObject({ kind: 'item', place })
    }
  })
})
