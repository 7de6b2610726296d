import { badUsage } from '../../shared/errors/app-error.ts'

/** Usual headings of such a column, without spaces and punctuation. */
const HEADING =
  /^(?:(?:shipment|parcel|shipping|consignment|booking|customer|your|our)?(?:refs?|references?)(?:no|nr|number|id)?|(?:shipment|shipping|consignment|parcel)s?(?:no|nr|number|id)?)$/
/** The service finds by the shipment's reference: such a column is taken before one of another reference. */
const SHIPMENT_HEADING = /^(?:shipment|shipping|consignment)/

/** A table with one column of references. */
export interface ReferenceTable {
  /** The heading of every column, empty where it has none; all empty if the table has no line of headings. */
  headings: string[]
  /** Which column has the references. */
  referenceColumn: number
  /** The lines below the headings with as many cells as there are columns; blank and repeated ones are kept. */
  lines: string[][]
}

/** Lines that may stand above the headings: a title, a date, who made the list. */
export const MOST_TITLES = 10

/**
 * Finds the references of a table: below the heading that names them, or else in the first column with anything in it. Fails
 * with bad-usage if there are none.
 */
export function findReferences(rows: readonly (readonly string[])[], source: string): ReferenceTable {
  const headAt = findHeadings(rows)
  const head = rows[headAt] ?? []
  const named = namedColumn(head)
  if (named !== undefined) {
    const below = rows.slice(headAt + 1)
    if (hasText(below, named)) return placed(below, head, named)
  }
  const column = rows.reduce((first, row) => Math.min(first, filledFrom(row)), Infinity)
  // A note in a first line that happens to say “reference” has nothing below it, and stands beside a reference.
  const isNote = named === undefined || (named > column && /\d/.test(head[column] ?? ''))
  if (!isNote || column === Infinity)
    throw badUsage(`${source} holds no references.`, 'Put one reference on each line.')
  return placed(rows, [], column)
}

/** Whether a cell is the heading of a column of references. */
export function namesReferences(cell: string): boolean {
  return HEADING.test(headingOf(cell))
}

/**
 * The line of headings: the first that is filled or, below titles, one that names the references and has more cells than any of
 * them, or a blank line before it.
 */
function findHeadings(rows: readonly (readonly string[])[]): number {
  const filled = [...rows.keys()].filter((at) => filledFrom(rows[at] ?? []) !== Infinity)
  const [first = -1] = filled
  const isHead = (at: number, titles: number): boolean => {
    const row = rows[at] ?? []
    const column = namedColumn(row)
    if (column === undefined || !hasText(rows.slice(at + 1), column)) return false
    const widest = Math.max(0, ...filled.slice(0, titles).map((title) => countFilled(rows[title] ?? [])))
    return countFilled(row) > widest || (titles <= 2 && filledFrom(rows[at - 1] ?? []) === Infinity)
  }
  return (
    filled
      .slice(0, MOST_TITLES + 1)
      .find((at, titles) => (titles === 0 ? namedColumn(rows[at] ?? []) !== undefined : isHead(at, titles))) ?? first
  )
}

/** The first column with text; Infinity for a blank line. */
function filledFrom(row: readonly string[]): number {
  const column = row.findIndex((cell) => cell !== '')
  return column === -1 ? Infinity : column
}

function countFilled(row: readonly string[]): number {
  return row.filter((cell) => cell !== '').length
}

function hasText(rows: readonly (readonly string[])[], column: number): boolean {
  return rows.some((row) => (row[column] ?? '') !== '')
}

function placed(
  rows: readonly (readonly string[])[],
  headings: readonly string[],
  referenceColumn: number,
): ReferenceTable {
  const last = rows.findLastIndex((row) => row.some((cell) => cell !== ''))
  const kept = rows.slice(0, last + 1)
  const columns = kept.reduce((most, row) => Math.max(most, row.length), headings.length)
  return { headings: padded(headings, columns), referenceColumn, lines: kept.map((row) => padded(row, columns)) }
}

/** The first column whose heading names the shipment's reference, or any reference; undefined without one. */
function namedColumn(row: readonly string[]): number | undefined {
  const headings = row.map(headingOf)
  const named = [...headings.keys()].filter((at) => HEADING.test(headings[at] ?? ''))
  return named.find((at) => SHIPMENT_HEADING.test(headings[at] ?? '')) ?? named[0]
}

function headingOf(cell: string): string {
  return cell.toLowerCase().replaceAll(/[\s_.#:°-]/g, '')
}

function padded(cells: readonly string[], columns: number): string[] {
  return Array.from({ length: columns }, (_, at) => cells[at] ?? '')
}
