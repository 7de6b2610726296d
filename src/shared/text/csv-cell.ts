// Also after blanks and in full width: spreadsheets differ in what they skip before they look for a formula.
const FORMULA_START = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/

/**
 * Text for a spreadsheet cell that no spreadsheet runs as a formula: an apostrophe goes before a leading `=`, `+`, `-`, `@`,
 * tab or line break. Quoting is the CSV writer's. T21.
 */
export function csvCell(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text
}
