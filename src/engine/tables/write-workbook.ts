import { strToU8, zipSync } from 'fflate/browser'
import { storedText } from './workbook/sheet-text.ts'
import { MAX_CELL_LENGTH } from './table.ts'

/** A cell to write; a text stays a text, whatever it starts with. */
export type Cell = string | number | null

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const SCHEMAS = 'http://schemas.openxmlformats.org'
const MAIN = `${SCHEMAS}/spreadsheetml/2006/main`
const RELATIONS = `${SCHEMAS}/officeDocument/2006/relationships`
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** What XML cannot hold; a workbook with it would be “damaged”. */
const NOT_IN_XML = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu
/** In characters of the sheet’s font. */
const WIDEST = 60
/** The earliest that a zip can say: the same rows give the same bytes. */
const NO_TIME = new Date(1980, 0, 1)
/** The second style of the workbook: bold. */
const HEADING_STYLE = 1

/**
 * Rows as an XLSX workbook of one sheet, the first row as its heading, which stays in view. Texts are stored as texts, so
 * nothing in it runs as a formula (T21).
 */
export function writeWorkbook(rows: readonly (readonly Cell[])[], sheet: string): Uint8Array {
  const parts = {
    '[Content_Types].xml': part(
      `<Types xmlns="${SCHEMAS}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
    ),
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': part(
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
    'xl/styles.xml': part(
      `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf fontId="0"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
    ),
    'xl/worksheets/sheet1.xml': part(
      `<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${columnsOf(rows)}<sheetData>${rows.map(rowOf).join('')}</sheetData></worksheet>`,
    ),
  }
  return zipSync(parts, { mtime: NO_TIME })
}

function part(xml: string): Uint8Array {
  return strToU8(DECLARATION + xml)
}

function relations(targets: readonly (readonly [type: string, target: string])[]): Uint8Array {
  const list = targets.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  )
  return part(`<Relationships xmlns="${SCHEMAS}/package/2006/relationships">${list.join('')}</Relationships>`)
}

function columnsOf(rows: readonly (readonly Cell[])[]): string {
  const columns = (rows[0] ?? []).map(
    (_, at) => `<col min="${at + 1}" max="${at + 1}" width="${widthOf(rows, at)}" customWidth="1"/>`,
  )
  return columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`
}

function widthOf(rows: readonly (readonly Cell[])[], column: number): number {
  const longest = rows.slice(0, 200).reduce((most, row) => Math.max(most, String(row[column] ?? '').length), 8)
  return Math.min(longest + 2, WIDEST)
}

function rowOf(row: readonly Cell[], at: number): string {
  const style = at === 0 ? ` s="${HEADING_STYLE}"` : ''
  const cells = row.map((cell, column) => {
    if (cell === null || cell === '') return ''
    const place = `r="${columnName(column)}${at + 1}"${style}`
    if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`
    return `<c ${place} t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
  })
  return `<row r="${at + 1}">${cells.join('')}</row>`
}

function escaped(text: string): string {
  const plain = text.toWellFormed().replaceAll(NOT_IN_XML, '').slice(0, MAX_CELL_LENGTH)
  return storedText(plain)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** 0 is A, 26 is AA. */
function columnName(column: number): string {
  const last = String.fromCodePoint(65 + (column % 26))
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last
}
