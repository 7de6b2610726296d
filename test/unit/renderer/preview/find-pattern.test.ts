import { describe, expect, it } from 'vitest'
import { asSeen, numberPattern } from '../../../../src/renderer/preview/pages/find-pattern.ts'

const found = (query: string, text: string): string | undefined =>
  new RegExp(numberPattern(query) ?? '(?!)', 'iu').exec(text)?.[0]

describe('finding a number', () => {
  it.each([
    ['24560', 'GROSS WEIGHT 24,560 KGS', '24,560'],
    ['24560', '24.560 kg', '24.560'],
    ['24560', "24'560", "24'560"],
    ['24,560', 'net 24560', '24560'],
    ['24 560', '24,560.00', '24,560'],
    ['1,234,567', '1 234 567', '1 234 567'],
    ['24,560.00', '24.560,00', '24.560,00'],
    ['MSCU1234567', 'MSCU 1234567', 'MSCU 1234567'],
    ['MSCU1234567', 'MSCU 123456-7', 'MSCU 123456-7'],
    ['mscu 123456/7', 'MSCU1234567', 'MSCU1234567'],
    ['2026-11-28', '20261128', '20261128'],
    ['page 12', 'page  12', 'page  12'],
    ['SHP-0003', 'SHP0003', 'SHP0003'],
    ['(5)', 'a (5) b', '(5)'],
    ['café 12', 'cafe\u0301 12', 'cafe\u0301 12'],
  ])('forgives how it is separated: %s in “%s”', (query, text, match) => {
    expect(found(query.normalize('NFD'), text)).toBe(match)
  })

  it.each([
    ['125', '12.5'],
    ['125', '12 5'],
    ['12', '1/2'],
    ['24560', '24,5600'],
    ['24560', '2,4560'],
    ['MSCU1234567', 'MSCU 1234568'],
    ['24.5', '245'],
  ])('takes no other number for it: %s in “%s”', (query, text) => {
    expect(found(query, text)).toBeUndefined()
  })

  it('leaves words to pdf.js', () => {
    expect(numberPattern('vessel')).toBeUndefined()
  })
})

describe('a query as it is seen', () => {
  it('is turned round, its numbers and Latin words are not', () => {
    expect(asSeen('بوليصة')).toContain('ةصيلوب')
    expect(asSeen('رقم MSCU123')).toContain('MSCU123 مقر')
    expect(asSeen('שטר')).toContain('רטש')
  })

  it('has the letters of lam and alef in their order, which are one sign', () => {
    expect(asSeen('بلا')).toContain('لاب')
  })

  it('is none of a query from left to right', () => {
    expect(asSeen('vessel 12')).toBeUndefined()
  })
})
