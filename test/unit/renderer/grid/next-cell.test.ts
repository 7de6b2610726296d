import { describe, expect, it } from 'vitest'
import { nextCell } from '../../../../src/renderer/grid/events/grid-keys.ts'

const size = { rows: 100, columns: 4, pageRows: 10 } as const

describe('nextCell', () => {
  it.each([
    [
      { key: 'ArrowDown', isCtrl: false },
      { row: -1, column: 2 },
      { row: 0, column: 2 },
    ],
    [
      { key: 'ArrowUp', isCtrl: false },
      { row: 0, column: 2 },
      { row: -1, column: 2 },
    ],
    [
      { key: 'ArrowUp', isCtrl: false },
      { row: -1, column: 2 },
      { row: -1, column: 2 },
    ],
    [
      { key: 'ArrowRight', isCtrl: false },
      { row: 5, column: 3 },
      { row: 5, column: 3 },
    ],
    [
      { key: 'ArrowLeft', isCtrl: false },
      { row: 5, column: 3 },
      { row: 5, column: 2 },
    ],
    [
      { key: 'Home', isCtrl: false },
      { row: 5, column: 3 },
      { row: 5, column: 0 },
    ],
    [
      { key: 'End', isCtrl: false },
      { row: 5, column: 0 },
      { row: 5, column: 3 },
    ],
    [
      { key: 'Home', isCtrl: true },
      { row: 5, column: 3 },
      { row: 0, column: 0 },
    ],
    [
      { key: 'End', isCtrl: true },
      { row: 5, column: 0 },
      { row: 99, column: 3 },
    ],
    [
      { key: 'PageDown', isCtrl: false },
      { row: -1, column: 1 },
      { row: 10, column: 1 },
    ],
    [
      { key: 'PageDown', isCtrl: false },
      { row: 95, column: 1 },
      { row: 99, column: 1 },
    ],
    [
      { key: 'PageUp', isCtrl: false },
      { row: 5, column: 1 },
      { row: 0, column: 1 },
    ],
    [
      { key: 'ArrowDown', isCtrl: true },
      { row: 5, column: 1 },
      { row: 99, column: 1 },
    ],
  ])('takes %o from %o to %o', (key, from, to) => {
    expect(nextCell(key, from, size)).toEqual(to)
  })

  it('stays in the header of a grid without rows', () => {
    const empty = { ...size, rows: 0 }
    expect(nextCell({ key: 'ArrowDown', isCtrl: false }, { row: -1, column: 0 }, empty)).toEqual({ row: -1, column: 0 })
    expect(nextCell({ key: 'End', isCtrl: true }, { row: -1, column: 0 }, empty)).toEqual({ row: -1, column: 3 })
  })

  it('ignores other keys', () => {
    expect(nextCell({ key: 'x', isCtrl: false }, { row: 0, column: 0 }, size)).toBeUndefined()
  })
})
