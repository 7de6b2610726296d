import { describe, expect, it } from 'vitest'
import { numberFormats } from '../../../../src/engine/tables/workbook/number-formats.ts'
import { readTable } from '../../../../src/engine/tables/read-table.ts'
import { failureOf } from '../../../../src/shared/errors/app-error.ts'
import { makeWorkbook, understateSize, type WorkbookSample } from '../../../support/make-workbook.ts'

function rowsOf(sample: WorkbookSample): string[][] {
  return readTable(makeWorkbook(sample), 'list.xlsx').rows
}

function refusal(bytes: Buffer): string {
  try {
    readTable(bytes, 'list.xlsx')
  } catch (thrown) {
    const failure = failureOf(thrown)
    return failure?.tag === 'bad-usage' ? failure.message : String(thrown)
  }
  return 'accepted'
}

const compoundFile = (content: string): Buffer =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(content, 'utf16le')])

describe('readTable', () => {
  it('reads the texts of a workbook, its own and those that cells share', () => {
    const rows =
      '<row r="1"><c r="A1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><r><t>Gdań</t></r><r><t>sk</t></r></is></c></row>'
    expect(rowsOf({ sheets: { One: rows }, texts: ['no', 'SHP-1 &amp; 2'] })).toEqual([['SHP-1 & 2', '', 'Gdańsk']])
  })

  it('takes the stored value of a formula and runs none', () => {
    const rows = `<row r="1"><c r="A1" t="str"><f>HYPERLINK("http://evil/","x")</f><v>SHP-1</v></c><c r="B1"><f>1+1</f><v>2</v></c>
      <c r="C1"><f>NOW()</f></c><c r="D1" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>`
    expect(rowsOf({ sheets: { One: rows } })).toEqual([['SHP-1', '2', '', '#DIV/0!']])
  })

  it('repeats a cell that is merged over several lines: each is a line of that reference', () => {
    const rows =
      '<row r="1"><c r="A1" t="inlineStr"><is><t>SHP-1</t></is></c></row><row r="3"><c r="B3"><v>7</v></c></row>'
    const after = '<mergeCells count="1"><mergeCell ref="A1:A3"/></mergeCells>'
    expect(rowsOf({ sheets: { One: rows }, after })).toEqual([['SHP-1'], ['SHP-1'], ['SHP-1', '7']])
  })

  it('shows days as their format does, or in one order where each computer has its own', () => {
    const styles = `<numFmts><numFmt numFmtId="170" formatCode="dd\\.mm\\.yyyy;@"/><numFmt numFmtId="171" formatCode="[Red]0.00&quot;days&quot;"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs>`
    const cell = (style: number): string => `<c s="${style}"><v>46086.5</v></c>`
    const rows = `<row><c s="1"><v>46086</v></c>${cell(2)}${cell(3)}${cell(0)}<c s="1"><v>1</v></c></row>`
    expect(rowsOf({ sheets: { One: rows }, styles })).toEqual([
      ['2026-03-05', '05.03.2026', '46086.50days', '46086.5', '1'],
    ])
    expect(rowsOf({ sheets: { One: '<row><c s="1"><v>44624</v></c></row>' }, styles, is1904: true })).toEqual([
      ['2026-03-05'],
    ])
  })

  it('keeps the leading zeros that a format gives to a whole number, and digits that it would round away', () => {
    const styles = `<numFmts><numFmt numFmtId="170" formatCode="0000000"/><numFmt numFmtId="171" formatCode="${'0'.repeat(90)}"/></numFmts>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="1"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs>`
    const values: [style: number, value: string][] = [
      [2, '4711'],
      [2, '12345678'],
      [2, '47.5'],
      [2, '-3'],
      [0, '4711'],
      [1, '4711'],
      [3, '4711'],
    ]
    const rows = `<row>${values.map(([style, value]) => `<c s="${style}"><v>${value}</v></c>`).join('')}</row>`
    expect(rowsOf({ sheets: { One: rows }, styles })).toEqual([
      ['0004711', '12345678', '47.5', '-0000003', '4711', '4711', `${'0'.repeat(86)}4711`],
    ])
  })

  it('takes the first sheet that shows anything and says which', () => {
    const sheets = { Empty: '', Secret: [['SHP-9']], March: [['SHP-1']], April: [['SHP-2']] }
    const { rows, note } = readTable(makeWorkbook({ sheets, hidden: ['Secret'] }), 'list.xlsx')
    expect(rows).toEqual([['SHP-1']])
    expect(note).toBe('Of its 3 sheets “March” was taken, the first with anything in it.')
  })

  it('is not stopped by a cell in the last corner of a sheet', () => {
    const rows = '<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>1</v></c></row><row r="100000"><c r="A100000"/></row>'
    expect(rowsOf({ sheets: { One: rows } })).toEqual([['1']])
  })

  it('replaces no entity and follows no document type', () => {
    const xml =
      '<!DOCTYPE worksheet [<!ENTITY a "boom"><!ENTITY b SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row><c t="inlineStr"><is><t>&a;&b;</t></is></c></row></sheetData></worksheet>'
    const parts = { 'xl/worksheets/sheet1.xml': Buffer.from(xml) }
    expect(rowsOf({ sheets: { One: '' }, parts })).toEqual([['&a;&b;']])
  })

  it.each<[string, Buffer, RegExp]>([
    [
      'a macro',
      makeWorkbook({ sheets: { One: [['SHP-1']] }, parts: { 'xl/vbaProject.bin': Buffer.from('x') } }),
      /holds a macro\. Nothing of it was run/,
    ],
    ['a password', compoundFile('EncryptedPackage'), /protected by a password/],
    ['an old workbook', compoundFile('Workbook'), /of the old kind \(\.xls\)/],
    ['a binary workbook', makeWorkbook({ sheets: {}, parts: { 'xl/workbook.bin': Buffer.from('x') } }), /\.xlsb/],
    [
      'another archive',
      Buffer.from('504b0506000000000000000000000000000000000000', 'hex'),
      /readable text|no workbook/,
    ],
    ['an archive that breaks off', makeWorkbook({ sheets: { One: [['SHP-1']] } }).subarray(0, 400), /is damaged/],
    [
      'XML that breaks off',
      makeWorkbook({ sheets: {}, parts: { 'xl/workbook.xml': Buffer.from('<workbook><sheets') } }),
      /is damaged/,
    ],
    ['a workbook without a cell', makeWorkbook({ sheets: { One: '', Two: '' } }), /is empty/],
    ['50 MB', Buffer.alloc(50_000_000, 'A'), /is too large: it has 50 MB, and a list may have 10 MB/],
    [
      'too many rows',
      makeWorkbook({ sheets: { One: '<row r="1048576"><c r="A1048576"><v>1</v></c></row>' } }),
      /more than 200,000 rows/,
    ],
    [
      'a text of a megabyte in many cells',
      makeWorkbook({
        sheets: { One: '<row><c t="s"><v>0</v></c></row>'.repeat(2_000) },
        texts: ['x'.repeat(1_000_000)],
      }),
      /its cells have more than 20,000,000 characters/,
    ],
    [
      'a text that is merged over many rows',
      makeWorkbook({
        sheets: { One: `<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2000"><c r="B2000"><v>1</v></c></row>` },
        texts: ['x'.repeat(32_767)],
        after: '<mergeCells><mergeCell ref="A1:A2000"/></mergeCells>',
      }),
      /its cells have more than 20,000,000 characters/,
    ],
    [
      'countless sheets',
      makeWorkbook({
        sheets: { One: '' },
        parts: { 'xl/workbook.xml': workbookOf('<sheet r:id="rId1"/>'.repeat(20_000)) },
      }),
      /more than 10,000 sheets/,
    ],
    [
      'countless parts',
      makeWorkbook({ sheets: {}, parts: { 'xl/_rels/workbook.xml.rels': Buffer.from(relations(20_000)) } }),
      /is damaged/,
    ],
    ['elements in elements', makeWorkbook({ sheets: { One: '<a>'.repeat(2_000) } }), /is damaged/],
    [
      'a tag of a megabyte',
      makeWorkbook({ sheets: { One: `<row a=">${'x'.repeat(1_000_001)}"></row>` } }),
      /is damaged/,
    ],
    [
      'a bomb',
      makeWorkbook({ sheets: { One: '' }, parts: { 'xl/sharedStrings.xml': Buffer.alloc(101_000_000, ' ') } }),
      /unpacked it has more than 100 MB/,
    ],
  ])('refuses %s with a sentence', (_what, bytes, sentence) => {
    expect(refusal(bytes)).toMatch(sentence)
  })

  it('takes no more of a text than a cell holds, and no more styles than a workbook has', () => {
    const texts = makeWorkbook({ sheets: { One: '<row><c t="s"><v>0</v></c></row>' }, texts: ['x'.repeat(100_000)] })
    expect(readTable(texts, 'list.xlsx').rows[0]?.[0]).toHaveLength(32_767)
    const format = numberFormats(Buffer.from(`<s><cellXfs>${'<xf/>'.repeat(70_000)}</cellXfs></s>`))
    expect([65_489, 65_490].map((style) => format(style).kind)).toEqual(['plain', 'other'])
  })

  it('reads on behind a long comment or instruction, which is no tag', () => {
    const long = `<!-- it's > ${'x'.repeat(1_100_000)} --><?p "${'x'.repeat(1_100_000)}?>`
    const workbook = makeWorkbook({ sheets: { One: `${long}<row><c><v>7</v></c></row>` } })
    expect(readTable(workbook, 'list.xlsx').rows).toEqual([['7']])
  })

  it('unpacks no more than an archive states, so that a bomb that lies is a damaged file', () => {
    const part = Buffer.alloc(60_000_000, ' ')
    const bomb = makeWorkbook({ sheets: { One: [['SHP-1']] }, parts: { 'xl/sharedStrings.xml': part } })
    expect(refusal(understateSize(bomb, part.length, 100))).toMatch(/is damaged|accepted/)
  })

  it('takes 50 columns and says so', () => {
    const { rows, note } = readTable(Buffer.from(`SHP-1${',x'.repeat(60)}`), 'list.csv')
    expect(rows[0]).toHaveLength(50)
    expect(note).toBe('Its first 50 columns were taken.')
  })
})

function workbookOf(sheets: string): Buffer {
  const r = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  return Buffer.from(`<workbook xmlns:r="${r}"><sheets>${sheets}</sheets></workbook>`)
}

function relations(count: number): string {
  const all = Array.from({ length: count }, (_, at) => `<Relationship Id="${at}"/>`)
  return `<Relationships>${all.join('')}</Relationships>`
}
