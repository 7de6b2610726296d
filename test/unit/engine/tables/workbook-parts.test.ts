import { strToU8, zipSync } from 'fflate/browser'
import { describe, expect, it } from 'vitest'
import { readReferences } from '../../../../src/engine/tables/read-references.ts'
import { readTable } from '../../../../src/engine/tables/read-table.ts'
import { writeWorkbook } from '../../../../src/engine/tables/write-workbook.ts'
import { makeWorkbook } from '../../../support/make-workbook.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

interface Parts {
  root?: string
  workbook?: string
  workbookXml?: string
  sheet?: string
  sheetXml?: string
  texts?: string
  textsTarget?: string
  separator?: string
}

const textRow = (text: string): string => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`
const relation = (type: string, target: string): string =>
  `<Relationship Id="${type}" Type="${RELATIONS}/${type}" Target="${target}"/>`
const relations = (...list: readonly string[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.join('')}</Relationships>`

/** A workbook of one shared and one inline text, with parts where a program may put them. */
function workbookOf(parts: Parts): Buffer {
  const { root = 'xl/workbook.xml', workbook = 'xl/workbook.xml', separator = '/' } = parts
  const { sheet = 'worksheets/sheet1.xml', texts = 'xl/sharedStrings.xml', textsTarget = 'sharedStrings.xml' } = parts
  const folder = workbook.replace(/[^/]*$/, '')
  const entries = {
    '_rels/.rels': relations(relation('officeDocument', root)),
    [workbook]:
      parts.workbookXml ??
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="S" sheetId="1" r:id="worksheet"/></sheets></workbook>`,
    [`${folder}_rels/${workbook.slice(folder.length)}.rels`]: relations(
      relation('worksheet', sheet),
      relation('sharedStrings', textsTarget),
    ),
    [`${folder}worksheets/sheet1.xml`]:
      parts.sheetXml ??
      `<worksheet xmlns="${MAIN}"><sheetData><row><c t="s"><v>0</v></c></row>${textRow('SHP-2')}</sheetData></worksheet>`,
    [texts]: `<sst xmlns="${MAIN}"><si><t>SHP-1</t></si></sst>`,
  }
  const named = Object.entries(entries).map(([name, xml]) => [name.replaceAll('/', separator), strToU8(xml)] as const)
  return Buffer.from(zipSync(Object.fromEntries(named)))
}

const rowsOf = (bytes: Buffer): string[] => readTable(bytes, 'list.xlsx').rows.map((row) => row.join('|'))

describe('the parts of a workbook', () => {
  it.each<[string, Parts]>([
    ['in another case', { texts: 'xl/SharedStrings.xml', textsTarget: 'sharedstrings.xml' }],
    ['elsewhere', { texts: 'strings/all.xml', textsTarget: '../strings/all.xml' }],
    ['at an absolute address', { sheet: '/xl/worksheets/sheet1.xml' }],
    ['at an escaped address', { sheet: 'worksheets/sheet%31.xml' }],
    ['under another name', { root: 'xl/workbook22.xml', workbook: 'xl/workbook22.xml' }],
    [
      'in another folder',
      { root: '/office/book.xml', workbook: 'office/book.xml', textsTarget: '../xl/sharedStrings.xml' },
    ],
    ['with the separators of Windows', { separator: '\\' }],
    [
      'with prefixes of its own',
      {
        workbookXml: `<a:workbook xmlns:a="${MAIN}"><a:sheets><a:sheet name="S" d3p1:id="worksheet" xmlns:d3p1="${RELATIONS}"/></a:sheets></a:workbook>`,
      },
    ],
    [
      'with a state that hides nothing',
      {
        workbookXml: `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="S" state="show" r:id="worksheet"/></sheets></workbook>`,
      },
    ],
    [
      'of the strict kind',
      {
        workbookXml:
          '<workbook xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main" xmlns:r="http://purl.oclc.org/ooxml/officeDocument/relationships"><sheets><sheet name="S" r:id="worksheet"/></sheets></workbook>',
      },
    ],
  ])('are found %s, because they are told by what refers to them', (_where, parts) => {
    expect(rowsOf(workbookOf(parts))).toEqual(['SHP-1', 'SHP-2'])
  })

  it.each<[string, Parts]>([
    ['a text that is not there', { texts: 'xl/other.xml' }],
    ['a sheet that is not there', { sheet: 'worksheets/sheet9.xml' }],
    [
      'a sheet without a relation',
      {
        workbookXml: `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="A" r:id="none"/><sheet name="S" r:id="worksheet"/></sheets></workbook>`,
      },
    ],
  ])('are damaged by %s: read as empty, references would be missing in silence', (_what, parts) => {
    expect(() => rowsOf(workbookOf(parts))).toThrow('list.xlsx is damaged')
  })

  it('leave out what an extension calls by the same names', () => {
    const sheetXml = `<worksheet xmlns="${MAIN}" xmlns:x14="x14"><sheetData>${textRow('SHP-1')}</sheetData><extLst><ext>
      <x14:row r="5"><x14:c r="A5"><x14:v>99</x14:v></x14:c></x14:row><row r="6"><c r="A6"><v>98</v></c></row></ext></extLst></worksheet>`
    expect(rowsOf(workbookOf({ sheetXml }))).toEqual(['SHP-1'])
    const workbookXml = `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr date1904="1"/><sheets><sheet name="S" r:id="worksheet"/></sheets>
      <extLst><ext xmlns:x15="y"><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst></workbook>`
    const dated = `<worksheet xmlns="${MAIN}"><sheetData><row><c t="d"><v>2026-03-05T00:00:00</v></c></row></sheetData></worksheet>`
    expect(rowsOf(workbookOf({ workbookXml, sheetXml: dated }))).toEqual(['2026-03-05'])
  })

  it('are read in the encoding that they name, or not at all', () => {
    const sheet = (encoding: string): Parts => ({
      sheetXml: `<?xml version="1.0" encoding="${encoding}"?><worksheet xmlns="${MAIN}"><sheetData>${textRow('M#ller-1')}</sheetData></worksheet>`,
    })
    const withByte = (parts: Parts): Buffer => {
      const bytes = Buffer.from(zipSync({ x: strToU8('') }))
      const xml = Buffer.from(parts.sheetXml ?? '')
      xml[xml.indexOf('#')] = 0xfc
      return bytes.length === 0
        ? bytes
        : makeWorkbook({ sheets: { One: '' }, parts: { 'xl/worksheets/sheet1.xml': xml } })
    }
    expect(rowsOf(withByte(sheet('windows-1252')))).toEqual(['Müller-1'])
    expect(() => rowsOf(withByte(sheet('UTF-8')))).toThrow('is damaged')
  })

  it('have every letter that they name by its number, beyond the first 65,536 too', () => {
    const named = textRow('&#128674;&#x1F6A2;&#xFC;&amp;lt;&nbsp;-1')
    expect(
      rowsOf(workbookOf({ sheetXml: `<worksheet xmlns="${MAIN}"><sheetData>${named}</sheetData></worksheet>` })),
    ).toEqual(['🚢🚢ü&lt;&nbsp;-1'])
    const none = `<worksheet xmlns="${MAIN}"><sheetData>${textRow('&#x110000;')}</sheetData></worksheet>`
    expect(() => rowsOf(workbookOf({ sheetXml: none }))).toThrow('is damaged')
  })

  it('are checked by size and sum: one bit may make another reference', () => {
    const whole = Buffer.from(
      writeWorkbook(
        Array.from({ length: 50 }, (_, at) => [`SHP-${at}`]),
        'S',
      ),
    )
    const start = whole.indexOf('xl/worksheets/sheet1.xml') + 'xl/worksheets/sheet1.xml'.length
    for (let at = start + 5; at < start + 200; at += 13) {
      const bent = Buffer.from(whole)
      bent[at] = (bent[at] ?? 0) ^ 4
      expect(() => readTable(bent, 'list.xlsx')).toThrow('is damaged')
    }
  })

  it('are refused where two have one name: what was measured may not be what is read', () => {
    const bytes = makeWorkbook({ sheets: { One: [['SHP-1']] }, parts: { 'xl/worksheets/sheet9.xml': strToU8('<a/>') } })
    const twice = Buffer.from(
      bytes.toString('latin1').replaceAll('xl/worksheets/sheet9', 'xl/worksheets/SHEET1'),
      'latin1',
    )
    expect(() => readTable(twice, 'list.xlsx')).toThrow('is damaged')
  })

  it('are too large where one text is repeated to more than a list has', () => {
    const cells = '<row><c t="s"><v>0</v></c></row>'.repeat(5_000)
    const bomb = makeWorkbook({ sheets: { One: cells }, texts: ['x'.repeat(1_000_000)] })
    expect(bomb.length).toBeLessThan(10_000)
    expect(() => readTable(bomb, 'list.xlsx')).toThrow('is too large: its cells have more than 20,000,000 characters')
    const merged = makeWorkbook({
      sheets: { One: `<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="150000"><c r="B150000"><v>1</v></c></row>` },
      texts: ['x'.repeat(32_767)],
      after: '<mergeCells><mergeCell ref="A1:A150000"/></mergeCells>',
    })
    expect(() => readTable(merged, 'list.xlsx')).toThrow('is too large: its cells')
  })
})

describe('a text of a workbook', () => {
  it('has the characters that stand in it as _xHHHH_, and is written so that no program takes others for them', () => {
    const rows =
      '<row><c t="s"><v>0</v></c></row><row><c t="s"><v>1</v></c></row><row><c t="str"><v>SHP-3_x0009_</v></c></row>'
    const texts = ['SHP-1_x000D_', 'SHP_x005F_x0041_1']
    expect(rowsOf(makeWorkbook({ sheets: { One: rows }, texts }))).toEqual(['SHP-1', 'SHP_x0041_1', 'SHP-3'])
    const written = ['SHP_x0041_1', '_x005F_', '__x0041_', '_x12_']
    const bytes = writeWorkbook(
      written.map((text) => [text]),
      'S',
    )
    expect(rowsOf(Buffer.from(bytes))).toEqual(written)
    expect(Buffer.from(bytes).includes('SHP_x0041_1')).toBe(false)
  })
})

describe('a sheet', () => {
  it('says how many formulas no program has calculated yet', () => {
    const cells = `${textRow('Shipment ref')}<row><c><f>"SHP-"&amp;1</f></c></row>${textRow('SHP-0001')}<row><c t="str"><f>"SHP-"&amp;2</f><v></v></c></row>`
    expect(readTable(makeWorkbook({ sheets: { One: cells } }), 'list.xlsx').note).toBe(
      '2 formulas have no value yet: open and save it in your spreadsheet program.',
    )
    const empty = `${textRow('SHP-1')}<row><c t="str"><f>IF(A1="","",A1)</f><v></v></c></row>`
    expect(readTable(makeWorkbook({ sheets: { One: empty } }), 'list.xlsx').note).toBeNull()
    const alone = makeWorkbook({ sheets: { One: `${textRow('Shipment ref')}<row><c><f>B1</f><v/></c></row>` } })
    expect(() => readReferences(readTable(alone, 'list.xlsx'), 'list.xlsx')).toThrow('list.xlsx holds no references')
  })

  it('says which of its rows are hidden', () => {
    const rows = `${textRow('SHP-1')}<row r="2" hidden="1"><c t="inlineStr"><is><t>SHP-2</t></is></c></row>${textRow('SHP-3')}`
    const table = readTable(makeWorkbook({ sheets: { One: rows } }), 'list.xlsx')
    const read = readReferences(table, 'list.xlsx')
    expect(read.note).toContain('1 row is hidden by a filter')
    expect(read.hiddenLines).toEqual([1])
    expect(read.table.lines.flat()).toEqual(['SHP-1', 'SHP-2', 'SHP-3'])
  })
})
