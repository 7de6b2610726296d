import { plainLine } from './plain-line.ts'

/** So many rows are read ahead to find the widths; a wider cell further down moves its own row only. */
const MEASURED_ROWS = 200
const WIDEST_COLUMN = 60
const GAP = '  '
const MARK = /^\p{M}$/u
const WIDE =
  /^[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\p{Extended_Pictographic}]$/u

/** The rows as aligned lines under their headings, made as they are read. Null is shown as a dash: not known. */
export function* textTable(headings: string[], rows: Iterable<(string | null)[]>): Generator<string> {
  const iterator = rows[Symbol.iterator]()
  const ahead: string[][] = [headings]
  let next = iterator.next()
  for (; next.done !== true && ahead.length <= MEASURED_ROWS; next = iterator.next()) ahead.push(cellsOf(next.value))
  const widths = headings.map((_heading, column) =>
    Math.min(WIDEST_COLUMN, Math.max(...ahead.map((cells) => displayWidth(cells[column] ?? '')))),
  )
  for (const cells of ahead) yield lineOf(cells, widths)
  for (; next.done !== true; next = iterator.next()) yield lineOf(cellsOf(next.value), widths)
}

function cellsOf(row: (string | null)[]): string[] {
  return row.map((cell) => (cell === null ? '–' : plainLine(cell)))
}

function lineOf(cells: string[], widths: number[]): string {
  const padded = cells.map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - displayWidth(cell))))
  return `${padded.join(GAP).trimEnd()}\n`
}

/** Columns that the text takes on a terminal: two for Chinese characters and the like, none for combining marks. */
export function displayWidth(text: string): number {
  let width = 0
  for (const character of text) {
    if (!MARK.test(character)) width += WIDE.test(character) ? 2 : 1
  }
  return width
}
