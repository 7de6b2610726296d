import { describe, expect, it } from 'vitest'
import { foldText, foldedWords, foundParts } from '../../../../src/shared/text/fold-text.ts'

const marked = (text: string, query: string): string =>
  foundParts(text, foldedWords(query))
    .map((part) => (part.isFound ? `[${part.text}]` : part.text))
    .join('')

describe('folded text', () => {
  it('has no capitals and no accents, however they are written', () => {
    expect(['Ålesund', 'A\u030Alesund', 'Ærø', 'GDAŃSK', 'Łódź', 'Straße', 'ΟΔΟΣ'].map(foldText)).toEqual([
      'alesund',
      'alesund',
      'aero',
      'gdansk',
      'lodz',
      'strasse',
      'οδοσ',
    ])
  })

  it('makes each word of a query once', () => {
    expect(foldedWords('  MV  Ærø mv ')).toEqual(['mv', 'aero'])
    expect(foldedWords(' ')).toEqual([])
  })
})

describe('the places where words were found', () => {
  it('are marked in the text as it was written', () => {
    expect(marked('Ålesund', 'ales')).toBe('[Åles]und')
    expect(marked('A\u030Alesund', 'al')).toBe('[A\u030Al]esund')
    expect(marked('MV Ærøskøbing', 'aero mv')).toBe('[MV] [Ærø]skøbing')
    expect(marked('🚢 Bulk', 'bu')).toBe('🚢 [Bu]lk')
  })

  it('are where a word starts, else anywhere, and may lie over each other', () => {
    expect(marked('PR-2012-00012', '12')).toBe('PR-20[12]-00012')
    expect(marked('Metal meta', 'met metal')).toBe('[Metal] meta')
    expect(marked('SHP-0412', '12')).toBe('SHP-04[12]')
    expect(marked('Aurora', 'x')).toBe('Aurora')
    expect(marked('', 'x')).toBe('')
  })
})
