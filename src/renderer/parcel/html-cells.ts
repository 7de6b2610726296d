/** As much as a list may have; more is taken from the plain text, which costs less. In characters. */
const MAX_CHARS = 10_000_000
/** One more than a list takes, so that it can say that there were more. */
const MAX_COLUMNS = 51
const HIDDEN = /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)/i
/** Elements that begin a line of their own within a cell. */
const BLOCKS = new Set(['ADDRESS', 'DIV', 'LI', 'OL', 'P', 'UL'])
const UNSEEN = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE'])

/**
 * The cells that are seen of the tables in `html`, row by row; none where text stands beside the tables, as in a mail, of which
 * the cells would be a part only. A cell that is merged over several rows has its text in each of them, because each of them is
 * a line of that reference. The parsed page is inert: it runs, loads and draws nothing.
 */
export function cellsOfHtml(html: string): string[][] {
  if (html.length > MAX_CHARS || !/<table/i.test(html)) return []
  const page = new DOMParser().parseFromString(html, 'text/html')
  const tables = [...page.querySelectorAll('table')].filter((table) => table.parentElement?.closest('table') === null)
  const rows = tables.flatMap(cellsOfTable)
  for (const table of tables) table.remove()
  return visibleTextOf(page.body) === '' && hasFew(rows) ? rows : []
}

/** Null where it is hidden. */
type Cell = string | null

/** A cell may claim to be merged over thousands of rows, each of which repeats its text. */
function hasFew(rows: readonly (readonly string[])[]): boolean {
  let chars = 0
  for (const row of rows) for (const cell of row) chars += cell.length + 1
  return chars <= MAX_CHARS
}

function cellsOfTable(table: HTMLTableElement): string[][] {
  /** Of each column, what is merged into the rows below, and into how many of them. */
  const merged = new Map<number, { readonly cell: Cell; rows: number }>()
  const rows = [...table.rows].flatMap((row) => {
    const cells: Cell[] = []
    const takeMerged = (): void => {
      for (let above = merged.get(cells.length); above !== undefined; above = merged.get(cells.length)) {
        above.rows -= 1
        if (above.rows === 0) merged.delete(cells.length)
        cells.push(above.cell)
      }
    }
    for (const element of row.cells) {
      takeMerged()
      const text = isHidden(element) ? null : visibleTextOf(element)
      for (let at = 0; at < element.colSpan && cells.length < MAX_COLUMNS; at += 1) {
        const cell = at === 0 ? text : ''
        if (element.rowSpan > 1) merged.set(cells.length, { cell, rows: element.rowSpan - 1 })
        cells.push(cell)
      }
    }
    takeMerged()
    return isHidden(row) ? [] : [cells]
  })
  const hidden = columnsHiddenIn(table)
  const isSeen = (column: number): boolean =>
    !hidden.has(column) && rows.some((row) => row.length > column && row[column] !== null)
  const seen = Array.from({ length: MAX_COLUMNS }, (_, column) => column).filter(isSeen)
  return rows.map((row) => seen.filter((column) => column < row.length).map((column) => row[column] ?? ''))
}

function columnsHiddenIn(table: HTMLTableElement): ReadonlySet<number> {
  const hidden = new Set<number>()
  let column = 0
  for (const element of table.querySelectorAll<HTMLTableColElement>('col')) {
    for (let at = 0; at < element.span; at += 1) {
      if (isHidden(element)) hidden.add(column)
      column += 1
    }
  }
  return hidden
}

function isHidden(element: HTMLElement): boolean {
  return element.hasAttribute('hidden') || HIDDEN.test(element.getAttribute('style') ?? '')
}

/** Line breaks of the source are blanks; those of the page are line breaks. */
function visibleTextOf(element: Node): string {
  return textOf(element)
    .split('\n')
    .map((line) => line.replaceAll(/[ \f\r\t]+/g, ' ').trim())
    .join('\n')
    .trim()
}

function textOf(node: Node): string {
  if (node instanceof Text) return node.data.replaceAll('\n', ' ')
  if (!(node instanceof HTMLElement) || UNSEEN.has(node.tagName) || isHidden(node)) return ''
  if (node.tagName === 'BR') return '\n'
  const text = Array.from(node.childNodes, textOf).join('')
  return BLOCKS.has(node.tagName) ? `\n${text}\n` : text
}
