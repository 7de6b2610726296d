import { describe, expect, it } from 'vitest'
import { textlessWords } from '../../../../src/shared/words/text-words.ts'

describe('what has no text', () => {
  it.each([
    [12, 480, '12 of 480 documents have no text (scans)'],
    [1, 6, '1 of 6 documents has no text (scans)'],
    [0, 1, '0 of 1 document has no text (scans)'],
    [0, 0, '0 of 0 documents have no text (scans)'],
  ])('is %i of %i documents, in words', (withoutText, indexed, words) => {
    expect(textlessWords({ indexed, withoutText })).toBe(words)
  })
})
