import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutText, type TextLimits } from '../../../../../src/engine/saving/names/portable-name.ts'
import { arbitraryName } from '../../../../support/arbitrary-name.ts'

describe('cutText', () => {
  it.each<[string, TextLimits, string, string]>([
    ['abc', { maxBytes: 3 }, 'abc', 'it fits'],
    ['abcd', { maxBytes: 3 }, 'abc', 'bytes are the limit'],
    ['漢字', { maxBytes: 5 }, '漢', 'a character is not cut in two'],
    ['漢字漢字', { maxChars: 3 }, '漢字漢', 'Windows counts units and not bytes'],
    ['ae\u0323\u0301', { maxBytes: 4 }, 'a', 'an accent stays with its letter'],
    ['👍🏽👍🏽', { maxBytes: 12 }, '👍🏽', 'a skin tone stays with its hand'],
    ['👍🏽', { maxChars: 3 }, '👍', 'a single character that is too long is cut between code points'],
    ['漢', { maxBytes: 2 }, '', 'nothing fits'],
  ])('cuts %j within %j to %j: %s', (text, limits, expected) => {
    expect(cutText(text, limits)).toBe(expected)
  })

  it('returns a head of the text within both limits', () => {
    fc.assert(
      fc.property(arbitraryName, fc.nat(60), fc.nat(60), (text, maxBytes, maxChars) => {
        const head = cutText(text, { maxBytes, maxChars })
        expect(text.startsWith(head)).toBe(true)
        expect(Buffer.byteLength(head)).toBeLessThanOrEqual(maxBytes)
        expect(head.length).toBeLessThanOrEqual(maxChars)
      }),
    )
  })
})
