import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainWords } from '../../../src/main/exchange/plain-words.ts'

describe('plain words', () => {
  it('keep what people write, in any script', () => {
    for (const text of ['Ærø Shipping A/S', '华东粮油贸易有限公司', 'São Luís — 12.5 %', '🚢 x'])
      expect(plainWords(text)).toBe(text)
  })

  it('never hold a sign that a terminal or a page obeys, nor half a character, nor more than 200', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const plain = plainWords(text)
        expect(plain).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
        expect(plain.isWellFormed()).toBe(true)
        expect(plain.length).toBeLessThanOrEqual(201)
      }),
    )
  })

  it('leave a space where a sign was, so that words do not run together', () => {
    expect(plainWords(' one\r\n\u001btwo\u202e\u2028three ')).toBe('one two three')
  })
})
