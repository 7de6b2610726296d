import { describe, expect, it } from 'vitest'
import { TypeAhead } from '../../../../src/renderer/grid/events/type-ahead.ts'
import { TICK_COLUMN } from '../../../../src/renderer/grid/store/grid-state.ts'
import { sampleGrid } from './sample-grid.ts'

const isShortcut = (key: string): boolean => key.toLowerCase() === 'n'

describe('letters typed in a grid', () => {
  it('make a word until there is a pause', () => {
    const typeAhead = new TypeAhead(sampleGrid(), isShortcut)
    const press = (key: string, timeStamp: number): string | undefined =>
      typeAhead.press({ key, shiftKey: false, timeStamp })
    expect(press('p', 0)).toBe('p')
    expect(press('r', 400)).toBe('pr')
    expect(press('-', 900)).toBe('pr-')
    expect(press('s', 2_000)).toBe('s')
    expect(press('Escape', 2_100)).toBeUndefined()
    expect(press('-', 9_000)).toBeUndefined()
  })

  it('leave a shortcut alone at the beginning of a word, unless Shift is held', () => {
    const typeAhead = new TypeAhead(sampleGrid(), isShortcut)
    expect(typeAhead.press({ key: 'n', shiftKey: false, timeStamp: 0 })).toBeUndefined()
    expect(typeAhead.press({ key: 'N', shiftKey: true, timeStamp: 0 })).toBe('N')
    expect(typeAhead.press({ key: 'n', shiftKey: false, timeStamp: 10 })).toBe('Nn')
  })

  it('jump to the next row that begins so in the sorted column, round the end, without accents or capitals', () => {
    const grid = sampleGrid()
    const typeAhead = new TypeAhead(grid, isShortcut)
    grid.actions.setFocus({ rowId: 'a', columnId: 'tonnes' })
    expect(typeAhead.jump('pr-1')).toBe(true)
    expect(grid.getState().focus).toEqual({ rowId: 'a', columnId: 'tonnes' })
    expect(typeAhead.jump('pr-10')).toBe(true)
    expect(grid.getState().focus.rowId).toBe('a')
    expect(typeAhead.jump('pr-2')).toBe(true)
    expect(grid.getState().focus.rowId).toBe('e')
    grid.actions.sortBy('port', false)
    const next = (): string | null => (typeAhead.jump('g') ? grid.getState().focus.rowId : null)
    expect([next(), next(), next()]).toEqual(['b', 'e', 'b'])
    expect(typeAhead.jump('x')).toBe(false)
    expect(grid.getState().currentId).toBe('b')
  })

  it('keep the focus where it can be seen: from the ticks it moves to the first column that is shown', () => {
    const grid = sampleGrid()
    const [hidden, shown] = grid.actions.shownColumns()
    grid.actions.dropColumns([hidden?.id ?? ''])
    grid.actions.setFocus({ rowId: 'a', columnId: TICK_COLUMN })
    expect(new TypeAhead(grid, isShortcut).jump('g')).toBe(true)
    expect(grid.getState().focus.columnId).toBe(shown?.id)
  })
})
