import { describe, expect, it } from 'vitest'
import { collisionKey, folderKey } from '../../../../../src/engine/saving/names/file-names.ts'

describe('collisionKey', () => {
  it.each([
    ['Invoice.PDF', 'invoice.pdf', 'Windows and macOS fold case'],
    ['caf\u00e9', 'cafe\u0301', 'macOS folds composed and decomposed'],
    ['STRASSE', 'stra\u00dfe', 'full case folding'],
    ['STRASSE', 'STRA\u1e9eE', 'the capital sharp s has no capital form of its own'],
    ['\u212aelvin', 'kelvin', 'the Kelvin sign is a K'],
    ['\u00c5', '\u212b', 'the Angstrom sign is a letter'],
    ['\u03bf\u03b4\u03cc\u03c2', '\u039f\u0394\u039f\u03a3'.replace('\u039f\u03a3', '\u038c\u03a3'), 'final sigma'],
    ['\u0130', 'i\u0307', 'the dotted capital I'],
    ['\u017f', 's', 'the long s'],
    ['\ufb01le', 'FILE', 'ligatures'],
    ['\u01c5', '\u01c6', 'title case letters'],
    ['\u13a0', '\uab70', 'Cherokee folds upwards'],
    ['\u1fb3', '\u0391\u0399', 'iota below and beside'],
    ['\u1e9b\u0323', '\u1e69', 'marks change places when decomposed'],
    ['a\u00adb\u200b', 'ab', 'Linux ignores unseen characters when it folds'],
    ['a.pdf. .', 'a.pdf', 'Windows drops trailing dots and spaces'],
    ['\uff21\u2460', 'a1', 'compatibility forms, on disks that fold them'],
  ])('is one for %j and %j: %s', (one, other) => {
    expect(collisionKey(one)).toBe(collisionKey(other))
  })

  it.each([
    ['BL 1.pdf', 'BL 2.pdf'],
    ['a-b', 'ab'],
    ['e', '\u00e9'],
    ['\u3042', '\u3044'],
  ])('differs for %j and %j', (one, other) => {
    expect(collisionKey(one)).not.toBe(collisionKey(other))
  })

  it('holds across every case and normal form of every character, and of it with an accent', () => {
    const apart: string[] = []
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code)
      const forms = formsOf(character)
      if (forms.length === 0) continue
      const differs = forms.some((form) => collisionKey(form) !== collisionKey(character))
      // Where a capital is two letters, an accent after it belongs to the second: that is another name.
      const single = forms.filter((form) => /^\P{M}$/u.test(form) && /^\P{M}$/u.test(character))
      const accentDiffers = single.some((form) => collisionKey(`${form}\u0301`) !== collisionKey(`${character}\u0301`))
      if (differs || accentDiffers) apart.push(`U+${code.toString(16)}`)
    }
    expect(apart).toEqual([])
  })

  it('is its own key, so that one more fold changes nothing', () => {
    const apart: string[] = []
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const key = collisionKey(`x${String.fromCodePoint(code)}x`)
      if (collisionKey(key) !== key) apart.push(`U+${code.toString(16)}`)
    }
    expect(apart).toEqual([])
  })
})

describe('folderKey', () => {
  it('is one for spellings of one folder', () => {
    expect(folderKey(['Acme', 'S1'])).toBe(folderKey(['ACME', 's1']))
  })

  it('keeps a full-width slash in a name from reading as a nested folder', () => {
    expect(folderKey(['a\uff0fb'])).not.toBe(folderKey(['a', 'b']))
  })
})

function formsOf(character: string): string[] {
  const cases = [character.toLowerCase(), character.toUpperCase()]
  const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'].map((form) => character.normalize(form))
  return [...new Set([...cases, ...forms])].filter((form) => form !== character)
}
