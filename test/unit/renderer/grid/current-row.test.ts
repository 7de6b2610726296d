import { describe, expect, it } from 'vitest'
import { sampleGrid, sampleRows } from './sample-grid.ts'

const header = { rowId: null, columnId: 'port' }

describe('the current row of a grid', () => {
  it('stays when the focus goes to the header, and when a header sorts', () => {
    const grid = sampleGrid()
    grid.actions.setFocus({ rowId: 'c', columnId: 'port' })
    grid.actions.setFocus(header)
    grid.actions.sortBy('port', false)
    expect(grid.getState()).toMatchObject({ currentId: 'c', focus: header })
  })

  it('passes to the row in its place if a filter removes it, wherever the focus is', () => {
    const grid = sampleGrid()
    grid.actions.setFocus({ rowId: 'c', columnId: 'port' })
    grid.actions.setFocus(header)
    grid.actions.setQuickFilter('santos')
    expect(grid.getState()).toMatchObject({ currentId: 'd', focus: header })
  })

  it('is undefined when no rows are left', () => {
    const grid = sampleGrid()
    grid.actions.setFocus({ rowId: 'c', columnId: 'port' })
    grid.actions.setRows([])
    expect(grid.getState().currentId).toBeNull()
    grid.actions.setRows(sampleRows)
    expect(grid.getState().currentId).toBeNull()
  })
})
