import PdfDocument from 'pdfkit'
import { deflateSync } from 'node:zlib'

/** A page of a made-up form: lines of words, and a picture of one colour at a place. */
export interface FormPage {
  lines: readonly string[]
  colour: readonly [number, number, number]
  pictureAt: readonly [number, number]
  /** A filled box, as a stamp. */
  stamp?: boolean
  /** Slanted letters over everything. */
  watermark?: string
}

const GOODS = ['wheat', 'maize', 'barley', 'soya', 'rape', 'rice', 'sugar', 'coffee']

/** The page of a number, which is like no other. */
export function formPage(seed: number): FormPage {
  const lines = Array.from({ length: 12 }, (_none, line) => {
    const number = (seed + 1) * 7919 + line * 104_729
    return `${line + 1}. ${GOODS[number % GOODS.length]} ${number} MT at ${(number % 997) + 100}.50 per unit, hold ${(number % 5) + 1}`
  })
  return { lines, colour: [(seed * 53) % 256, (seed * 97) % 256, 120], pictureAt: [80, 420] }
}

/** A PDF of these pages. Of another `time` it has other dates, another id and other bytes. */
export async function formPdfOf(pages: readonly FormPage[], time = 0): Promise<Buffer> {
  const at = new Date(1_780_000_000_000 + time)
  const pdf = new PdfDocument({ size: 'A4', margin: 0, autoFirstPage: false, info: { CreationDate: at, ModDate: at } })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => pdf.on('end', resolve))
  for (const page of pages) draw(pdf, page)
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}

function draw(pdf: InstanceType<typeof PdfDocument>, page: FormPage): void {
  pdf.addPage().font('Helvetica').fontSize(11)
  for (const [line, text] of page.lines.entries()) pdf.text(text, 60, 60 + 24 * line, { lineBreak: false })
  pdf.image(png(page.colour), page.pictureAt[0], page.pictureAt[1], { width: 140 })
  pdf.rect(50, 40, 495, 320).stroke()
  if (page.stamp === true) pdf.rect(400, 600, 90, 60).fill('#803020')
  if (page.watermark === undefined) return
  pdf.save().rotate(-45, { origin: [298, 421] })
  pdf.fontSize(90).fillColor('#bbbbbb', 0.4).text(page.watermark, 120, 370, { lineBreak: false })
  pdf.restore().fillColor('black', 1)
}

/** A picture of 8 by 8 pixels, with a white edge. */
function png([red, green, blue]: readonly [number, number, number]): Buffer {
  const isEdge = (at: number): boolean => at === 0 || at === 7
  const rows = Array.from({ length: 8 }, (_row, y) => [
    0,
    ...Array.from({ length: 8 }, (_pixel, x) => (isEdge(x) || isEdge(y) ? [255, 255, 255] : [red, green, blue])).flat(),
  ])
  const header = Buffer.from([0, 0, 0, 8, 0, 0, 0, 8, 8, 2, 0, 0, 0])
  const parts = [
    pngPart('IHDR', header),
    pngPart('IDAT', deflateSync(Buffer.from(rows.flat()))),
    pngPart('IEND', Buffer.of()),
  ]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

/** Without its checksum, which pdfkit does not read. */
function pngPart(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)])
}
