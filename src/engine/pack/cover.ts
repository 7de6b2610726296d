import { PDFDocument, type PDFFont, type PDFPage, StandardFonts } from '@cantoo/pdf-lib'
import { counted, formatBytes } from '../../shared/text/format.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import type { IndexLine } from './pack-index.ts'

const A4 = { width: 595, height: 842 }
const MARGIN = 50
const LINE = 14
const SIZE = 9
/** Lines of the list on the first page, and on each of the others. */
const FIRST_LINES = 42
const MORE_LINES = 52
const COLUMNS = { order: MARGIN, title: 78, parcel: 330, pages: 440, place: 475, end: A4.width - MARGIN }

/** How many pages the cover of so many documents has. */
export function coverPages(documents: number): number {
  return 1 + Math.ceil(Math.max(0, documents - FIRST_LINES) / MORE_LINES)
}

/** The cover: what the pack holds, in its order, and what it is not. */
export async function drawCover(lines: readonly IndexLine[], lacks: readonly string[]): Promise<Uint8Array> {
  const cover = await PDFDocument.create({ updateMetadata: false })
  const plain = await cover.embedFont(StandardFonts.Helvetica)
  const bold = await cover.embedFont(StandardFonts.HelveticaBold)
  const text = (
    page: PDFPage,
    words: string,
    at: { x: number; y: number; end?: number; font?: PDFFont; size?: number },
  ): void => {
    const { x, y, end = COLUMNS.end, font = plain, size = SIZE } = at
    page.drawText(fitted(printable(words, font), { font, size, width: end - x }), { x, y, font, size })
  }
  for (let page = 0, from = 0; page < coverPages(lines.length); page += 1) {
    const sheet = cover.addPage([A4.width, A4.height])
    let y = A4.height - MARGIN
    if (page === 0) {
      text(sheet, titleOf(lines), { x: MARGIN, y: y - 10, font: bold, size: 18 })
      const notes = [
        'A copy of what Parcel Desk saved; no title passes by this pack.',
        'index.json names every document with its SHA-256. What these letters cannot show is a question mark here.',
        lacks.length === 0 ? '' : `No document fits: ${lacks.join(', ')}.`,
      ]
      notes.forEach((note, at) => text(sheet, note, { x: MARGIN, y: y - 40 - at * LINE }))
      y -= 10 * LINE
    }
    const some = lines.slice(from, from + (page === 0 ? FIRST_LINES : MORE_LINES))
    for (const [at, { order, title, parcelRef, pages, ...line }] of some.entries()) {
      const lineY = y - at * LINE
      text(sheet, String(order), { x: COLUMNS.order, y: lineY, end: COLUMNS.title })
      text(sheet, title, { x: COLUMNS.title, y: lineY, end: COLUMNS.parcel - 6 })
      text(sheet, parcelRef ?? '', { x: COLUMNS.parcel, y: lineY, end: COLUMNS.pages - 6 })
      text(sheet, pages === null ? '' : `${pages} p.`, { x: COLUMNS.pages, y: lineY, end: COLUMNS.place - 6 })
      text(sheet, placeOf(line), { x: COLUMNS.place, y: lineY })
    }
    from += some.length
  }
  return await cover.save()
}

function titleOf(lines: readonly IndexLine[]): string {
  const pages = lines.reduce((sum, line) => sum + (line.pages ?? 0), 0)
  const bytes = lines.reduce((sum, line) => sum + line.bytes, 0)
  return `${counted(lines.length, 'document')}, ${counted(pages, 'page')}, ${formatBytes(bytes)}`
}

function placeOf({ kept, firstPage }: Pick<IndexLine, 'kept' | 'firstPage'>): string {
  if (kept === 'signed') return 'signed: attached'
  if (kept !== null) return `${kept}: a file`
  return firstPage === null ? '' : `page ${firstPage}`
}

/** In the letters of the font: without the accents that it lacks, else a question mark. */
function printable(text: string, font: PDFFont): string {
  const known = new Set(font.getCharacterSet())
  const isKnown = (letter: string): boolean => known.has(letter.codePointAt(0) ?? 0)
  const shown = Array.from(plainText(text), (letter) => {
    if (isKnown(letter)) return letter
    const [base = ''] = letter.normalize('NFD')
    return isKnown(base) ? base : '?'
  })
  return shown.join('')
}

function fitted(text: string, { font, size, width }: { font: PDFFont; size: number; width: number }): string {
  if (font.widthOfTextAtSize(text, size) <= width) return text
  let end = text.length
  while (end > 0 && font.widthOfTextAtSize(`${text.slice(0, end)}…`, size) > width) end -= 1
  return `${text.slice(0, end)}…`
}
