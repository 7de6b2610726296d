import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { CellValue } from '../../../../src/renderer/grid/columns/grid-column.ts'
import { toTable, toTabSeparated } from '../../../../src/renderer/grid/store/write-rows.ts'
import { setColumns, type SetRow } from '../../../../src/renderer/set/set-columns.ts'
import { setRegion } from '../../../../src/renderer/ui/base/words.ts'
import { parcelSet } from '../../../support/parcel-sets.ts'

const columns = setColumns.filter(({ id }) => ['billOfLadingDate', 'modifiedDate'].includes(id))

describe('the dates of a set', () => {
  it.each([
    {
      set: { billOfLadingDate: '2026-03-04', modifiedDate: '3 March 2026, 14:05' },
      copied: '04.03.2026\t03.03.2026 14:05',
      exported: ['04 Mar 2026', '03 Mar 2026 14:05'],
    },
    {
      set: { billOfLadingDate: 'spring 2026', modifiedDate: 'yesterday' },
      copied: 'spring 2026\tyesterday',
      exported: ['spring 2026', 'yesterday'],
    },
  ])('are copied as the region writes them, but exported in one form: $copied', ({ set, copied, exported }) => {
    setRegion({ region: 'de-DE', dates: 'digits' })
    onTestFinished(() => setRegion({ region: 'en-GB', dates: 'name' }))
    const row: SetRow = { ...parcelSet(set), documents: null, savedDocuments: 0, changedDocuments: 0 }
    expect(toTabSeparated([row], columns)).toBe(`B/L date\tChanged\r\n${copied}`)
    expect(toTable([row], columns)[1]).toEqual(exported)
  })

  it('are written anew when the region changes', () => {
    const rows = ['2026-03-04', '2026-03-05'].map((billOfLadingDate) => {
      const set = parcelSet({ billOfLadingDate, modifiedDate: `${billOfLadingDate.at(-1)} March 2026, 14:05` })
      return { ...set, documents: null, savedDocuments: 0, changedDocuments: 0 }
    })
    const copied = (): string[] => toTabSeparated(rows, columns).split('\r\n').slice(1)
    expect(copied()).toEqual(['04 Mar 2026\t04 Mar 2026 14:05', '05 Mar 2026\t05 Mar 2026 14:05'])
    setRegion({ region: 'en-US', dates: 'name' })
    onTestFinished(() => setRegion({ region: 'en-GB', dates: 'name' }))
    expect(copied()).toEqual(['Mar 04, 2026\tMar 04, 2026 2:05 pm', 'Mar 05, 2026\tMar 05, 2026 2:05 pm'])
  })

  it('are chosen by how long ago a set changed, on the calendar, and a bill of lading by its month', () => {
    vi.useFakeTimers({ now: new Date(2026, 2, 3, 9, 0) })
    onTestFinished(() => void vi.useRealTimers())
    const dates = [
      '3 March 2026, 14:05',
      '3 March 2026, 00:00',
      '2 March 2026, 23:59',
      '1 March 2026, 00:00',
      '1 February 2026, 10:00',
      '1 January 2026, 10:00',
      'soon',
    ]
    const facets = (id: string, sets: readonly Parameters<typeof parcelSet>[0][]): CellValue[] => {
      const column = setColumns.find((one) => one.id === id)
      return sets.map(
        (set) =>
          column?.facet?.({ ...parcelSet(set), documents: null, savedDocuments: 0, changedDocuments: 0 }) ?? null,
      )
    }
    expect(
      facets(
        'modifiedDate',
        dates.map((modifiedDate) => ({ modifiedDate })),
      ),
    ).toEqual(['Today', 'Today', 'Yesterday', 'In the last 7 days', 'In the last 30 days', 'Earlier', null])
    expect(facets('billOfLadingDate', [{ billOfLadingDate: '2026-03-04' }, { billOfLadingDate: 'spring' }])).toEqual([
      '2026-03',
      null,
    ])
  })
})
