import { plainText } from '../../shared/text/plain-text.ts'

/** Rows read ahead to measure the columns; a wider cell further down shifts only its own row. */
const MEASURED_ROWS = 200
const WIDEST_COLUMN = 60
/** A narrower cell would be useless; the line may then wrap. */
const NARROWEST_COLUMN = 8
const GAP = '  '
const MARK = /^\p{M}$/u
const WIDE =
  /^[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\p{Extended_Pictographic}]$/u

/** How to fit a table into a terminal of `columns`: by cutting cells under the headings in `cuttable`. */
export interface TableRoom {
  /** Undefined for a pipe or a file, which get every cell in full. */
  columns: number | undefined
  cuttable: readonly string[]
}

/**
 * Formats rows as aligned lines under their headings, row by row; nothing if there are no rows. Null, which means unknown, is
 * shown as a dash.
 */
export function* textTable(headings: string[], rows: Iterable<(string | null)[]>, room?: TableRoom): Generator<string> {
  const iterator = rows[Symbol.iterator]()
  const ahead: string[][] = [headings]
  let next = iterator.next()
  if (next.done === true) return
  for (; next.done !== true && ahead.length <= MEASURED_ROWS; next = iterator.next()) ahead.push(cellsOf(next.value))
  const natural = headings.map((_heading, column) =>
    Math.min(WIDEST_COLUMN, Math.max(...ahead.map((cells) => displayWidth(cells[column] ?? '')))),
  )
  const mayCut = headings.map((heading) => room?.columns !== undefined && room.cuttable.includes(heading))
  const widths = fitWidths(natural, mayCut, room?.columns ?? Infinity)
  const fitted = (cells: string[]): string[] =>
    cells.map((cell, column) => (mayCut[column] === true ? cutToWidth(cell, widths[column] ?? 0) : cell))
  for (const cells of ahead) yield lineOf(fitted(cells), widths)
  for (; next.done !== true; next = iterator.next()) yield lineOf(fitted(cellsOf(next.value)), widths)
}

/** Narrows the widest column first, so that short cells stay whole. */
function fitWidths(natural: readonly number[], mayCut: readonly boolean[], columns: number): number[] {
  const widths = [...natural]
  for (;;) {
    const line = widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1))
    const widest = Math.max(...widths.filter((_width, column) => mayCut[column]))
    if (line <= columns || widest <= NARROWEST_COLUMN) return widths
    widths[widths.findIndex((width, column) => width === widest && mayCut[column] === true)] = widest - 1
  }
}

function cellsOf(row: (string | null)[]): string[] {
  return row.map((cell) => (cell === null ? '–' : plainText(cell)))
}

function lineOf(cells: string[], widths: number[]): string {
  const padded = cells.map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - displayWidth(cell))))
  return `${padded.join(GAP).trimEnd()}\n`
}

/** Width of a text on a terminal: two columns for East Asian wide characters, none for combining marks. */
export function displayWidth(text: string): number {
  let width = 0
  for (const character of text) {
    if (!MARK.test(character)) width += WIDE.test(character) ? 2 : 1
  }
  return width
}

/** The text if it fits, otherwise its beginning and an ellipsis, at most `width` columns wide. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let cut = ''
  let taken = 0
  for (const character of text) {
    taken += displayWidth(character)
    if (taken >= width) break
    cut += character
  }
  return `${cut}…`
}
