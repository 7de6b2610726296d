import { describe, expect, it } from 'vitest'
import { type TextPiece, wordsOf } from '../../../../src/shared/compare/page-words.ts'

/** A page of 100 by 200 points, upright: from its lower left corner to the upper left one. */
const VIEW = { width: 100, height: 200, transform: [1, 0, 0, -1, 0, 200] }

function piece(str: string, more: Partial<TextPiece> = {}): TextPiece {
  return {
    str,
    dir: 'ltr',
    width: str.length * 5,
    height: 10,
    transform: [10, 0, 0, 10, 20, 100],
    hasEOL: false,
    ...more,
  }
}

const texts = (...pieces: TextPiece[]): string[] => wordsOf(pieces, VIEW).map(({ text }) => text)

describe('words of a page', () => {
  it('are parted by blanks and ends of lines', () => {
    expect(texts(piece('one  two', { hasEOL: true }), piece('three'))).toEqual(['one', 'two', 'three'])
    expect(texts(piece('one'), piece(' '), piece('two'))).toEqual(['one', 'two'])
  })

  it('are one where they come in several pieces', () => {
    expect(texts(piece('quan'), piece('tity 5'), piece('00'))).toEqual(['quantity', '500'])
    expect(texts(piece('one'), piece('', { hasEOL: true }), piece('two'))).toEqual(['one', 'two'])
  })

  it('are single signs in Chinese and Japanese', () => {
    expect(texts(piece('提单 no. 7号'))).toEqual(['提', '单', 'no.', '7', '号'])
  })

  it('have their places in shares of the page, also where they are turned', () => {
    const [, second] = wordsOf([piece('ab cd')], VIEW)
    expect(second?.box.left).toBeCloseTo(0.35)
    expect(second?.box.width).toBeCloseTo(0.1)
    expect(second?.box.top).toBeCloseTo(0.45)
    expect(second?.box.height).toBeCloseTo(0.06)
    const [turned] = wordsOf([piece('abcd', { transform: [0, 10, -10, 0, 20, 100] })], VIEW)
    expect(turned?.box.width).toBeCloseTo(0.12)
    expect(turned?.box.height).toBeCloseTo(0.1)
  })

  it('begin at the right where they are read from there', () => {
    const [first] = wordsOf([piece('ab cd', { dir: 'rtl' })], VIEW)
    expect(first?.box.left).toBeCloseTo(0.35)
  })
})
