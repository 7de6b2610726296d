import { describe, expect, it } from 'vitest'
import { linesOf } from '../../../../src/adapters/pdf/lines-of-text.ts'
import type { TextPiece } from '../../../../src/shared/compare/page-words.ts'

const at = (left: number, str: string, more: Partial<TextPiece> = {}): TextPiece => ({
  str,
  dir: 'ltr',
  width: 6 * [...str.trim()].length,
  height: 10,
  transform: [10, 0, 0, 10, left, 700],
  hasEOL: false,
  ...more,
})
const letters = (places: readonly number[], word: string): TextPiece[] =>
  Array.from(word, (letter, place) => at(places[place] ?? 0, letter, { dir: 'rtl' }))

describe('lines of text', () => {
  it('are the pieces as they come, where they are written from the left', () => {
    const pieces = [at(0, 'Bill'), at(90, ' of', { hasEOL: true }), at(0, 'lading')]
    expect(linesOf(pieces)).toBe('Bill of\nlading')
  })

  it('have a blank before what stands further left, but not before an accent', () => {
    const columns = [at(200, '24,500'), at(0, 'Weight'), at(30, '\u0301')]
    expect(linesOf(columns)).toBe('24,500 Weight\u0301')
    const upsideDown = [-10, 0, 0, -10]
    const turned = [100, 200].map((x) => at(x, 'word', { transform: [...upsideDown, x, 700] }))
    expect(linesOf(turned)).toBe('word word')
  })

  it.each([
    ['as browsers draw it, from the left', [...letters([0, 6, 12], 'םלע'), at(18, ' '), ...letters([22, 28], 'של')]],
    ['as word processors draw it, from the right', [...letters([28, 22], 'לש'), ...letters([12, 6, 0], 'עלם')]],
  ])('have what is written from the right in its order, %s', (_, pieces) => {
    const line = [at(-60, 'No.'), ...pieces, at(60, '12', { hasEOL: true })]
    expect(linesOf(line).match(/\S+/g)).toEqual(['No.', 'לש', 'עלם', '12'])
  })
})
