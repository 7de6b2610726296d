import { csvCell } from './csv-cell.ts'

export type CsvCell = string | number | boolean | null

/**
 * What ends a cell or a line for some reader, whatever this file has between them, and blanks that a reader would leave out. A
 * library quotes its own delimiters alone, so that a name with another line break became two rows.
 */
const NEEDS_QUOTES = /[",;|\t\r\n\v\f\u0085\u2028\u2029]|^\s|\s$/

/** Rows as CSV in which no spreadsheet finds a formula (T21), with the line ends of Windows. */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${cells.map(written).join(',')}\r\n`).join('')
}

/** Without it, spreadsheets do not recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
/** Rows between two turns of the event loop, which the writing of each part takes. */
const PART_ROWS = 500

/** The same as a file that Excel reads as UTF-8, part by part. */
export function* csvFile(rows: Iterable<readonly CsvCell[]>): Generator<string> {
  let mark = BYTE_ORDER_MARK
  let part: (readonly CsvCell[])[] = []
  for (const row of rows) {
    part.push(row)
    if (part.length < PART_ROWS) continue
    yield mark + csvLines(part)
    mark = ''
    part = []
  }
  yield mark + csvLines(part)
}

function written(cell: CsvCell): string {
  return quotedCell(typeof cell === 'string' ? csvCell(cell) : String(cell ?? ''))
}

/** In quotes where it needs them. */
export function quotedCell(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
