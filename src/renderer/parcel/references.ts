import { referencesInCell } from '../../shared/text/references.ts'
import type { Pasted } from './pasted.ts'

/**
 * The references of a pasted spreadsheet column or a typed line, in order, each once. Line breaks, tabs, commas and semicolons
 * separate them, as in spreadsheets and mails, which put some into quotes.
 */
export function splitReferences(text: string): string[] {
  return distinct(
    text
      .split(/[\t,;]/)
      .flatMap(referencesInCell)
      .map(unquoted)
      .filter(Boolean),
  )
}

function unquoted(reference: string): string {
  return reference.replace(/^"(.*)"$/, '$1').trim()
}

/** Those of what was pasted, each once: where there are cells, a comma belongs to its cell. */
export function pastedReferences(pasted: Exclude<Pasted, { kind: 'file' }>): string[] {
  return pasted.kind === 'text' ? splitReferences(pasted.text) : distinct(pasted.rows.flat().flatMap(referencesInCell))
}

/** Both lists, each reference once; existing ones keep their place. */
export function mergeReferences(there: readonly string[], added: readonly string[]): string[] {
  return distinct([...there, ...added])
}

function distinct(references: readonly string[]): string[] {
  return [...new Set(references)]
}
