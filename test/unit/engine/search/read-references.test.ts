import fc from 'fast-check'
import { stringify } from 'csv-stringify/sync'
import { describe, expect, it } from 'vitest'
import { parseReferences } from '../../../../src/engine/search/read-references.ts'
import { failureOf } from '../../../../src/shared/errors/app-error.ts'
import { makeWorkbook } from '../../../support/make-workbook.ts'

function parse(text: string | Buffer): string[] {
  return parseReferences(Buffer.from(text), 'list.csv').references
}

function refusal(bytes: string | Buffer): string {
  try {
    parse(bytes)
  } catch (thrown) {
    const failure = failureOf(thrown)
    return failure?.tag === 'bad-usage' ? failure.message : String(thrown)
  }
  return 'accepted'
}

const CHARACTERS = ['A', 'Z', '0', '9', '-', '/', '.', ' ', 'é', '漢', '"', ',', ';', '\t']

const utf16le = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le')

describe('parseReferences', () => {
  it.each<[string, string | Buffer, string[]]>([
    ['one reference a line', 'SHP-1\nSHP-2\n', ['SHP-1', 'SHP-2']],
    ['no newline at the end', 'SHP-1\nSHP-2', ['SHP-1', 'SHP-2']],
    ['line ends of Windows', 'SHP-1\r\nSHP-2\r\n', ['SHP-1', 'SHP-2']],
    ['line ends of old spreadsheets', 'SHP-1\rSHP-2\r', ['SHP-1', 'SHP-2']],
    ['mixed line ends', 'SHP-1\nSHP-2\r\nSHP-3\r', ['SHP-1', 'SHP-2', 'SHP-3']],
    ['UTF-8 with byte order mark', '\uFEFFSHP-1\nSHP-2', ['SHP-1', 'SHP-2']],
    ['“Unicode text” of Excel', utf16le('Größe-1\tx\r\nSHP-2\ty\r\n'), ['Größe-1', 'SHP-2']],
    ['UTF-16 the other way round', utf16le('SHP-1\r\nSHP-2').swap16(), ['SHP-1', 'SHP-2']],
    ['the first column of a CSV', 'SHP-1,Aurora,3\nSHP-2,Borealis\nSHP-3', ['SHP-1', 'SHP-2', 'SHP-3']],
    ['semicolons, as where the comma is decimal', 'SHP-1;1,5\nSHP-2;2,5', ['SHP-1', 'SHP-2']],
    ['tabs, with commas inside cells', 'SHP 1, part 2\tx\nSHP-2\ty', ['SHP 1, part 2', 'SHP-2']],
    ['the separator that Excel announces', 'sep=;\r\nSHP,1;x\r\nSHP,2;y', ['SHP,1', 'SHP,2']],
    ['a separator that only later lines use', 'SHP-1\nSHP-2;x\n', ['SHP-1', 'SHP-2']],
    ['quoted cells', '"SHP,1",x\n"SHP ""2""",y', ['SHP,1', 'SHP "2"']],
    ['two references in one cell', '"SHP-1\nSHP-3",x\nSHP-2,y', ['SHP-1', 'SHP-3', 'SHP-2']],
    ['a quote in the middle, as in inches', 'PIPE 12",x\nSHP-2,y', ['PIPE 12"', 'SHP-2']],
    ['leading zeros', '000123\n="00124",x', ['000123', '00124']],
    ['blank lines and cells', '\n\nSHP-1,a\n , b\n,,\nSHP-2\n\n', ['SHP-1', 'SHP-2']],
    ['spaces around, those that do not break too', '  SHP-1\u00A0\n \u2003SHP-2 ', ['SHP-1', 'SHP-2']],
    ['duplicates, in the order first seen', 'B\nA\nB\nA\nC', ['B', 'A', 'C']],
    ['references that differ in case only', 'shp-1\nSHP-1', ['shp-1', 'SHP-1']],
    ['a reference that looks like a heading', 'REF-1\nNO 5', ['REF-1', 'NO 5']],
  ])('reads %s', (_what, text, references) => {
    expect(parse(text)).toEqual(references)
  })

  it.each([
    'Shipment reference',
    'shipmentRef',
    'Shipment Ref.',
    'SHIPMENT_REF',
    'Reference',
    'Ref #',
    'Ref. No.',
    'References',
    'Shipment No',
    'Shipment',
    'parcelRef',
  ])('skips the heading “%s”', (heading) => {
    expect(parse(`${heading},Customer\nSHP-1,Aurora`)).toEqual(['SHP-1'])
  })

  it.each<[string, string | Buffer, RegExp]>([
    ['an empty file', '', /^list\.csv is empty/],
    ['a file of blank lines', '\n \r\n,,\n', /^list\.csv holds no references/],
    ['a heading alone', 'Reference\n', /^list\.csv holds no references/],
    ['binary bytes', Buffer.from([0x41, 0x0a, 0x42, 0x00, 0x43]), /^Line 2 of list\.csv/],
    ['bytes that are no UTF-8', Buffer.from([0x41, 0x0a, 0x42, 0x0a, 0xe9, 0x0a]), /^Line 3 of list\.csv/],
    ['bytes that break off', Buffer.from([0x41, 0xe2, 0x82]), /^Line 1 of list\.csv/],
    ['UTF-16 that breaks off', utf16le('A\nB').subarray(0, -1), /^Line 2 of list\.csv/],
    ['a workbook that breaks off', Buffer.from('PK\u0003\u0004rest'), /^list\.csv is damaged/],
    ['a quotation mark without its partner', 'SHP-1\n"SHP-2\nSHP-3\n', /^Line 2 of list\.csv.*quotation mark/],
    ['the same below a cell over several lines', '"a\r\nb",1\r\n\r\n"c\r\nd\r\n', /^Line 4 of list\.csv/],
    ['the same below an announced separator', 'sep=;\nSHP-1\n"SHP-2\n', /^Line 3 of list\.csv.*quotation mark/],
  ])('refuses %s and says where', (_what, text, sentence) => {
    expect(refusal(text)).toMatch(sentence)
  })

  it('reads the first column of a workbook', () => {
    const sheets = {
      One: [
        ['Shipment', 'Vessel'],
        ['007', 'MV A'],
        ['', ''],
        ['SHP-1', ''],
      ],
    }
    expect(parse(makeWorkbook({ sheets }))).toEqual(['007', 'SHP-1'])
  })

  it('parses what a spreadsheet wrote, whatever the separator and the encoding', () => {
    const reference = fc
      .string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...CHARACTERS) })
      .filter((text) => text.trim() === text && !text.startsWith('='))
    const layout = fc.record({
      references: fc.uniqueArray(reference, { minLength: 1, maxLength: 8 }),
      delimiter: fc.constantFrom(',', ';', '\t'),
      record_delimiter: fc.constantFrom('\n', '\r\n', '\r'),
      isUtf16: fc.boolean(),
    })
    fc.assert(
      fc.property(layout, ({ references, isUtf16, ...format }) => {
        const rows = [['Reference', 'Note'], ...references.map((cell) => [cell, 'note'])]
        const text = stringify(rows, { ...format, quoted_string: true })
        expect(parse(isUtf16 ? utf16le(text) : text)).toEqual(references)
      }),
    )
  })
})
