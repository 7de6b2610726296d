// Including the full-width forms, which spreadsheets also take for the start of a formula.
const FORMULA = '=+\\-@＝＋－＠'
// Characters that a spreadsheet skips before a formula, and those that end a cell for one that splits at other places than the
// comma: `;` (most of Europe), tabs, line breaks. A quote is skipped too, because inside a cell it starts no quotation.
const SKIPPED = '\\s\\p{Cc}\\p{Cf}";'
const CELL_END = /[;\t\r\n](?=[^;\t\r\n]*$)/

// Matches only from the start of a run, so that a long run without a formula is scanned once.
const SKIPPED_BEFORE_FORMULA = new RegExp(`(?<![${SKIPPED}])[${SKIPPED}]+(?=[${FORMULA}])`, 'gu')
const GUARDED_START = new RegExp(`^(?:[\\t\\r\\n]|[${SKIPPED}]*[${FORMULA}])`, 'u')

const GUARD = new RegExp(`(^|[;\\t\\r\\n])'(?=[${SKIPPED}]*[${FORMULA}]|(?<=^')[\\t\\r\\n])`, 'gu')

/**
 * Makes text safe for a spreadsheet cell, so that no spreadsheet runs it as a formula, not even one that splits lines at `;`
 * or tabs: puts an apostrophe before a leading `=`, `+`, `-`, `@`, tab or line break, and after each inner `;`, tab and line
 * break that such a character follows. The CSV writer does the quoting. T21.
 */
export function csvCell(text: string): string {
  const guarded = text.replace(SKIPPED_BEFORE_FORMULA, (skipped) => skipped.replace(CELL_END, "$&'"))
  return GUARDED_START.test(guarded) ? `'${guarded}` : guarded
}

/** The text that `csvCell` made safe, so that an export is read back as it was; any other text as it is. */
export function unguardedCell(cell: string): string {
  const text = cell.replaceAll(GUARD, '$1')
  return csvCell(text) === cell ? text : cell
}
