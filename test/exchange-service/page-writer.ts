import type PdfDocument from 'pdfkit'
import { chineseFont } from './document-fonts.ts'

export type Pdf = InstanceType<typeof PdfDocument>

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Writes one line; Chinese goes in an embedded font, and letters that Helvetica lacks lose their accents as on old forms. */
export function writeLine(pdf: Pdf, text: string, at: { x: number; y: number; size: number; bold?: boolean }): void {
  const isChinese = /\p{Script=Han}/u.test(text)
  if (isChinese) pdf.font(chineseFont())
  else pdf.font(at.bold === true ? 'Helvetica-Bold' : 'Helvetica')
  pdf.fontSize(at.size).text(isChinese ? text : latinOf(text), at.x, at.y, { lineBreak: false })
}

/** A box of a form: small caption, then its lines. */
export function writeBox(pdf: Pdf, box: Box, content: { caption: string; lines: string[] }): void {
  pdf.lineWidth(0.6).rect(box.x, box.y, box.width, box.height).stroke()
  writeLine(pdf, content.caption, { x: box.x + 4, y: box.y + 3, size: 6.5 })
  for (const [index, line] of content.lines.entries()) {
    writeLine(pdf, line, { x: box.x + 6, y: box.y + 14 + index * 12, size: 9.5 })
  }
}

export interface Column {
  title: string
  width: number
}

/** A ruled table from (x, y) downwards; rows are 16 points high. */
export function writeTable(pdf: Pdf, at: { x: number; y: number; columns: Column[] }, rows: string[][]): void {
  const rowHeight = 16
  for (const [rowIndex, cells] of [at.columns.map(({ title }) => title), ...rows].entries()) {
    let x = at.x
    const y = at.y + rowIndex * rowHeight
    for (const [index, { width }] of at.columns.entries()) {
      pdf.rect(x, y, width, rowHeight).stroke()
      writeLine(pdf, cells[index] ?? '', { x: x + 4, y: y + 4, size: 8.5, bold: rowIndex === 0 })
      x += width
    }
  }
}

/** Slanted grey letters over the whole page, as services print them on copies (T15). */
export function writeWatermark(pdf: Pdf, text: string): void {
  pdf.save()
  pdf.rotate(-45, { origin: [298, 421] })
  pdf.font('Helvetica-Bold').fontSize(110).fillColor('#bbbbbb', 0.45)
  pdf.text(text, 120, 370, { lineBreak: false })
  pdf.restore()
  pdf.fillColor('black', 1)
}

function latinOf(text: string): string {
  return Array.from(text, (letter) => {
    if ((letter.codePointAt(0) ?? 0) < 256) return letter
    return /[’“”–—…]/.test(letter) ? letter : letter.normalize('NFD').replace(/[^\0-\xff]/g, '')
  }).join('')
}
