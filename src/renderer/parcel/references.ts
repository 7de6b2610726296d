/**
 * The references of a pasted spreadsheet column or a typed line, in order, each once. Line breaks, tabs, commas and semicolons
 * separate them, as in spreadsheets and mails; blanks do not, because a reference may contain one.
 */
export function splitReferences(text: string): string[] {
  const parts = text.split(/[\r\n\t,;\u2028\u2029]+/).map(cleanReference)
  return [...new Set(parts.filter((part) => part !== ''))]
}

/** Both lists, each reference once; existing ones keep their place. */
export function mergeReferences(there: readonly string[], added: readonly string[]): string[] {
  return [...new Set([...there, ...added])]
}

function cleanReference(part: string): string {
  // Spreadsheets quote cells, and web pages add hard spaces and zero-width characters that nobody sees and no service finds.
  return part
    .replace(/[\u200B-\u200D\u2060\uFEFF]/g, '')
    .replace(/\u00A0/g, ' ')
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()
}
