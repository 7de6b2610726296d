import { describe, expect, it } from 'vitest'
import { containerNumbers } from '../../../../src/engine/texts/container-numbers.ts'

const numbersIn = (text: string): string[] => containerNumbers(text).map(({ number }) => number)

describe('container numbers', () => {
  it.each([
    'CSQU3054383',
    'CSQU 305438-3',
    'csqu-305438/3',
    'CSQU 305 438 3',
    'CSQU\n305438 3',
    'CSQU 305438 [3]',
    'C S Q U 3 0 5 4 3 8 3',
  ])('are found as %j', (spelling) => {
    expect(numbersIn(`Container no. ${spelling}, sealed`)).toEqual(['csqu3054383'])
  })

  it('say which check digit they should have (ISO 6346)', () => {
    const digits = containerNumbers('MSKU1234567 TEXU3070079 CSQU3054383').map(({ checkDigit }) => checkDigit)
    expect(digits).toEqual(['5', '9', '3'])
  })

  it('are no parts of longer marks, and belong to an equipment category', () => {
    expect(numbersIn('XCSQU3054383 CSQU30543831 CSQA3054383')).toEqual([])
  })
})
