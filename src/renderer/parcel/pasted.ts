import { cellsOfHtml } from './html-cells.ts'

/** What was pasted or dropped: the cells of a table, or else text, or else a file. */
export type Pasted =
  | { readonly kind: 'cells'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly file: File }

/**
 * The best of the flavours in which one thing is offered. Spreadsheets add a picture of the cells, which the browser lists as a
 * file; so text goes before a file, and before text the cells of a table, which alone tell a comma in a cell from a separator.
 */
export function readPasted(data: DataTransfer | null): Pasted {
  const rows = cellsOfHtml(data?.getData('text/html') ?? '')
  if (rows.length > 0) return { kind: 'cells', rows }
  const text = data?.getData('text/plain') ?? ''
  const file = data?.files[0]
  return file !== undefined && isNameOf(file, text) ? { kind: 'file', file } : { kind: 'text', text }
}

/** File managers offer a file's own name or path as text beside it. */
function isNameOf({ name }: File, text: string): boolean {
  return text.trim() === '' || text.trim().endsWith(name)
}

const NEEDS_QUOTES = /[\t\r\n"]/

/** As spreadsheets offer cells as text: tabs between them, quoted where a cell holds what parts cells. */
export function tabSeparated(pasted: Exclude<Pasted, { kind: 'file' }>): string {
  if (pasted.kind === 'text') return pasted.text
  return pasted.rows.map((row) => row.map(quoted).join('\t')).join('\n')
}

function quoted(cell: string): string {
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
