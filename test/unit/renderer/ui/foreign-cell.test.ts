import { isValidElement } from 'react'
import { describe, expect, it } from 'vitest'
import { foreignCell } from '../../../../src/renderer/ui/base/Foreign.tsx'

describe('text from outside, alone in a cell', () => {
  it('is itself where it is read from the left', () => {
    expect(foreignCell('Paranaguá 4471/26')).toBe('Paranaguá 4471/26')
  })

  it.each([
    ['read from the right', 'שלום'],
    ['hidden in part', 'invoice\u202Efdp.exe'],
    ['blank, which is unknown', '   '],
  ])('has an element of its own where it is %s', (_why, text) => {
    expect(isValidElement(foreignCell(text))).toBe(true)
  })
})
