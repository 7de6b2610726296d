import { describe, expect, it } from 'vitest'
import type { GridLayout } from '../../../../src/renderer/grid/columns/grid-column.ts'
import {
  fitLayout,
  MIN_WIDTH,
  moveColumn,
  MAX_WIDTH,
  resizeColumn,
  showColumn,
  stepColumn,
} from '../../../../src/renderer/grid/columns/grid-layout.ts'
import { sampleColumns, sampleGrid } from './sample-grid.ts'

const ids = ({ columns }: GridLayout): string[] => columns.map(({ id }) => id)

describe('the layout of a grid', () => {
  const layout = fitLayout(sampleColumns)

  it('restores a stored layout, drops removed columns and adds new ones where they are by default', () => {
    const stored: GridLayout = {
      columns: [
        { id: 'port', width: 200, isHidden: false },
        { id: 'gone', width: 90, isHidden: false },
        { id: 'port', width: 50, isHidden: false },
      ],
      sort: [
        { id: 'gone', direction: 'ascending' },
        { id: 'port', direction: 'descending' },
      ],
      groupBy: null,
    }
    expect(fitLayout(sampleColumns, stored)).toEqual({
      columns: [
        { id: 'reference', width: 100, isHidden: false, flex: 0 },
        { id: 'port', width: 200, isHidden: false, flex: 0 },
        { id: 'tonnes', width: 80, isHidden: false, flex: 0 },
      ],
      sort: [{ id: 'port', direction: 'descending' }],
      groupBy: null,
    })
  })

  it('hides a new column at first where a stored layout shows those that say the same', () => {
    const route = { id: 'route', title: 'Route', width: 150, replaces: ['port'], value: () => null }
    const stored = (isHidden: boolean): GridLayout => ({
      columns: [{ id: 'port', width: 120, isHidden }],
      sort: [],
      groupBy: null,
    })
    const isRouteHidden = (layout_: GridLayout): boolean | undefined =>
      fitLayout([...sampleColumns, route], layout_).columns.find(({ id }) => id === 'route')?.isHidden
    expect(isRouteHidden(stored(false))).toBe(true)
    expect(isRouteHidden(stored(true))).toBe(false)
  })

  it('lets a column share the room that is left until it is given a width', () => {
    const [reference, ...rest] = sampleColumns
    const flexible = [{ ...reference, id: 'reference', title: '', width: 100, flex: 2, value: () => null }, ...rest]
    const flexOf = ({ columns }: GridLayout): number | undefined => columns[0]?.flex
    const first = fitLayout(flexible)
    expect(flexOf(first)).toBe(2)
    expect(flexOf(resizeColumn(first, 'reference', 130))).toBe(0)
    expect(flexOf(fitLayout(flexible, resizeColumn(first, 'reference', 130)))).toBe(0)
    expect(
      flexOf(
        fitLayout(flexible, { columns: [{ id: 'reference', width: 100, isHidden: false }], sort: [], groupBy: null }),
      ),
    ).toBe(2)
  })

  it('leaves out dropped columns without changing the layout, and shows them again', () => {
    const grid = sampleGrid()
    const before = grid.getState().layout
    grid.actions.setFocus({ rowId: 'a', columnId: 'port' })
    grid.actions.dropColumns(['port'])
    expect(grid.actions.shownColumns().map(({ id }) => id)).toEqual(['reference', 'tonnes'])
    expect(grid.getState().layout).toBe(before)
    expect(grid.getState().focus.columnId).toBe('reference')
    grid.actions.dropColumns([])
    expect(grid.actions.shownColumns().map(({ id }) => id)).toEqual(['reference', 'port', 'tonnes'])
  })

  it.each([
    [-5, MIN_WIDTH],
    [99.6, 100],
    [1e9, MAX_WIDTH],
    [Number.NaN, MIN_WIDTH],
  ])('takes a width of %d for %d, so that every column can be seen and grabbed', (asked, given) => {
    expect(resizeColumn(layout, 'port', asked).columns[1]?.width).toBe(given)
  })

  it('moves a column before another one and to the end', () => {
    expect(ids(moveColumn(layout, 'tonnes', 'reference'))).toEqual(['tonnes', 'reference', 'port'])
    expect(ids(moveColumn(layout, 'reference', null))).toEqual(['port', 'tonnes', 'reference'])
  })

  it('steps over hidden columns, because a step without effect looks like a fault', () => {
    const hidden = showColumn(layout, 'port', false)
    expect(ids(stepColumn(hidden, 'reference', 1))).toEqual(['port', 'tonnes', 'reference'])
    expect(ids(stepColumn(hidden, 'tonnes', -1))).toEqual(['tonnes', 'reference', 'port'])
    expect(stepColumn(hidden, 'tonnes', 1)).toBe(hidden)
  })

  it('keeps the last shown column', () => {
    const one = showColumn(showColumn(layout, 'port', false), 'tonnes', false)
    expect(showColumn(one, 'reference', false)).toBe(one)
    const none = { ...layout, columns: layout.columns.map((column) => ({ ...column, isHidden: true })) }
    expect(fitLayout(sampleColumns, none).columns.filter(({ isHidden }) => !isHidden)).toHaveLength(1)
  })

  it('moves the focus out of a hidden column', () => {
    const grid = sampleGrid()
    grid.actions.setFocus({ rowId: 'a', columnId: 'port' })
    grid.actions.setLayout(showColumn(grid.getState().layout, 'port', false))
    expect(grid.getState().focus).toEqual({ rowId: 'a', columnId: 'reference' })
    expect(grid.actions.shownColumns().map(({ id }) => id)).toEqual(['reference', 'tonnes'])
  })

  it('keeps the same list of columns while only a width changes, so that no row is redrawn', () => {
    const grid = sampleGrid()
    const before = grid.actions.shownColumns()
    grid.actions.setLayout(resizeColumn(grid.getState().layout, 'port', 300))
    expect(grid.actions.shownColumns()).toBe(before)
  })
})
