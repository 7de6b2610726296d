import { describe, expect, it } from 'vitest'
import { clickRow, pointForMenu } from '../../../../src/renderer/grid/events/use-grid-events.ts'
import { TICK_COLUMN } from '../../../../src/renderer/grid/store/grid-state.ts'
import { sampleGrid, selectedIds } from './sample-grid.ts'

const click = { columnId: 'port', isShift: false, isCtrl: false } as const

describe('selecting rows of a grid', () => {
  it('makes a row current by a click, which leaves ticks alone; ticks by the box and with Ctrl', () => {
    const grid = sampleGrid()
    clickRow(grid, { ...click, rowId: 'a', columnId: TICK_COLUMN })
    clickRow(grid, { ...click, rowId: 'c', isCtrl: true })
    clickRow(grid, { ...click, rowId: 'e' })
    expect({ ticked: selectedIds(grid), current: grid.actions.currentRow()?.id }).toEqual({
      ticked: 'ac',
      current: 'e',
    })
    clickRow(grid, { ...click, rowId: 'c', isCtrl: true })
    expect(selectedIds(grid)).toBe('a')
  })

  it('ticks from the row clicked last to this one with Shift, in either direction and displayed order', () => {
    const grid = sampleGrid()
    grid.actions.sortBy('reference', false)
    clickRow(grid, { ...click, rowId: 'b' })
    clickRow(grid, { ...click, rowId: 'd', isShift: true })
    expect(selectedIds(grid)).toBe('bde')
    clickRow(grid, { ...click, rowId: 'c', isShift: true })
    expect(selectedIds(grid)).toBe('abc')
  })

  it('adds a range to the ticks, and takes none of them back when the range shrinks', () => {
    const grid = sampleGrid()
    clickRow(grid, { ...click, rowId: 'a', columnId: TICK_COLUMN })
    clickRow(grid, { ...click, rowId: 'd', columnId: TICK_COLUMN })
    clickRow(grid, { ...click, rowId: 'c' })
    clickRow(grid, { ...click, rowId: 'e', isShift: true })
    expect(selectedIds(grid)).toBe('acde')
    clickRow(grid, { ...click, rowId: 'c', isShift: true })
    expect(selectedIds(grid)).toBe('acd')
  })

  it('survives sorting and filtering, and says how many of the selected the filter hides', () => {
    const grid = sampleGrid()
    grid.actions.selectAllShown()
    grid.actions.sortBy('port', false)
    grid.actions.setQuickFilter('santos')
    expect(grid.actions.selectionCounts()).toEqual({ selected: 5, hidden: 3, shown: 2, rows: 5 })
  })

  it('ticks and unticks only shown rows, and leaves hidden ones as they are', () => {
    const grid = sampleGrid()
    grid.actions.toggleRow('c')
    grid.actions.setQuickFilter('santos')
    grid.actions.toggleAllShown()
    expect(selectedIds(grid)).toBe('acd')
    grid.actions.toggleAllShown()
    expect(selectedIds(grid)).toBe('c')
  })

  it('drops removed rows from the selection when all rows are replaced', () => {
    const grid = sampleGrid()
    grid.actions.selectAllShown()
    grid.actions.setRows([{ id: 'b', reference: 'PR-9', port: null, tonnes: null }])
    expect(selectedIds(grid)).toBe('b')
    expect(grid.actions.selectionCounts()).toEqual({ selected: 1, hidden: 0, shown: 1, rows: 1 })
  })

  it('returns the selected rows in displayed order, followed by hidden ones', () => {
    const grid = sampleGrid()
    grid.actions.selectAllShown()
    grid.actions.toggleRow('b')
    grid.actions.sortBy('reference', false)
    grid.actions.setFacet('port', ['Santos'])
    expect(grid.actions.selectedRows().map(({ id }) => id)).toEqual(['d', 'a', 'c', 'e'])
  })

  it('opens a menu for all ticked rows on a ticked row, and for one row elsewhere, whose ticks stay', () => {
    const grid = sampleGrid()
    grid.actions.toggleRow('a')
    grid.actions.toggleRow('b')
    const chosen = (): string[] => grid.actions.chosenRows().map(({ id }) => id)
    pointForMenu(grid, 'a')
    expect(chosen()).toEqual(['a', 'b'])
    pointForMenu(grid, 'e')
    expect({ chosen: chosen(), ticked: selectedIds(grid) }).toEqual({ chosen: ['e'], ticked: 'ab' })
    grid.actions.pointAt(null)
    expect(chosen()).toEqual(['a', 'b'])
  })

  it('has commands act on the selected rows or, without a selection, on the current row', () => {
    const grid = sampleGrid()
    const chosen = (): string =>
      grid.actions
        .chosenRows()
        .map(({ id }) => id)
        .join('')
    expect(chosen()).toBe('')
    grid.actions.setFocus({ rowId: 'c', columnId: 'port' })
    expect(chosen()).toBe('c')
    grid.actions.toggleRow('d')
    grid.actions.toggleRow('a')
    expect(chosen()).toBe('ad')
  })
})
