import { describe, expect, it } from 'vitest'
import { sumQuantities } from '../../../../src/shared/text/sum-quantities.ts'

describe('the sum of quantities', () => {
  it('is exact on decimals', () => {
    const tenths = Array.from({ length: 10 }, () => '0.1 MT')
    expect(sumQuantities(tenths)).toEqual({ sums: [{ total: '1.0', unit: 'MT' }], uncounted: 0 })
    expect(sumQuantities(['9007199254740993 kg', '0.005 kg']).sums).toEqual([
      { total: '9007199254740993.005', unit: 'kg' },
    ])
    expect(sumQuantities(['24500.000 MT', '8,250.5 MT', '1,000,000 MT']).sums).toEqual([
      { total: '1032750.500', unit: 'MT' },
    ])
  })

  it('is one for each unit, and one for those without', () => {
    expect(sumQuantities(['30 MT', '5 bags', '1 MT', '1000 null']).sums).toEqual([
      { total: '31', unit: 'MT' },
      { total: '5', unit: 'bags' },
      { total: '1000', unit: '' },
    ])
  })

  it('has the same order of units whatever comes first, because its line is read out again when it changes', () => {
    const quantities = ['1000 null', '5 bags', '30 MT', '7 containers']
    const units = ['MT', 'containers', 'bags', '']
    for (const order of [quantities, quantities.toReversed()])
      expect(sumQuantities(order).sums.map(({ unit }) => unit)).toEqual(units)
  })

  it.each([
    ['no quantity', null],
    ['an unset one', 'null null'],
    ['an unset number', 'null MT'],
    ['a comma that may be a decimal one', '61,000 MT'],
    ['a decimal comma', '12,5 MT'],
    ['words', 'about 30 MT'],
    ['a hostile length', `${'9'.repeat(100_000)} MT`],
  ])('leaves out and counts %s', (_what, quantity) => {
    expect(sumQuantities(['30 MT', quantity])).toEqual({ sums: [{ total: '30', unit: 'MT' }], uncounted: 1 })
  })
})
