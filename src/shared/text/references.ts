/** What ends a line in one program or another: Alt+Enter, the separators of Unicode, and the control characters of printers. */
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/
const BLANK = /\p{Zs}/gu
/** Nobody sees them, and no service finds them: zero width, reading direction, soft hyphens, marks of byte order, controls. */
const UNSEEN = /(?!\t)[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu

/**
 * The references in one cell, without what only web pages and spreadsheets add: blanks around them, what nobody sees, and the
 * apostrophe that makes a number a text. Each line break begins another reference; blanks do not, because a reference may contain
 * one.
 */
export function referencesInCell(cell: string): string[] {
  return cell
    .split(LINE_BREAK)
    .map(cleanReference)
    .filter((reference) => reference !== '')
}

function cleanReference(line: string): string {
  return line
    .replaceAll(BLANK, ' ')
    .replaceAll(UNSEEN, '')
    .trim()
    .replace(/^'(?=.)/, '')
    .trim()
}
