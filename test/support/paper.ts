import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'

/** The browser’s own dialog cannot be shown: what it would print is kept. Its images are taken back as soon as it is closed. */
const KEEP = `window.print = () => {
  const sheets = document.querySelector('[data-printing]')
  const kept = sheets.cloneNode(true)
  for (const [at, image] of [...sheets.querySelectorAll('img')].entries()) {
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    canvas.getContext('2d').drawImage(image, 0, 0)
    kept.querySelectorAll('img')[at].src = canvas.toDataURL()
  }
  window.kept = { sheets: kept, style: document.querySelector('head > style:last-of-type').cloneNode(true) }
}`
const SPREAD = `document.head.append(window.kept.style)
  document.body.append(window.kept.sheets)
  Promise.all([...window.kept.sheets.querySelectorAll('img')].map((image) => image.decode()))`
const CLEAR = 'window.kept.style.remove(); window.kept.sheets.remove(); delete window.kept'

/** What comes out of the printer, as a PDF by the browser, once `print` has been asked for. */
export async function paperOf(page: Page, print: () => Promise<void>): Promise<Buffer> {
  await page.evaluate(KEEP)
  await print()
  while (!(await page.evaluate('window.kept !== undefined'))) await page.evaluate(NEXT_FRAME)
  await page.evaluate(SPREAD)
  const paper = await page.pdf({ preferCSSPageSize: true, printBackground: true })
  await page.evaluate(CLEAR)
  return paper
}

const NEXT_FRAME = 'new Promise((resolve) => requestAnimationFrame(resolve))'

/** A page as grey pixels, by poppler. */
export interface Raster {
  width: number
  height: number
  /** Share of dark pixels in a part of the page, in points from its lower left corner. */
  ink(rect: readonly [number, number, number, number]): number
}

const DPI = 144

export function rasterOf(pdf: Buffer, pageNumber = 1): Raster {
  const bytes = popplerImage(pdf, ['-gray', '-r', String(DPI), '-f', String(pageNumber), '-singlefile'], 'pgm')
  // P5, width, height, the largest value, a single blank, the pixels.
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.subarray(0, 40).toString('latin1'))
  const [start = '', width = '', height = ''] = head ?? []
  const pixels = bytes.subarray(start.length)
  const scale = DPI / 72
  return {
    width: Number(width) / scale,
    height: Number(height) / scale,
    ink: ([left, bottom, right, top]) => {
      let dark = 0
      let all = 0
      for (let y = Math.round(Number(height) - top * scale); y < Number(height) - bottom * scale; y += 1) {
        for (let x = Math.round(left * scale); x < right * scale; x += 1) {
          all += 1
          if ((pixels[y * Number(width) + x] ?? 255) < 128) dark += 1
        }
      }
      return dark / all
    },
  }
}

/** The bar codes on a page, as a scanner of 600 dpi would have them for zbar. */
export function barCodesIn(pdf: Buffer): string[] {
  return withFolder((folder) => {
    writeFileSync(join(folder, 'codes.png'), popplerImage(pdf, ['-gray', '-r', '600', '-png', '-singlefile'], 'png'))
    const read = execFileSync('zbarimg', ['--quiet', '--raw', join(folder, 'codes.png')], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return read.toString().trim().split('\n').toSorted()
  })
}

/** As poppler counts them. */
export function pageCountOf(pdf: Buffer): number {
  return withFolder((folder) => {
    writeFileSync(join(folder, 'in.pdf'), pdf)
    return Number(/^Pages:\s+(\d+)$/m.exec(execFileSync('pdfinfo', [join(folder, 'in.pdf')]).toString())?.[1])
  })
}

function popplerImage(pdf: Buffer, options: readonly string[], extension: string): Buffer {
  return withFolder((folder) => {
    writeFileSync(join(folder, 'in.pdf'), pdf)
    execFileSync('pdftoppm', [...options, join(folder, 'in.pdf'), join(folder, 'out')], { stdio: 'ignore' })
    return readFileSync(join(folder, `out.${extension}`))
  })
}

function withFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-paper-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
