/**
 * The references of a pasted spreadsheet column or of a typed line, in their order, each once. Whatever spreadsheets and mails
 * put between them separates: line breaks, tabs, commas, semicolons. Blanks do not, for a reference may have one inside.
 */
export function splitReferences(text: string): string[] {
  const parts = text.split(/[\r\n\t,;\u2028\u2029]+/).map(cleaned)
  return [...new Set(parts.filter((part) => part !== ''))]
}

/** Both lists, each reference once; what was there keeps its place. */
export function mergeReferences(there: readonly string[], added: readonly string[]): string[] {
  return [...new Set([...there, ...added])]
}

function cleaned(part: string): string {
  // Spreadsheets quote cells, pages add hard spaces and zero-width marks that nobody sees and no service finds.
  return part
    .replace(/[\u200B-\u200D\u2060\uFEFF]/g, '')
    .replace(/\u00A0/g, ' ')
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()
}
