import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cutText,
  NAME_BYTES,
  portableName,
  type TextLimits,
} from '../../../../../src/engine/saving/names/portable-name.ts'
import { arbitraryName } from '../../../../support/arbitrary-name.ts'
import { HOSTILE_NAMES } from '../../../../support/hostile-names.ts'
import { illegality } from '../../../../support/legal-name.ts'
import { isLinear } from '../../../../support/work-growth.ts'

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
