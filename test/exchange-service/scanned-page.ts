import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import { latinFont } from './document-fonts.ts'

const widthPixels = 1000
const heightPixels = 1414
const jpegQuality = 55
const pages = new Map<string, Buffer>()

/** A page as a scanner gives it: a slightly crooked JPEG without any text to select. One picture a port. */
export function scannedPage(port: string): Buffer {
  const known = pages.get(port)
  if (known !== undefined) return known
  if (!GlobalFonts.has('Scan')) GlobalFonts.register(latinFont(), 'Scan')
  const canvas = createCanvas(widthPixels, heightPixels)
  drawPaper(canvas.getContext('2d'), port)
  const jpeg = canvas.toBuffer('image/jpeg', jpegQuality)
  pages.set(port, jpeg)
  return jpeg
}

function drawPaper(context: SKRSContext2D, port: string): void {
  context.fillStyle = '#8d8a84'
  context.fillRect(0, 0, widthPixels, heightPixels)
  context.translate(widthPixels / 2, heightPixels / 2)
  context.rotate(0.022)
  context.translate(-widthPixels / 2, -heightPixels / 2)
  context.fillStyle = '#f6f2e7'
  context.fillRect(14, 14, widthPixels - 28, heightPixels - 28)
  context.fillStyle = '#26262b'
  context.font = '44px Scan'
  context.fillText('CERTIFICATE OF QUALITY', 110, 150)
  context.font = '24px Scan'
  context.fillText(`Drawn at ${port}`, 110, 210)
  for (let line = 0; line < 20; line += 1) {
    context.fillText(
      `${line + 1}. Moisture ${(11 + line / 10).toFixed(1)} %, foreign matter 0.${line} %`,
      110,
      290 + line * 42,
    )
  }
  drawStamp(context)
}

function drawStamp(context: SKRSContext2D): void {
  context.strokeStyle = '#2b4a9b'
  context.lineWidth = 6
  context.beginPath()
  context.arc(760, 1200, 110, 0, Math.PI * 2)
  context.stroke()
  context.fillStyle = '#2b4a9b'
  context.font = '30px Scan'
  context.fillText('SURVEYED', 685, 1210)
}
