import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import type { OptionalContentConfig } from 'pdfjs-dist/types/src/display/optional_content_config'
import { unlessAborted } from '../document/deadline.ts'
import type { OpenedDocument } from '../document/open-document.ts'
import { DRAW_BUDGET_MS } from '../document/preview-limits.ts'
import { emptyCanvas, drawPage, turnedSize } from './draw-page.ts'

/** What still fits in memory as images of pages. */
export const MAX_PRINT_PAGES = 300
/** Dots per inch on paper: with half of them a scanner reads no narrow bar code. Longer prints take half, which small print needs. */
const FINE_DPI = 300
const COARSE_DPI = 150
const MAX_FINE_PAGES = 50
const POINTS_PER_INCH = 72

/** The first and the last. */
export interface PageRange {
  from: number
  to: number
}

interface Drawing {
  pages: PageRange
  rotation: number
  onPage: (pagesDone: number) => void
}

/** Pages as they go to the printer, in memory until `clear`. */
export interface PrintSheets {
  /** How many there are so far. */
  count(): number
  /** Adds pages of a document; none of them if one cannot be drawn, or the document is closed meanwhile. */
  add(opened: OpenedDocument, drawing: Drawing, signal: AbortSignal): Promise<void>
  /** Prints all of them through the browser’s own dialog; returns when it is closed. */
  print(): void
  /** Releases their memory. */
  clear(): void
}

/**
 * Each page becomes an image in this page, hidden on the screen and the only thing on paper. The usual `<iframe>` with the PDF
 * would need a looser policy.
 */
export function createPrintSheets(): PrintSheets {
  const sheets: Sheet[] = []
  return {
    count: () => sheets.length,
    add: async ({ pdf, closing }, { pages, rotation, onPage }, stop) => {
      const signal = AbortSignal.any([stop, closing])
      const added: Sheet[] = []
      const isFine = sheets.length + 1 + pages.to - pages.from <= MAX_FINE_PAGES
      try {
        const layers = await unlessAborted(layersOnPaper(pdf), signal)
        let paper: Paper | undefined
        for (let pageNumber = pages.from; pageNumber <= pages.to; pageNumber += 1) {
          const page = await unlessAborted(pdf.getPage(pageNumber), signal)
          paper ??= paperOf(turnedSize(page, rotation))
          const print = { rotation: turnOnto(paper, page, rotation), dpi: isFine ? FINE_DPI : COARSE_DPI, layers }
          added.push(await drawSheet(await picture(page, print, signal), paper))
          onPage(added.length)
        }
        sheets.push(...added)
      } catch (thrown) {
        release(added)
        // Why it was closed says more than that drawing was stopped.
        signal.throwIfAborted()
        throw thrown
      }
    },
    print: () => printSheets(sheets),
    clear: () => release(sheets.splice(0)),
  }
}

/** Prints one document. Throws if a page cannot be drawn or the document is closed; nothing is printed then. */
export async function printDocument(opened: OpenedDocument, drawing: Drawing, signal: AbortSignal): Promise<void> {
  const sheets = createPrintSheets()
  try {
    await sheets.add(opened, drawing, signal)
    sheets.print()
  } finally {
    sheets.clear()
  }
}

/** The size of the first page, onto which the others are fitted. */
interface Paper {
  name: string
  rule: string
  isUpright: boolean
}

interface Sheet {
  address: string
  element: HTMLElement
  paper: Paper
}

function paperOf({ width, height }: { width: number; height: number }): Paper {
  const name = `paper-${Math.round(width)}-${Math.round(height)}`
  const inches = (points: number): string => `${(points / POINTS_PER_INCH).toFixed(3)}in`
  const rule = `@page ${name} { size: ${inches(width)} ${inches(height)}; margin: 0 }`
  return { name, rule, isUpright: height >= width }
}

/** A page of the other orientation is turned to the left, as readers do it: upright it would be shrunk to 71 %. */
function turnOnto({ isUpright }: Paper, page: PDFPageProxy, rotation: number): number {
  const { width, height } = turnedSize(page, rotation)
  const isOther = isUpright ? width > height : height > width
  return isOther ? rotation + 270 : rotation
}

/** pdf.js leaves out a layer for paper alone where the document also lists it as off, as it is on the screen. */
async function layersOnPaper(pdf: PDFDocumentProxy): Promise<OptionalContentConfig> {
  const layers = await pdf.getOptionalContentConfig({ intent: 'print' })
  const groups: Iterable<[string, { usage: { print?: { printState: string } } }]> = layers
  for (const [id, { usage }] of groups) if (usage.print?.printState === 'ON') layers.setVisibility(id, true, false)
  return layers
}

interface Print {
  rotation: number
  dpi: number
  layers: OptionalContentConfig
}

async function picture(page: PDFPageProxy, { rotation, dpi, layers }: Print, signal: AbortSignal): Promise<Blob> {
  const canvas = document.createElement('canvas')
  // The scale of a drawing is in CSS pixels, 96 per inch.
  const paper = { scale: dpi / 96, density: 1, budgetMs: DRAW_BUDGET_MS, intent: 'print' } as const
  try {
    await drawPage(page, { canvas, rotation, layers, ...paper }, signal)
    signal.throwIfAborted()
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob === null ? reject(new Error('the page could not be drawn')) : resolve(blob)))
    })
  } finally {
    emptyCanvas(canvas)
  }
}

async function drawSheet(blob: Blob, paper: Paper): Promise<Sheet> {
  const address = URL.createObjectURL(blob)
  const element = document.createElement('div')
  element.style.setProperty('page', paper.name)
  const image = document.createElement('img')
  image.src = address
  // An image that is not decoded when the dialog opens is missing on paper.
  await image.decode()
  element.append(image)
  return { address, element, paper }
}

function printSheets(sheets: readonly Sheet[]): void {
  const holder = document.createElement('div')
  holder.dataset['printing'] = ''
  holder.append(...sheets.map(({ element }) => element))
  const style = document.createElement('style')
  style.textContent = [...new Set(sheets.map(({ paper }) => paper.rule)), PRINT_RULES].join('\n')
  document.head.append(style)
  document.body.append(holder)
  try {
    // Returns when the dialog is closed.
    window.print()
  } finally {
    holder.remove()
    style.remove()
  }
}

function release(sheets: readonly Sheet[]): void {
  for (const { address } of sheets) URL.revokeObjectURL(address)
}

const PRINT_RULES = `
  [data-printing] { display: none }
  @media print {
    html, body { height: auto !important; overflow: visible !important; background: none !important }
    body > :not([data-printing]) { display: none !important }
    [data-printing] { display: block }
    [data-printing] > div { break-after: page; break-inside: avoid; height: 100vh; overflow: hidden }
    [data-printing] > div:last-child { break-after: auto }
    [data-printing] img { display: block; width: 100%; height: 100%; object-fit: contain }
  }`
