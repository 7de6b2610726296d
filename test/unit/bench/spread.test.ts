import { describe, expect, it } from 'vitest'
import { quantile, spreadOf } from '../../bench/measuring/spread.ts'

describe('the spread of measured values', () => {
  it('sorts by value and not by text, so that 10 stands above 9', () => {
    expect(spreadOf([10, 9, 1])).toEqual({ median: 9, min: 1, max: 10 })
  })

  it('takes the middle between two values when their number is even', () => {
    expect(spreadOf([4, 1, 2, 8])).toEqual({ median: 3, min: 1, max: 8 })
  })

  it('refuses no values at all, because a median of nothing would print as NaN', () => {
    expect(() => spreadOf([])).toThrow('at least one')
  })
})

describe('a quantile of measured values', () => {
  it('is the value below which that share of the values lies', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect([0.5, 0.99, 1].map((share) => quantile(values, share))).toEqual([51, 100, 100])
  })
})
