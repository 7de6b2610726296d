import PdfDocument from 'pdfkit'
import { buffer } from 'node:stream/consumers'
import { writeLine } from '../../exchange-service/page-writer.ts'

const LINES = 55
const LEFT = 40
const CLAUSE = 'bill of lading, consignee, notify party, port of discharge, gross weight and measurement as overleaf'

/** A document of so many full pages of text. */
export async function manyPages(pages: number): Promise<Buffer> {
  const pdf = new PdfDocument({ size: 'A4', margin: 0, autoFirstPage: false })
  const bytes = buffer(pdf)
  for (let page = 1; page <= pages; page += 1) {
    pdf.addPage()
    writeLine(pdf, `Document page ${page} of ${pages}`, { x: LEFT, y: 30, size: 14, bold: true })
    for (let line = 1; line <= LINES; line += 1) {
      writeLine(pdf, `${page}.${line} ${CLAUSE}`, { x: LEFT, y: 50 + line * 13.5, size: 9 })
    }
  }
  pdf.end()
  return await bytes
}
