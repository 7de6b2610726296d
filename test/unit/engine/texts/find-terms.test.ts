import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findTerms, marksOf, wordsOf } from '../../../../src/engine/texts/find-terms.ts'

describe('a query', () => {
  it('asks for each word, folded, and for numbers without their separators too', () => {
    expect(findTerms('Société B/L 24,560.00')).toEqual([
      { words: ['societe'], isPrefix: false, mark: undefined },
      { words: ['b', 'l'], isPrefix: false, mark: undefined },
      { words: ['24', '560', '00'], isPrefix: false, mark: '2456000' },
    ])
  })

  it('keeps quoted words together, also where the quotes are not closed, and knows a star', () => {
    const asked = findTerms('“clean on board” demur* "bill of lad"* "open')
    expect(asked.map(({ words, isPrefix }) => [words.join(' '), isPrefix])).toEqual([
      ['clean on board', false],
      ['demur', true],
      ['bill of lad', true],
      ['open', false],
    ])
  })

  it('takes a container number as one word in every spelling', () => {
    expect(findTerms('CSQU 305438-3 sealed').map(({ words }) => words)).toEqual([['csqu3054383'], ['sealed']])
  })

  it('has no invisible characters, which no page has either', () => {
    expect(findTerms('inter\u00ADnational CSQU\u200B3054383')).toEqual(findTerms('international CSQU3054383'))
  })

  it.each(['', '  ', '"', '*', '(((', '^-:', '""*'])('asks for nothing with %j', (query) => {
    expect(findTerms(query)).toEqual([])
  })

  it('never has a sign in a word', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (query) => {
        for (const { words, mark = '' } of findTerms(query)) expect([...words, mark].join('')).not.toMatch(/[\s"*()\0]/)
      }),
    )
  })
})

describe('words of a page', () => {
  it('are single letters where a script has no blanks', () => {
    expect(wordsOf('装货港: 上海 Port')).toEqual(['装', '货', '港', '上', '海', 'port'])
  })

  it('give marks from three characters on, without signs, each once', () => {
    expect(marksOf('INV-2024/001 A1 inv2024001 12.5')).toEqual(['inv2024001', '125'])
  })
})
