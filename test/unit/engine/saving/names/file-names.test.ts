import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  collisionKey,
  cutText,
  documentFileName,
  folderKey,
  folderName,
  NAME_BYTES,
  portableName,
  suffixedFileName,
  type TextLimits,
} from '../../../../../src/engine/saving/names/file-names.ts'
import { arbitraryName } from '../../../../support/arbitrary-name.ts'
import { HOSTILE_NAMES } from '../../../../support/hostile-names.ts'
import { illegality } from '../../../../support/legal-name.ts'
import { isLinear } from '../../../../support/work-growth.ts'

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

  it.each([
    ['Acme.{20D04FE0-3AEA-1069-A2D8-08002B30309D}', 'Acme_{20D04FE0-3AEA-1069-A2D8-08002B30309D}'],
    ['Acme.{20d04fe0-3aea-1069-a2d8-08002b30309d}. ', 'Acme_{20d04fe0-3aea-1069-a2d8-08002b30309d}'],
    ['Acme.{20D04FE0-3AEA-1069-A2D8-\u200b08002B30309D}', 'Acme_{20D04FE0-3AEA-1069-A2D8-08002B30309D}'],
    ['Acme {20D04FE0-3AEA-1069-A2D8-08002B30309D}', 'Acme {20D04FE0-3AEA-1069-A2D8-08002B30309D}'],
    ['Acme.{20D04FE0}', 'Acme.{20D04FE0}'],
  ])(
    'turns %j into %j: with the id of a class at its end Windows shows the folder as a part of itself',
    (text, expected) => {
      expect(folderName(text)).toBe(expected)
    },
  )

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
      const name = `x${String.fromCodePoint(code)}x`
      const key = collisionKey(name)
      if (key !== name && collisionKey(key) !== key) apart.push(`U+${code.toString(16)}`)
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

