// In full width too: spreadsheets take both for a formula.
const FORMULA = '=+\\-@＝＋－＠'
// What a spreadsheet skips before it looks for a formula, and what ends a cell for one that splits lines at other places than
// the comma: at `;` (most of Europe), at tabs, at line breaks. A quote is skipped too: inside a cell none begins a quotation.
const SKIPPED = '\\s\\p{Cc}\\p{Cf}";'
const CELL_END = /[;\t\r\n](?=[^;\t\r\n]*$)/

// From the beginning of the run, so that a long run without a formula after it is read once.
const SKIPPED_BEFORE_FORMULA = new RegExp(`(?<![${SKIPPED}])[${SKIPPED}]+(?=[${FORMULA}])`, 'gu')
const GUARDED_START = new RegExp(`^(?:[\\t\\r\\n]|[${SKIPPED}]*[${FORMULA}])`, 'u')

/**
 * Text for a spreadsheet cell that no spreadsheet runs as a formula, also one that splits the line at `;` or tabs instead of
 * commas: an apostrophe goes before a leading `=`, `+`, `-`, `@`, tab or line break, and after each `;`, tab and line break
 * inside that such a character follows. Quoting is the CSV writer's. T21.
 */
export function csvCell(text: string): string {
  const guarded = text.replace(SKIPPED_BEFORE_FORMULA, (skipped) => skipped.replace(CELL_END, "$&'"))
  return GUARDED_START.test(guarded) ? `'${guarded}` : guarded
}
