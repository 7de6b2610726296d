import writeExcelFile from 'write-excel-file/universal'
import { MAX_CELL_LENGTH } from './table.ts'

/** A cell to write; a text stays a text, whatever it starts with. */
export type Cell = string | number | null

/** What XML cannot hold; a workbook with it would be “damaged”. */
const NOT_IN_XML = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu
/** In characters of the sheet’s font. */
const WIDEST = 60

/** Rows as an XLSX workbook of one sheet, the first row as its heading. Nothing in it runs as a formula (T21). */
export async function writeWorkbook(rows: readonly (readonly Cell[])[], sheet: string): Promise<Uint8Array> {
  const data = rows.map((row, at) => row.map((cell) => written(cell, at === 0)))
  const columns = (rows[0] ?? []).map((_, column) => ({ width: widthOf(rows, column) }))
  const blob = await writeExcelFile(data, { sheet, columns, stickyRowsCount: 1 }).toBlob()
  return new Uint8Array(await blob.arrayBuffer())
}

function written(cell: Cell, isHeading: boolean) {
  if (cell === null || cell === '') return null
  if (typeof cell === 'number') return { type: Number, value: cell }
  const value = cell.toWellFormed().replaceAll(NOT_IN_XML, '').slice(0, MAX_CELL_LENGTH)
  return { type: String, value, ...(isHeading ? { fontWeight: 'bold' as const } : {}) }
}

function widthOf(rows: readonly (readonly Cell[])[], column: number): number {
  const longest = rows.slice(0, 200).reduce((most, row) => Math.max(most, String(row[column] ?? '').length), 8)
  return Math.min(longest + 2, WIDEST)
}
