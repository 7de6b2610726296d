import type { OpenedDocument } from '../document/open-document.ts'
import { DRAW_BUDGET_MS } from '../document/preview-limits.ts'
import { emptyCanvas, drawPage } from './draw-page.ts'

/** Dots per inch on paper: enough for small print, and 300 pages still fit in memory as compressed images. */
const PRINT_DPI = 150
const POINTS_PER_INCH = 72

interface Printing {
  rotation: number
  onPage: (pagesDone: number) => void
}

/**
 * Prints a document through the browser’s own dialog: each page becomes an image in this page, hidden on the screen and the only
 * thing on paper. The usual `<iframe>` with the PDF would need a looser policy.
 */
export async function printDocument(
  { pdf }: OpenedDocument,
  { rotation, onPage }: Printing,
  signal: AbortSignal,
): Promise<void> {
  const sheets = document.createElement('div')
  sheets.dataset['printing'] = ''
  const addresses: string[] = []
  const style = document.createElement('style')
  try {
    for (let pageNumber = 1; pageNumber <= pdf.numPages; pageNumber += 1) {
      const page = await pdf.getPage(pageNumber)
      if (pageNumber === 1)
        style.textContent = printRules(page.getViewport({ scale: 1, rotation: page.rotate + rotation }))
      const address = URL.createObjectURL(await picture(page, rotation, signal))
      addresses.push(address)
      sheets.append(await sheet(address))
      onPage(pageNumber)
    }
    document.head.append(style)
    document.body.append(sheets)
    // Returns when the dialog is closed.
    window.print()
  } finally {
    sheets.remove()
    style.remove()
    for (const address of addresses) URL.revokeObjectURL(address)
  }
}

async function picture(page: Parameters<typeof drawPage>[0], rotation: number, signal: AbortSignal): Promise<Blob> {
  const canvas = document.createElement('canvas')
  // The scale of a drawing is in CSS pixels, 96 per inch.
  const drawing = {
    canvas,
    scale: PRINT_DPI / 96,
    rotation,
    density: 1,
    budgetMs: DRAW_BUDGET_MS,
    intent: 'print',
  } as const
  try {
    await drawPage(page, drawing, signal)
    signal.throwIfAborted()
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob === null ? reject(new Error('the page could not be drawn')) : resolve(blob)))
    })
  } finally {
    emptyCanvas(canvas)
  }
}

async function sheet(address: string): Promise<HTMLElement> {
  const holder = document.createElement('div')
  const image = document.createElement('img')
  image.src = address
  // An image that is not decoded when the dialog opens is missing on paper.
  await image.decode()
  holder.append(image)
  return holder
}

/** Paper the size of page 1; every other page is fitted onto it. */
function printRules({ width, height }: { width: number; height: number }): string {
  const inches = (points: number): string => `${(points / POINTS_PER_INCH).toFixed(3)}in`
  return `
    [data-printing] { display: none }
    @page { size: ${inches(width)} ${inches(height)}; margin: 0 }
    @media print {
      html, body { height: auto !important; overflow: visible !important; background: none !important }
      body > :not([data-printing]) { display: none !important }
      [data-printing] { display: block }
      [data-printing] > div { break-after: page; break-inside: avoid; height: 100vh; overflow: hidden }
      [data-printing] > div:last-child { break-after: auto }
      [data-printing] img { display: block; width: 100%; height: 100%; object-fit: contain }
    }`
}
