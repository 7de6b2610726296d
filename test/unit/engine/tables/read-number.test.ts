import { describe, expect, it } from 'vitest'
import { readTable } from '../../../../src/engine/tables/read-table.ts'
import { readReferences } from '../../../../src/engine/tables/read-references.ts'
import type { Table } from '../../../../src/engine/tables/table.ts'
import { makeWorkbook } from '../../../support/make-workbook.ts'

/** One column of numbers, each with the code of its format. */
function sheetOf(cells: readonly (readonly [value: string, code: string])[], is1904 = false): Table {
  const codes = [...new Set(cells.map(([, code]) => code))]
  const formats = codes.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${inXml(code)}"/>`)
  const styles = `<numFmts>${formats.join('')}</numFmts><cellXfs>${codes.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')}</cellXfs>`
  const rows = cells.map(([value, code]) => `<row><c s="${codes.indexOf(code)}"><v>${value}</v></c></row>`)
  return readTable(makeWorkbook({ sheets: { One: rows.join('') }, styles, is1904 }), 'list.xlsx')
}

function shown(value: string, code: string, is1904 = false): string {
  return sheetOf([[value, code]], is1904)
    .rows.flat()
    .join('')
}

function inXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

describe('a number of a sheet', () => {
  it.each([
    ['0000000;@', '0000412'],
    ['"SHP-"0000', 'SHP-0412'],
    [String.raw`\S\H\P0000`, 'SHP0412'],
    ['0000_)', '0412'],
    [String.raw`00000\-0000`, '00000-0412'],
    ['[$-407]0000000', '0000412'],
    ['[Red]00000', '00412'],
    ['[Color 3]00000', '00412'],
    [String.raw`000\ 000`, '000 412'],
    ['0000000000;;;@', '0000000412'],
    ['0000.00', '0412.00'],
    ['000-00-0000', '000-00-0412'],
    [String.raw`[<=9999999]000\-0000;\(000\)\ 000\-0000`, '000-0412'],
    ['0000"/24"', '0412/24'],
    ['"D"0000', 'D0412'],
    ['"SHP-"General', 'SHP-412'],
    ['Standard', '412'],
    ['yyyy', '1901'],
  ])('is shown as its format %j does', (code, text) => {
    expect(shown('412', code)).toBe(text)
  })

  it.each([
    ['12345678901234567890', '12345678901234567890'],
    ['9007199254740993', '9007199254740993'],
    ['1.23456789012345E+22', '12345678901234500000000'],
    ['1E+3', '1000'],
    ['4.5E-3', '0.0045'],
    ['412.0', '412'],
    ['-0', '0'],
    ['0.30000000000000004', '0.3'],
  ])('has the digits of %s: a reference is text, and no calculation may change it', (stored, text) => {
    expect(shown(stored, 'General')).toBe(text)
  })

  it('is a day to the second, never the next one, in either calendar', () => {
    const code = String.raw`yyyy\-mm\-dd`
    expect(shown('46387.99998842593', code)).toBe('2026-12-31')
    expect(shown('46387.99976851852', code)).toBe('2026-12-31')
    expect(shown('1', code, true)).toBe('1904-01-02')
    expect(shown('45292', String.raw`mmm\-yy`)).toBe('Jan-24')
  })

  it('is taken as stored, and said to be, where its format leaves digits out or sets them apart', () => {
    const table = sheetOf([
      ['1234', '#,##0'],
      ['0.5', '0%'],
      ['12.5', '0000'],
      ['412', '0000'],
      ['7', 'garbage ['],
    ])
    expect(table.rows.flat()).toEqual(['1234', '0.5', '12.5', '0412', '7'])
    expect(readReferences(table, 'list.xlsx').note).toBe('4 references are taken as stored, not as the sheet shows it.')
  })

  it('is told of where it has more digits than a spreadsheet keeps', () => {
    const table = sheetOf([
      ['12345678901234567890', 'General'],
      ['123456789012345', 'General'],
    ])
    expect(readReferences(table, 'list.xlsx').note).toContain('1 reference has more digits than the 15')
  })
})
