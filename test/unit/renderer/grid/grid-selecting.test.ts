import { describe, expect, it } from 'vitest'
import { clickRow, tickForMenu } from '../../../../src/renderer/grid/events/use-grid-events.ts'
import { TICK_COLUMN } from '../../../../src/renderer/grid/store/grid-state.ts'
import { sampleGrid, selectedIds } from './sample-grid.ts'

const click = { columnId: 'port', isShift: false, isCtrl: false } as const

describe('selecting rows of a grid', () => {
  it('selects one row by a click, one more with Ctrl or by its tick', () => {
    const grid = sampleGrid()
    clickRow(grid, { ...click, rowId: 'a' })
    clickRow(grid, { ...click, rowId: 'c', isCtrl: true })
    clickRow(grid, { ...click, rowId: 'e', columnId: TICK_COLUMN })
    expect(selectedIds(grid)).toBe('ace')
    clickRow(grid, { ...click, rowId: 'c', isCtrl: true })
    expect(selectedIds(grid)).toBe('ae')
  })

  it('selects from the row clicked last to this one with Shift, in either direction and displayed order', () => {
    const grid = sampleGrid()
    grid.actions.sortBy('reference', false)
    clickRow(grid, { ...click, rowId: 'b' })
    clickRow(grid, { ...click, rowId: 'd', isShift: true })
    expect(selectedIds(grid)).toBe('bde')
    clickRow(grid, { ...click, rowId: 'c', isShift: true })
    expect(selectedIds(grid)).toBe('abc')
  })

  it('adds the range to the ticks with Shift on a tick, because ticks are collected', () => {
    const grid = sampleGrid()
    clickRow(grid, { ...click, rowId: 'a', columnId: TICK_COLUMN })
    clickRow(grid, { ...click, rowId: 'c', columnId: TICK_COLUMN })
    clickRow(grid, { ...click, rowId: 'e', columnId: TICK_COLUMN, isShift: true })
    expect(selectedIds(grid)).toBe('acde')
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

  it('restores many ticks that one click replaced', () => {
    const grid = sampleGrid()
    grid.actions.selectAllShown()
    clickRow(grid, { ...click, rowId: 'b' })
    expect(selectedIds(grid)).toBe('b')
    grid.actions.restoreSelection()
    expect(selectedIds(grid)).toBe('abcde')
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

  it('opens a menu for the whole selection on a selected row, and for one row elsewhere', () => {
    const grid = sampleGrid()
    grid.actions.toggleRow('a')
    grid.actions.toggleRow('b')
    tickForMenu(grid, 'a')
    expect(selectedIds(grid)).toBe('ab')
    tickForMenu(grid, 'e')
    expect(selectedIds(grid)).toBe('e')
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
