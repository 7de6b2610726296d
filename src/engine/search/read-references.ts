import { readReferences } from '../tables/read-references.ts'
import { readTable } from '../tables/read-table.ts'

export interface ListedReferences {
  references: string[]
  /** What the user should know about what was taken; null if there is nothing. */
  note: string | null
}

/**
 * The references in a list as a spreadsheet saves it, as text or as a workbook: the column whose heading names them, or the first,
 * or one per line. Skips blank cells and a heading, drops duplicates, keeps leading zeros. Fails with bad-usage that names
 * `source` and, if known, the line.
 */
export function parseReferences(bytes: Buffer, source: string): ListedReferences {
  const { table, note } = readReferences(readTable(bytes, source), source)
  const references = table.lines.flatMap((cells) => cells[table.referenceColumn] ?? [])
  return { references: [...new Set(references.filter((reference) => reference !== ''))], note }
}
