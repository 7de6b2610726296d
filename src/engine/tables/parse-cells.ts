export interface ParsedCells {
  rows: string[][]
  /** Where a quotation mark opens that is never closed: nothing after it can be told apart. */
  openLine: number | undefined
}

/**
 * The cells of comma-separated text with any separator, or with none. A quotation mark opens a cell at its start, blanks before
 * it left aside; inside of a cell it is a letter, as in 12". Where text follows the closing one on its line, it is added, as
 * other programs do; below a line break, the cell was meant to end before. Takes time in proportion to the text.
 */
export function parseCells(text: string, separator: string | undefined): ParsedCells {
  const rows: string[][] = []
  const ends = separator === undefined || /[\r\n"]/.test(separator) ? '\r\n' : `\r\n${escaped(separator)}`
  const plain = new RegExp(`[^${ends}]*`, 'y')
  const opening = new RegExp(`[^\\S${ends}]*"`, 'y')
  const take = (pattern: RegExp, at: number): string => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0] ?? ''
  }
  let [at, line] = [0, 1]
  let row: string[] = []
  while (at < text.length || row.length > 0) {
    const before = take(opening, at)
    let cell = ''
    if (before !== '') {
      const end = closingQuote(text, at + before.length)
      if (end === -1) return { rows, openLine: line }
      cell = text.slice(at + before.length, end).replaceAll('""', '"')
      at = end + 1
    }
    const rest = take(plain, at)
    const breaks = before === '' ? 0 : countBreaks(cell)
    if (breaks > 0 && rest.trim() !== '') return { rows, openLine: line }
    row.push(before === '' || rest.trim() !== '' ? cell + rest : cell)
    line += breaks
    at += rest.length
    const isMore = at < text.length && text[at] !== '\r' && text[at] !== '\n'
    if (isMore) at += 1
    else {
      rows.push(row)
      row = []
      line += 1
      at += text.startsWith('\r\n', at) ? 2 : 1
    }
  }
  return { rows, openLine: undefined }
}

function escaped(separator: string): string {
  return separator.replace(/[\\\]^-]/, String.raw`\$&`)
}

/** The place of the quotation mark that is not doubled; -1 without one. */
function closingQuote(text: string, from: number): number {
  let end = text.indexOf('"', from)
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  return end
}

function countBreaks(cell: string): number {
  return cell.match(/\r\n|\r|\n/g)?.length ?? 0
}
