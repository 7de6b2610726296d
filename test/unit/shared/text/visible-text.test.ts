import { describe, expect, it } from 'vitest'
import { isolated, visibleText } from '../../../../src/shared/text/plain-text.ts'

describe('visibleText', () => {
  it.each([
    ['\u202Efdp.exe', '⟨RLO⟩fdp.exe'],
    ['a\u2066b\u2069c', 'a⟨LRI⟩b⟨PDI⟩c'],
    ['in\nvo\u0000ice', 'in␊vo␀ice'],
    ['zero\u200Bwidth\uFEFF', 'zero⟨U+200B⟩width⟨U+FEFF⟩'],
    ['\u0085\u007F', '⟨U+0085⟩⟨U+007F⟩'],
  ])('marks what turns, hides or breaks in %j', (text, shown) => {
    expect(visibleText(text)).toBe(shown)
  })

  it.each(['Bill of Lading – №7', 'خطاب الاعتماد', 'חשבון', '提单', '👩‍👩‍👧 Ærø', ''])('leaves %j unchanged', (text) => {
    expect(visibleText(text)).toBe(text)
  })
})

describe('isolated', () => {
  it.each(['חשבון 7', 'شركة البحر'])('keeps %s from turning the sentence around it', (name) => {
    expect(isolated(name)).toBe(`\u2068${name}\u2069`)
  })

  it.each(['Ærø Shipping', '提单', '삼성', 'ขนส่ง', ''])('leaves %j, which is read from the left, as it is', (name) => {
    expect(isolated(name)).toBe(name)
  })
})
