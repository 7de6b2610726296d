import { findReferences } from '../tables/find-references.ts'
import { readTable } from '../tables/read-table.ts'

/**
 * The references in a list as a spreadsheet saves it, as text or as a workbook: the first column, or one per line. Skips blank
 * cells and a heading, drops duplicates, keeps leading zeros. Fails with bad-usage that names `source` and, if known, the line.
 */
export function parseReferences(bytes: Buffer, source: string): string[] {
  const firstColumn = readTable(bytes, source).rows.map((row) => row.slice(0, 1))
  const references = findReferences(firstColumn, source).lines.flat()
  return [...new Set(references.filter((reference) => reference !== ''))]
}
