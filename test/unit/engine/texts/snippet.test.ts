import { describe, expect, it } from 'vitest'
import { findTerms } from '../../../../src/engine/texts/find-terms.ts'
import { snippetOf } from '../../../../src/engine/texts/snippet.ts'

const marked = (text: string, query: string): string =>
  snippetOf(text, findTerms(query))
    .map(({ text: part, isFound }) => (isFound ? `[${part}]` : part))
    .join('')

describe('a snippet', () => {
  it('marks every word that was found, as it stands on the page', () => {
    expect(marked('Shipped\nCLEAN on  board by Société X', 'board societe clean')).toBe(
      'Shipped [CLEAN] on [board] by [Société] X',
    )
  })

  it.each([
    ['no. CSQU 305438-3 sealed', 'CSQU3054383', 'no. [CSQU 305438-3] sealed'],
    ['total 24,560.00 USD', '24560', 'total [24,560].00 USD'],
    ['装货港：上海港', '上海', '装货港：[上海]港'],
    ['no. CSQU 305438 [3] sealed', 'CSQU3054383', 'no. [CSQU 305438 [3]] sealed'],
    ['of inter-\nnational trade', 'international', 'of [inter- national] trade'],
    ['demurrage of oats', 'dem* oat', '[dem]urrage of oats'],
  ])('marks in %j what %j found', (text, query, expected) => {
    expect(marked(text, query)).toBe(expected)
  })

  it('is short, and begins and ends between words', () => {
    const text = `${'before '.repeat(40)}needle ${'after '.repeat(60)}`
    const found = marked(text, 'needle')
    expect(found).toMatch(/^… (?:before )+\[needle\] (?:after ?)+ …$/)
    expect(found.length).toBeLessThan(220)
  })

  it('keeps what turns or hides text out of it', () => {
    expect(marked('name \u202Etxt.exe\u202C and needle', 'needle')).toBe('name txt.exe and [needle]')
  })
})
