import { PDFDocument, type PDFFont, StandardFonts } from '@cantoo/pdf-lib'
import { counted, formatBytes } from '../../shared/text/format.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import type { IndexLine } from './pack-index.ts'

const [WIDTH, HEIGHT, MARGIN, LINE, SIZE] = [595, 842, 50, 14, 9] as const
/** Lines of the list on the first page, and on each of the others. */
const [FIRST_LINES, MORE_LINES] = [42, 52] as const
/** Where the columns of the list begin: order, title, parcel, pages, place. */
const COLUMNS = [MARGIN, 78, 330, 440, 475] as const

/** How many pages the cover of so many documents has. */
export function coverPages(documents: number): number {
  return 1 + Math.ceil(Math.max(0, documents - FIRST_LINES) / MORE_LINES)
}

/** The cover: what the pack holds, in its order, and what it is not. */
export async function drawCover(lines: readonly IndexLine[], lacks: readonly string[]): Promise<Uint8Array> {
  const cover = await PDFDocument.create({ updateMetadata: false })
  const font = await cover.embedFont(StandardFonts.Helvetica)
  const bold = await cover.embedFont(StandardFonts.HelveticaBold)
  const known: ReadonlySet<number> = new Set(font.getCharacterSet())
  let sheet = cover.addPage([WIDTH, HEIGHT])
  sheet.drawText(titleOf(lines), { x: MARGIN, y: HEIGHT - MARGIN - 10, font: bold, size: 18 })
  const draw = (words: string, { x, y, end }: { x: number; y: number; end: number }): void =>
    sheet.drawText(fitted(printable(words, known), font, end - x), { x, y, font, size: SIZE })
  const notes = [
    'A copy of what Parcel Desk saved; no title passes by this pack.',
    'index.json names every document with its SHA-256. What these letters cannot show is a question mark here.',
    lacks.length === 0 ? '' : `No document fits: ${lacks.join(', ')}.`,
  ]
  notes.forEach((note, at) => draw(note, { x: MARGIN, y: HEIGHT - 90 - at * LINE, end: WIDTH - MARGIN }))
  let y = HEIGHT - MARGIN - 10 * LINE
  for (const [at, line] of lines.entries()) {
    if (at >= FIRST_LINES && (at - FIRST_LINES) % MORE_LINES === 0) {
      sheet = cover.addPage([WIDTH, HEIGHT])
      y = HEIGHT - MARGIN
    }
    const { order, title, parcelRef, pages } = line
    const cells = [String(order), title, parcelRef ?? '', pages === null ? '' : `${pages} p.`, placeOf(line)]
    for (const [column, x] of COLUMNS.entries()) {
      draw(cells[column] ?? '', { x, y, end: (COLUMNS[column + 1] ?? WIDTH - MARGIN + 6) - 6 })
    }
    y -= LINE
  }
  return await cover.save()
}

function titleOf(lines: readonly IndexLine[]): string {
  const pages = lines.reduce((sum, line) => sum + (line.pages ?? 0), 0)
  const bytes = lines.reduce((sum, line) => sum + line.bytes, 0)
  return `${counted(lines.length, 'document')}, ${counted(pages, 'page')}, ${formatBytes(bytes)}`
}

function placeOf({ kept, firstPage }: IndexLine): string {
  if (kept === 'signed') return 'signed: attached'
  if (kept !== null) return `${kept}: a file`
  return firstPage === null ? '' : `page ${firstPage}`
}

/** In the letters of the font: without the accents that it lacks, else a question mark. */
function printable(text: string, known: ReadonlySet<number>): string {
  const isKnown = (letter: string): boolean => known.has(letter.codePointAt(0) ?? 0)
  return Array.from(plainText(text), (letter) => {
    const [base = ''] = letter.normalize('NFD')
    return [letter, base].find(isKnown) ?? '?'
  }).join('')
}

/** As much of it as the width has room for. */
function fitted(text: string, font: PDFFont, width: number): string {
  if (font.widthOfTextAtSize(text, SIZE) <= width) return text
  let end = text.length
  while (end > 0 && font.widthOfTextAtSize(`${text.slice(0, end)}…`, SIZE) > width) end -= 1
  return `${text.slice(0, end)}…`
}
