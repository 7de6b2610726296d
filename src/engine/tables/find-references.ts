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

/**
 * Finds the references of a table: below the heading that names them, or else in the first column. Fails with bad-usage if
 * there are none.
 */
export function findReferences(rows: readonly (readonly string[])[], source: string): ReferenceTable {
  const headAt = rows.findIndex((row) => row.some((cell) => cell !== ''))
  const head = rows[headAt] ?? []
  const named = namedColumn(head)
  if (named !== undefined) {
    const below = rows.slice(headAt + 1)
    // A note in a first line that happens to say “reference” has nothing below it.
    if (hasText(below, named)) return placed(below, head, named)
  }
  if (named === 0 || !hasText(rows, 0))
    throw badUsage(`${source} holds no references.`, 'Put one reference on each line.')
  return placed(rows, [], 0)
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
  const headings = row.map((cell) => cell.toLowerCase().replaceAll(/[\s_.#:°-]/g, ''))
  const named = [...headings.keys()].filter((at) => HEADING.test(headings[at] ?? ''))
  return named.find((at) => SHIPMENT_HEADING.test(headings[at] ?? '')) ?? named[0]
}

function padded(cells: readonly string[], columns: number): string[] {
  return Array.from({ length: columns }, (_, at) => cells[at] ?? '')
}
