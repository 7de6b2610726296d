import { describe, expect, it } from 'vitest'
import { columnRange, withColumn } from '../../../../src/renderer/grid/columns/use-visible-columns.ts'

const columns = Array.from({ length: 10 }, (_, at) => ({ id: `${at}`, width: 100, isHidden: false }))

describe('columnRange', () => {
  it.each([
    [
      { left: 0, width: 250 },
      { from: 0, to: 4 },
    ],
    [
      { left: 350, width: 250 },
      { from: 2, to: 7 },
    ],
    [
      { left: 750, width: 250 },
      { from: 6, to: 10 },
    ],
    [
      { left: 0, width: 5000 },
      { from: 0, to: 10 },
    ],
    [
      { left: 5000, width: 100 },
      { from: 9, to: 10 },
    ],
  ])('draws what a view of %o touches and one column more on either side', (view, range) => {
    expect(columnRange(columns, view)).toEqual(range)
  })

  it('leaves hidden columns out of count and width', () => {
    const some = columns.map((column, at) => ({ ...column, isHidden: at % 2 === 1 }))
    expect(columnRange(some, { left: 150, width: 100 })).toEqual({ from: 0, to: 4 })
  })
})

describe('withColumn', () => {
  it('includes the focused column wherever it is, because a removed element loses the focus', () => {
    expect([
      withColumn({ from: 3, to: 5 }, 0),
      withColumn({ from: 3, to: 5 }, 9),
      withColumn({ from: 3, to: 5 }, -1),
    ]).toEqual([
      { from: 0, to: 5 },
      { from: 3, to: 10 },
      { from: 3, to: 5 },
    ])
  })
})
