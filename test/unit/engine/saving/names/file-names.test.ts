import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  collisionKey,
  documentFileName,
  folderKey,
  folderName,
  suffixedFileName,
} from '../../../../../src/engine/saving/names/file-names.ts'
import { NAME_BYTES } from '../../../../../src/engine/saving/names/portable-name.ts'
import { arbitraryName } from '../../../../support/arbitrary-name.ts'
import { HOSTILE_NAMES } from '../../../../support/hostile-names.ts'
import { illegality } from '../../../../support/legal-name.ts'

describe('documentFileName', () => {
  it.each([
    ['Bill of lading', 'Bill of lading.pdf', 'the service gives no extension'],
    ['invoice.pdf', 'invoice.pdf', 'it is not doubled'],
    ['Invoice.PDF', 'Invoice.pdf', 'whatever its case'],
    ['invoice.pdf\u00a0. ', 'invoice.pdf', 'nor when something unseen follows'],
    ['invoice.pdf.pdf', 'invoice.pdf.pdf', 'what stands before the extension is a name'],
    ['invoice.pdf.exe', 'invoice.pdf.exe.pdf', 'another extension is part of the name'],
    ['a.pdf\u0000.exe', 'a.pdf.exe.pdf', 'a NUL ends no name'],
    ['.pdf', 'unnamed.pdf', 'an extension is no name'],
    ['CON.pdf', '_CON.pdf', 'a device'],
    ['PROGRA~1.PDF', 'PROGRA_1.pdf', 'an alias'],
    ['', 'unnamed.pdf', 'there is no name'],
  ])('turns %j into %j: %s', (text, expected) => {
    expect(documentFileName(text)).toBe(expected)
  })

  it('keeps the extension when it cuts', () => {
    const name = documentFileName(`${'漢'.repeat(251)}.pdf`)
    expect(name).toBe(`${'漢'.repeat(38)}.pdf`)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(NAME_BYTES)
  })

  it('is legal on every system, ends in .pdf and is stable for any text', () => {
    fc.assert(
      fc.property(arbitraryName, (text) => {
        const name = documentFileName(text)
        expect(illegality(name)).toBeUndefined()
        expect(name.endsWith('.pdf')).toBe(true)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(NAME_BYTES)
        expect(documentFileName(name)).toBe(name)
      }),
      { numRuns: 2000 },
    )
  })

  it('gives names that this disk stores unchanged, with the .part suffix too', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'file-names-'))
    try {
      const names = distinctNames(HOSTILE_NAMES.map((name) => documentFileName(name)))
      for (const name of names) await writeFile(join(folder, `${name}.123456789.part`), '', { flag: 'wx' })
      const listed = await readdir(folder)
      expect(listed.toSorted()).toEqual(names.map((name) => `${name}.123456789.part`).toSorted())
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('suffixedFileName', () => {
  it('puts the suffix before the extension', () => {
    expect(suffixedFileName('BL.pdf', '1a2b3c4d')).toBe('BL [1a2b3c4d].pdf')
  })

  it('cuts the name, never the suffix', () => {
    const name = suffixedFileName(documentFileName('x'.repeat(500)), '1a2b3c4d', { maxChars: 64 })
    expect(name).toBe(`${'x'.repeat(49)} [1a2b3c4d].pdf`)
    expect(name.length).toBe(64)
  })
})

describe('folderName', () => {
  it('keeps a name that fits', () => {
    expect(folderName('Acme/Ltd')).toBe('Acme-Ltd')
  })

  it('keeps long names that begin alike apart, so that two companies never share a folder', () => {
    const holding = 'International Grain and Oilseed Trading and Shipping Holding Company (Worldwide) of '.repeat(2)
    const [one, other] = [folderName(`${holding} Rotterdam`), folderName(`${holding} Santos`)]
    expect(one).not.toBe(other)
    expect(one).toMatch(/^International Grain .* \[[0-9a-f]{8}\]$/)
    expect(Buffer.byteLength(one)).toBeLessThanOrEqual(NAME_BYTES)
  })

  it('gives names that differ by case one hash, because they are one folder on Windows', () => {
    const [one, other] = ['Acme '.repeat(60), 'ACME '.repeat(60)].map((name) => folderName(name))
    expect(one?.toLowerCase()).toBe(other?.toLowerCase())
  })

  it('is legal on every system and stable for any text', () => {
    fc.assert(
      fc.property(arbitraryName, fc.integer({ min: 24, max: 150 }), (text, maxChars) => {
        const name = folderName(text, { maxChars })
        expect(illegality(name)).toBeUndefined()
        expect(name.length).toBeLessThanOrEqual(maxChars)
        expect(folderName(name, { maxChars })).toBe(name)
      }),
    )
  })

  it('gives folders that this disk stores unchanged', async () => {
    const root = await mkdtemp(join(tmpdir(), 'folder-names-'))
    try {
      const names = distinctNames(HOSTILE_NAMES.map((name) => folderName(name)))
      for (const name of names) await mkdir(join(root, name))
      const listed = await readdir(root)
      expect(listed.toSorted()).toEqual(names.toSorted())
    } finally {
      await rm(root, { recursive: true })
    }
  })
})

/** One of those that Windows and macOS take for the same. */
function distinctNames(names: readonly string[]): string[] {
  return [...new Map(names.map((name) => [collisionKey(name), name])).values()]
}

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

  it('is equal across every case and normal form of every character, with an accent too', () => {
    const apart: string[] = []
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code)
      const forms = formsOf(character)
      if (forms.length === 0) continue
      const differs = forms.some((form) => collisionKey(form) !== collisionKey(character))
      // Where the capital is two letters, an accent after it belongs to the second: a different name.
      const single = forms.filter((form) => /^\P{M}$/u.test(form) && /^\P{M}$/u.test(character))
      const accentDiffers = single.some((form) => collisionKey(`${form}\u0301`) !== collisionKey(`${character}\u0301`))
      if (differs || accentDiffers) apart.push(`U+${code.toString(16)}`)
    }
    expect(apart).toEqual([])
  })

  it('is its own key, so that folding again changes nothing', () => {
    const apart: string[] = []
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const key = collisionKey(`x${String.fromCodePoint(code)}x`)
      if (collisionKey(key) !== key) apart.push(`U+${code.toString(16)}`)
    }
    expect(apart).toEqual([])
  })
})

describe('folderKey', () => {
  it('is equal for spellings of one folder', () => {
    expect(folderKey(['Acme', 'S1'])).toBe(folderKey(['ACME', 's1']))
  })

  it('does not read a full-width slash in a name as a nested folder', () => {
    expect(folderKey(['a\uff0fb'])).not.toBe(folderKey(['a', 'b']))
  })
})

function formsOf(character: string): string[] {
  const cases = [character.toLowerCase(), character.toUpperCase()]
  const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'].map((form) => character.normalize(form))
  return [...new Set([...cases, ...forms])].filter((form) => form !== character)
}
