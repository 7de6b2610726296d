import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText } from '../../../../src/shared/text/plain-text.ts'

describe('plainText', () => {
  it.each(['Ærø Shipping A/S', '华东粮油贸易有限公司', 'São Luís — 12.5 %', '🚢 x', '👩🏽‍🚀 👨‍👩‍👧', 'می‌خواهم', 'क्‍ष'])(
    'keeps what people write, in any script: %s',
    (text) => {
      expect(plainText(text)).toBe(text)
    },
  )

  it('never contains a control character or half a character, nor more than was requested', () => {
    const text = fc.string({ unit: 'binary', maxLength: 400 })
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 300 }), (whole, longest) => {
        const plain = plainText(whole, longest)
        expect(plain).not.toMatch(/[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\u200C\u200D]]/v)
        expect(plain.isWellFormed()).toBe(true)
        expect(plain.length).toBeLessThanOrEqual(longest)
        expect(plainText(plain, longest)).toBe(plain)
      }),
    )
  })

  it('leaves a space in place of removed characters, so that words do not run together', () => {
    expect(plainText(' one\r\n\u001Btwo\u202E\u2028three ')).toBe('one two three')
    expect(plainText('one \n\u202E two')).toBe('one two')
    expect(plainText('a\u001B[2Jb\r\n\u202Ec\u009Bd\u0007')).toBe('a [2Jb c d')
  })

  it('keeps no joiner that is not part of the spelling: two names that look the same must not differ', () => {
    expect(plainText('Auro\u200Cra\u200D')).toBe('Auro ra')
    expect(plainText('\u200D\u200D')).toBe('')
  })

  it('cuts between visible characters', () => {
    expect(plainText('ab👨‍👩‍👧cd', 5)).toBe('ab…')
    expect(plainText('a😀b', 3)).toBe('a…')
    expect(plainText('cafe\u0301s', 5)).toBe('caf…')
  })

  it('cuts even a single endless character', () => {
    expect(plainText(`a${'\u0301'.repeat(500)}`, 100)).toHaveLength(100)
  })

  it('shows an ellipsis even if all it read was removed', () => {
    expect(plainText(`${'\0'.repeat(100)}Aurora`, 10)).toBe('…')
  })
})