describe('portableName', () => {
  it.each([
    ['Bill of lading 1.pdf', 'Bill of lading 1.pdf', 'plain text is kept'],
    ['Ведомость № 5 (копия)', 'Ведомость № 5 (копия)', 'other scripts are text'],
    ['提单 2026', '提单 2026', 'other scripts are text'],
    ['BL/2026/001', 'BL-2026-001', 'a slash in a reference stays readable'],
    ['MSC\\17|b', 'MSC-17-b', 'separators of any system become dashes'],
    ['<Draft> "final"?', "(Draft) 'final'_", 'forbidden marks take a readable form'],
    ['Note: 12:30 *', 'Note- 12-30 _', 'colons would open a stream on Windows'],
    ['../../../../etc/passwd', 'etc-passwd', 'no step up survives'],
    ['..', 'unnamed', 'nothing is left'],
    ['', 'unnamed', 'nothing was there'],
    ['\u200b\u202e', 'unnamed', 'nothing is to be seen'],
    ['.htaccess', 'htaccess', 'a leading dot would hide the file'],
    ['--output=x', 'output=x', 'a leading dash would read as a switch'],
    ['a.pdf. . ', 'a.pdf', 'Windows drops trailing dots and spaces silently'],
    ['a\u00a0\u3000\n\tb', 'a b', 'every kind of space is one space'],
    ['a\u0000b\u001bc\u009bd', 'abcd', 'control characters go'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe', 'a bidi mark would show another extension'],
    ['a\ud800b\udc00', 'ab', 'half a pair cannot be stored'],
    ['cafe\u0301', 'caf\u00e9', 'one spelling for one name'],
    ['a\ue03ab\uffff', 'a_b_', 'characters without a meaning are marked, not dropped'],
    ['con', '_con', 'a device'],
    ['NUL .txt', '_NUL .txt', 'a device with an extension'],
    ['com\u00b9.tar.gz', '_com\u00b9.tar.gz', 'Windows takes superscripts for digits'],
    ['COM10', 'COM10', 'no device'],
    ['CONSIGNEE', 'CONSIGNEE', 'only begins like a device'],
    ['PROGRA~1.PDF', 'PROGRA_1.PDF', 'Windows may know another file by it'],
    ['Report~12 final', 'Report~12 final', 'too long for an alias'],
  ])('turns %j into %j: %s', (text, expected) => {
    expect(portableName(text)).toBe(expected)
  })

  it('gives a legal name for the whole corpus', () => {
    const verdicts = HOSTILE_NAMES.map((name) => [name, illegality(portableName(name))])
    expect(verdicts.filter(([, verdict]) => verdict !== undefined)).toEqual([])
  })

  it('gives a legal name of at most 120 bytes for any text, and keeps its own results unchanged', () => {
    fc.assert(
      fc.property(arbitraryName, (text) => {
        const name = portableName(text)
        expect(illegality(name)).toBeUndefined()
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(NAME_BYTES)
        expect(portableName(name)).toBe(name)
      }),
      { numRuns: 2000 },
    )
  })

  it('stays legal and stable within any limit, because cutting can reveal a device name', () => {
    fc.assert(
      fc.property(
        arbitraryName,
        fc.integer({ min: 4, max: 40 }),
        fc.integer({ min: 2, max: 40 }),
        (text, maxBytes, maxChars) => {
          const name = portableName(text, { maxBytes, maxChars })
          expect(illegality(name)).toBeUndefined()
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(maxBytes)
          expect(name.length).toBeLessThanOrEqual(maxChars)
          expect(portableName(name, { maxBytes, maxChars })).toBe(name)
        },
      ),
      { numRuns: 2000 },
    )
    expect(portableName('CONTRACT', { maxBytes: 3 })).toBe('_CO')
  })

  it('keeps every character of a short clean name, because nothing that fits may be lost', () => {
    const clean = fc.stringMatching(/^[A-Za-z0-9(][A-Za-z0-9 _,;()[\]+=#&@!-]{0,90}[A-Za-z0-9)]$/)
    fc.assert(
      fc.property(clean, (text) => {
        fc.pre(!text.includes('  ') && illegality(text) === undefined)
        expect(portableName(text)).toBe(text)
      }),
    )
  })

  it('uses the fallback where nothing is left', () => {
    expect(portableName(' . ', { fallback: 'no shipment reference' })).toBe('no shipment reference')
  })

  it('takes linear time on long runs of dots, because names come from outside', () => {
    const name = (dots: string): string => `a${dots}b${dots.replaceAll('.', ' ')}c`
    expect(isLinear((dots) => portableName(name(dots)), '.')).toBe(true)
  })
})

describe('cutText', () => {
  it.each<[string, TextLimits, string, string]>([
    ['abc', { maxBytes: 3 }, 'abc', 'it fits'],
    ['abcd', { maxBytes: 3 }, 'abc', 'bytes are the limit'],
    ['漢字', { maxBytes: 5 }, '漢', 'a character is not cut in two'],
    ['漢字漢字', { maxChars: 3 }, '漢字漢', 'Windows counts units and not bytes'],
    ['ae\u0323\u0301', { maxBytes: 4 }, 'a', 'an accent stays with its letter'],
    ['👍🏽👍🏽', { maxBytes: 12 }, '👍🏽', 'a skin tone stays with its hand'],
    ['👍🏽', { maxChars: 3 }, '👍', 'a single character that is too long is cut between code points'],
    ['漢', { maxBytes: 2 }, '', 'nothing fits'],
  ])('cuts %j within %j to %j: %s', (text, limits, expected) => {
    expect(cutText(text, limits)).toBe(expected)
  })

  it('returns a prefix of the text within both limits', () => {
    fc.assert(
      fc.property(arbitraryName, fc.nat(60), fc.nat(60), (text, maxBytes, maxChars) => {
        const head = cutText(text, { maxBytes, maxChars })
        expect(text.startsWith(head)).toBe(true)
        expect(Buffer.byteLength(head)).toBeLessThanOrEqual(maxBytes)
        expect(head.length).toBeLessThanOrEqual(maxChars)
      }),
    )
  })
})
