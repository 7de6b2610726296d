import { describe, expect, it } from 'vitest'
import { sampleGrid, sampleRows, shownIds } from './sample-grid.ts'

describe('filtering a grid', () => {
  it('finds a word in any column, ignoring capitals and accents, because nobody types ń in a hurry', () => {
    const grid = sampleGrid()
    grid.actions.setQuickFilter('GDANSK')
    expect(shownIds(grid)).toBe('be')
  })

  it('shows rows that contain every word, in any columns', () => {
    const grid = sampleGrid()
    grid.actions.setQuickFilter('santos pr-10')
    expect(shownIds(grid)).toBe('a')
  })

  it('finds a word in the column that is named before it, and as it is where no column has the name', () => {
    const grid = sampleGrid([...sampleRows, { id: 'f', reference: 'Santos', port: 'Rouen', tonnes: 7 }])
    grid.actions.setQuickFilter('PORT:santos')
    expect(shownIds(grid)).toBe('ad')
    grid.actions.setQuickFilter('ref:santos ton:7')
    expect(shownIds(grid)).toBe('f')
    grid.actions.setQuickFilter('vessel:santos')
    expect(shownIds(grid)).toBe('')
    grid.actions.setQuickFilter('port:')
    expect(shownIds(grid)).toBe('')
  })

  it('filters later rows and replaced rows by their current values', () => {
    const grid = sampleGrid(sampleRows.slice(0, 2))
    grid.actions.setQuickFilter('santos')
    grid.actions.appendRows(sampleRows.slice(2))
    expect(shownIds(grid)).toBe('ad')
    grid.actions.appendRows([{ id: 'a', reference: 'PR-10', port: 'Rouen', tonnes: 1 }])
    expect(shownIds(grid)).toBe('d')
  })

  it('finds the same with and without preparation', () => {
    const ahead = sampleGrid()
    expect(ahead.actions.prepare(() => false)).toBe(false)
    expect(ahead.actions.prepare(() => true)).toBe(true)
    ahead.actions.setQuickFilter('santos')
    expect(shownIds(ahead)).toBe('ad')
  })

  it('lets a facet choose several values, including unknown', () => {
    const grid = sampleGrid()
    grid.actions.setFacet('port', ['Santos', null])
    expect(shownIds(grid)).toBe('acd')
    grid.actions.setFacet('port', [])
    expect(shownIds(grid)).toBe('abcde')
  })

  it('counts what each value of a facet would show under all other filters, unknown last', () => {
    const grid = sampleGrid()
    grid.actions.setFacet('tonnes', ['30', '5'])
    grid.actions.setFacet('port', ['Santos'])
    expect(grid.actions.facetValues('port')).toEqual([
      { value: 'Santos', count: 2, isChosen: true },
      { value: null, count: 1, isChosen: false },
    ])
  })

  it('keeps a chosen value in a facet’s list even if no row has it, so that it can be removed', () => {
    const grid = sampleGrid()
    grid.actions.setFacet('port', ['Gdańsk'])
    grid.actions.setQuickFilter('santos')
    expect(grid.actions.facetValues('port')).toEqual([
      { value: 'Santos', count: 2, isChosen: false },
      { value: 'Gdańsk', count: 0, isChosen: true },
    ])
  })

  it('moves the focus to the row that takes the place of a filtered one', () => {
    const grid = sampleGrid()
    grid.actions.setFocus({ rowId: 'c', columnId: 'port' })
    grid.actions.setQuickFilter('santos')
    expect(grid.getState().focus).toEqual({ rowId: 'd', columnId: 'port' })
  })

  it('moves the focus to the header when no row is left', () => {
    const grid = sampleGrid()
    grid.actions.setFocus({ rowId: 'c', columnId: 'port' })
    grid.actions.setQuickFilter('nothing has this')
    expect(grid.getState().focus.rowId).toBeNull()
  })
})
