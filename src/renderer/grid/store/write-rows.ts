import { csvCell } from '../../../shared/text/csv-cell.ts'
import { quotedCell } from '../../../shared/text/csv-lines.ts'
import { cellText, type CellValue, type GridColumn } from '../columns/grid-column.ts'

type TextColumn<Row> = Pick<GridColumn<Row>, 'title' | 'value' | 'exported'>

/** Rows for the clipboard after a header line: a spreadsheet starts a new cell at every tab and runs nothing as a formula (T21). */
export function toTabSeparated<Row>(rows: readonly Row[], columns: readonly TextColumn<Row>[]): string {
  return [columns.map(({ title }) => title), ...rows.map((row) => columns.map((column) => safeText(column.value(row))))]
    .map((cells) => cells.map(pasted).join('\t'))
    .join('\r\n')
}

/** Rows for a file, after their headings. */
export function toTable<Row>(rows: readonly Row[], columns: readonly TextColumn<Row>[]): CellValue[][] {
  return [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map((column) => (column.exported ?? column.value).call(column, row))),
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
