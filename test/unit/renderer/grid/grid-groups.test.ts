import { describe, expect, it } from 'vitest'
import { fitLayout } from '../../../../src/renderer/grid/columns/grid-layout.ts'
import { createGridStore, type GridStore } from '../../../../src/renderer/grid/store/create-grid-store.ts'
import { sampleColumns, type SampleRow, sampleRows, selectedIds, shownIds } from './sample-grid.ts'

const columns = sampleColumns.map((column) => ({ ...column, isGroupable: column.id === 'port' }))

/** The sample grid, grouped by port: Santos a d, Gdańsk b, unknown c, gdansk e. */
function groupedGrid(): GridStore<SampleRow> {
  const grid = createGridStore(columns, { rowId: ({ id }) => id })
  grid.actions.appendRows(sampleRows)
  grid.actions.groupBy('port')
  return grid
}

/** What is drawn, line by line: a heading as `Santos 2`, a row by its id. */
function drawn({ actions, getState }: GridStore<SampleRow>): string[] {
  return Array.from(getState().lines, (_, position) => {
    const group = actions.groupAt(position)
    return group === undefined ? (actions.rowAt(position)?.id ?? '?') : `${group.value ?? '–'} ${group.count}`
  })
}

function idOfGroup(grid: GridStore<SampleRow>, value: string | null): string {
  return grid.getState().groups.find((group) => group.value === value)?.id ?? expect.unreachable()
}

describe('the groups of a grid', () => {
  it('come in the order of the rows while these are in their original order', () => {
    const grid = groupedGrid()
    expect(drawn(grid)).toEqual(['Santos 2', 'a', 'd', 'Gdańsk 1', 'b', '– 1', 'c', 'gdansk 1', 'e'])
    expect(shownIds(grid)).toBe('adbce')
  })

  it('come in the order of their column where the rows are sorted, unknown last, and are sorted inside', () => {
    const grid = groupedGrid()
    grid.actions.sortBy('reference', false)
    expect(drawn(grid)).toEqual(['gdansk 1', 'e', 'Gdańsk 1', 'b', 'Santos 2', 'd', 'a', '– 1', 'c'])
    grid.actions.setLayout({ ...grid.getState().layout, sort: [{ id: 'port', direction: 'descending' }] })
    expect(drawn(grid)[0]).toBe('Santos 2')
  })

  it('can be closed and opened one by one or all, and their rows still count as shown', () => {
    const grid = groupedGrid()
    grid.actions.toggleGroup(idOfGroup(grid, 'Santos'))
    expect(drawn(grid)).toEqual(['Santos 2', 'Gdańsk 1', 'b', '– 1', 'c', 'gdansk 1', 'e'])
    expect(shownIds(grid)).toBe('adbce')
    expect(grid.actions.positionOf('a')).toBe(-1)
    grid.actions.collapseAll(true)
    expect(drawn(grid)).toEqual(['Santos 2', 'Gdańsk 1', '– 1', 'gdansk 1'])
    grid.actions.selectAllShown()
    expect(selectedIds(grid)).toBe('abcde')
    expect(grid.actions.selectionCounts()).toMatchObject({ selected: 5, hidden: 0, shown: 5 })
    grid.actions.collapseAll(false)
    expect(drawn(grid)).toHaveLength(9)
  })

  it('keep the current row when its group is closed, and give its heading the focus', () => {
    const grid = groupedGrid()
    grid.actions.setFocus({ rowId: 'd', columnId: 'port' })
    grid.actions.toggleGroup(idOfGroup(grid, 'Santos'))
    expect(grid.getState()).toMatchObject({ currentId: 'd', focus: { rowId: idOfGroup(grid, 'Santos') } })
    expect(grid.actions.currentRow()?.id).toBe('d')
  })

  it('let a heading have the focus without making it a row', () => {
    const grid = groupedGrid()
    grid.actions.setFocus({ rowId: 'b', columnId: 'port' })
    const heading = idOfGroup(grid, 'Santos')
    grid.actions.setFocus({ rowId: heading, columnId: 'port' })
    expect(grid.getState()).toMatchObject({ currentId: 'b', anchorId: 'b', focus: { rowId: heading } })
    expect(grid.actions.positionOf(heading)).toBe(0)
    expect(grid.actions.positionOf('nothing')).toBe(-1)
  })

  it('are ticked whole, also while closed', () => {
    const grid = groupedGrid()
    const [santos = expect.unreachable()] = grid.getState().groups
    grid.actions.toggleRow('b')
    grid.actions.toggleGroup(santos.id)
    grid.actions.tickGroup(santos.id)
    expect(selectedIds(grid)).toBe('abd')
    expect(grid.actions.isGroupTicked(santos)).toBe(true)
    grid.actions.tickGroup(santos.id)
    expect(selectedIds(grid)).toBe('b')
  })

  it('are filtered with their rows, and a group without rows has no heading', () => {
    const grid = groupedGrid()
    grid.actions.setQuickFilter('santos')
    expect(drawn(grid)).toEqual(['Santos 2', 'a', 'd'])
    grid.actions.setQuickFilter('nothing')
    expect(drawn(grid)).toEqual([])
  })

  it('are part of the layout, and of an older one there are none', () => {
    const grid = groupedGrid()
    const { layout } = grid.getState()
    expect(fitLayout(columns, layout).groupBy).toBe('port')
    expect(fitLayout(columns, { ...layout, groupBy: 'gone' }).groupBy).toBeNull()
    expect(fitLayout(columns, { ...layout, groupBy: 'tonnes' }).groupBy).toBeNull()
    grid.actions.groupBy(null)
    expect(drawn(grid)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})
