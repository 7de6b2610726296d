import { csvCell } from '../../../shared/text/csv-cell.ts'
import { quotedCell } from '../../../shared/text/csv-lines.ts'
import { cellText, type CellValue, type GridColumn } from '../columns/grid-column.ts'

type TextColumn<Row> = Pick<GridColumn<Row>, 'title' | 'value' | 'exported'>

const BYTE_ORDER_MARK = '\uFEFF'

/** Rows for the clipboard after a header line: a spreadsheet starts a new cell at every tab and runs nothing as a formula (T21). */
export function toTabSeparated<Row>(rows: readonly Row[], columns: readonly TextColumn<Row>[]): string {
  return lines(rows, columns, (column, row) => column.value(row))
    .map((cells) => cells.map(pasted).join('\t'))
    .join('\r\n')
}

/** Rows as a CSV file that Excel reads as UTF-8 and in which nothing runs as a formula (T21); null is an empty line. */
export function toCsv<Row>(rows: readonly (Row | null)[], columns: readonly TextColumn<Row>[]): string {
  return `${BYTE_ORDER_MARK}${lines(rows, columns, (column, row) => (column.exported ?? column.value).call(column, row))
    .map((cells) => `${cells.map(quotedCell).join(',')}\r\n`)
    .join('')}`
}

function lines<Row>(
  rows: readonly (Row | null)[],
  columns: readonly TextColumn<Row>[],
  read: (column: TextColumn<Row>, row: Row) => CellValue,
): string[][] {
  return [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map((column) => (row === null ? '' : safeText(read(column, row))))),
  ]
}

/** A numeric value stays a number, including its minus sign. */
function safeText(value: CellValue): string {
  return typeof value === 'string' ? csvCell(value) : cellText(value)
}

/** A leading quote starts a quoted cell when pasted and would swallow the cells after it. */
function pasted(text: string): string {
  const line = text.replaceAll(/[\t\r\n]+/g, ' ')
  return line.startsWith('"') ? quotedCell(line) : line
}
