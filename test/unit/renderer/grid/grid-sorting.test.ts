import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { SortRule } from '../../../../src/renderer/grid/columns/grid-column.ts'
import { setRegion } from '../../../../src/renderer/ui/base/words.ts'
import { sampleColumns, sampleGrid, type SampleRow, sampleRows, shownIds } from './sample-grid.ts'

describe('sorting a grid', () => {
  it('cycles from ascending to descending to loading order', () => {
    const grid = sampleGrid()
    const seen = ['', '', ''].map(() => {
      grid.actions.sortBy('reference', false)
      return shownIds(grid)
    })
    expect(seen).toEqual(['debac', 'cabed', 'abcde'])
  })

  it('sorts numbers in references by size, because everyone expects PR-9 before PR-10', () => {
    const grid = sampleGrid()
    grid.actions.sortBy('reference', false)
    expect(grid.actions.shownRows().map(({ reference }) => reference)).toEqual([
      'PR-1',
      'PR-2',
      'PR-9',
      'PR-10',
      'PR-100',
    ])
  })

  it('keeps unknown values last in either direction, because they are neither smallest nor largest', () => {
    const grid = sampleGrid()
    grid.actions.sortBy('tonnes', false)
    expect(shownIds(grid)).toBe('cadeb')
    grid.actions.sortBy('tonnes', false)
    expect(shownIds(grid)).toBe('eadcb')
  })

  it('leaves equal rows in loading order, also when descending', () => {
    const grid = sampleGrid()
    grid.actions.sortBy('port', false)
    expect(shownIds(grid)).toBe('beadc')
    grid.actions.sortBy('port', false)
    expect(shownIds(grid)).toBe('adbec')
  })

  it.each([
    ['en-GB', ['Ålesund', 'Hamburg', 'Zürich']],
    ['nb-NO', ['Hamburg', 'Zürich', 'Ålesund']],
    // By their pronunciation: Běijīng, Shànghǎi.
    ['zh-CN', ['北京', '上海', 'Aarhus']],
  ])('sorts names as the region %s does, also those that come later', (region, ports) => {
    setRegion({ region, dates: 'name' })
    onTestFinished(() => setRegion({ region: 'en-GB', dates: 'name' }))
    const rows = ports.map((port) => ({ id: port, reference: port, port, tonnes: null })).toReversed()
    const grid = sampleGrid(rows.slice(0, 1))
    grid.actions.sortBy('port', false)
    grid.actions.appendRows(rows.slice(1))
    expect(grid.actions.shownRows().map(({ port }) => port)).toEqual(ports)
  })

  it('sorts by a second column added with Shift', () => {
    const grid = sampleGrid()
    grid.actions.sortBy('port', false)
    grid.actions.sortBy('reference', true)
    expect(shownIds(grid)).toBe('ebdac')
  })

  it('sorts later rows in among the existing ones', () => {
    const grid = sampleGrid(sampleRows.slice(0, 3))
    grid.actions.sortBy('reference', false)
    grid.actions.appendRows(sampleRows.slice(3))
    expect(shownIds(grid)).toBe('debac')
  })

  it('moves a replaced row to the place of its new value', () => {
    const grid = sampleGrid()
    grid.actions.sortBy('reference', false)
    grid.actions.appendRows([{ id: 'd', reference: 'PR-50', port: null, tonnes: null }])
    expect(shownIds(grid)).toBe('ebadc')
  })

  it('treats NaN as unknown, because comparing with it would spoil the order of all others', () => {
    const grid = sampleGrid([
      { id: 'a', reference: '', port: null, tonnes: Number.NaN },
      { id: 'b', reference: '', port: null, tonnes: 2 },
      { id: 'c', reference: '', port: null, tonnes: 1 },
    ])
    grid.actions.sortBy('tonnes', false)
    expect(shownIds(grid)).toBe('cba')
  })

  it('agrees with a plain stable sort for any rows, rules and order of arrival', () => {
    const row = fc.record({
      reference: fc.constantFrom('A1', 'a2', 'B10', 'b9', 'Ø'),
      port: fc.option(fc.constantFrom('x', 'y', 'z')),
      tonnes: fc.option(fc.integer({ min: -3, max: 3 })),
    })
    const rule: fc.Arbitrary<SortRule> = fc.record({
      id: fc.constantFrom('port', 'tonnes'),
      direction: fc.constantFrom('ascending', 'descending'),
    })
    const rules = fc.uniqueArray(rule, { selector: ({ id }) => id })
    fc.assert(
      fc.property(fc.array(row), rules, fc.nat(), (bare, sort, cut) => {
        const rows = bare.map((fields, at) => ({ ...fields, id: `${at}` }))
        const grid = sampleGrid(rows.slice(0, cut), { columns: [], sort, groupBy: null })
        grid.actions.appendRows(rows.slice(cut))
        expect(grid.actions.shownRows()).toEqual(plainlySorted(rows, sort))
      }),
    )
  })
})

function plainlySorted(rows: readonly SampleRow[], sort: readonly SortRule[]): SampleRow[] {
  return rows.toSorted((a, b) => {
    for (const { id, direction } of sort) {
      const column = sampleColumns.find((one) => one.id === id)
      const [one, other] = [column?.value(a) ?? null, column?.value(b) ?? null]
      if (one === other) continue
      if (one === null || other === null) return one === null ? 1 : -1
      return (one < other ? -1 : 1) * (direction === 'ascending' ? 1 : -1)
    }
    return 0
  })
}
