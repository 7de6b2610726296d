import { OPS } from 'pdfjs-dist'
import type { OperationsFilter } from 'pdfjs-dist/types/src/display/api'
import { compareDocuments, type ComparedPage } from '../../shared/compare/compare-documents.ts'
import {
  GRID,
  MAX_COMPARED_PAGES,
  MAX_WORDS_OF_PAGE,
  type PageContent,
  TOO_MANY_PAGES,
  TOO_MANY_WORDS,
} from '../../shared/compare/page-content.ts'
import { wordsOf } from '../../shared/compare/page-words.ts'
import { readTextPieces } from '../../shared/compare/read-text.ts'
import { unlessAborted } from '../preview/document/deadline.ts'
import type { OpenedDocument } from '../preview/document/open-document.ts'
import { PreviewError } from '../preview/document/preview-failures.ts'
import { DRAW_BUDGET_MS } from '../preview/document/preview-limits.ts'
import { drawPage, emptyCanvas } from '../preview/pages/draw-page.ts'
import { PX_PER_POINT } from '../preview/fit-scale.ts'

/** The shades, of 255, by which a part of a page may differ without anybody seeing it. */
const TOLERANCE = 2

/** Compares two open documents, the earlier one on the left. Throws PreviewError, or the reason of the signal. */
export async function compareOpened(
  left: OpenedDocument,
  right: OpenedDocument,
  { signal, onPage }: ComparingOptions,
): Promise<ComparedPage[]> {
  const ends = AbortSignal.any([signal, left.closing, right.closing])
  const of = left.pdf.numPages + right.pdf.numPages
  const earlier = await readContent(left, { signal: ends, onPage: (page) => onPage(page, of) })
  const tellLater = (page: number): void => onPage(left.pdf.numPages + page, of)
  return compareDocuments(earlier, await readContent(right, { signal: ends, onPage: tellLater }), TOLERANCE)
}

interface ComparingOptions {
  readonly signal: AbortSignal
  /** Called with the number of pages read, and of both documents. */
  readonly onPage: (read: number, of: number) => void
}

async function readContent(
  { pdf }: OpenedDocument,
  { signal, onPage }: { readonly signal: AbortSignal; readonly onPage: (page: number) => void },
): Promise<PageContent[]> {
  if (pdf.numPages > MAX_COMPARED_PAGES) throw notCompared(TOO_MANY_PAGES)
  const canvas = document.createElement('canvas')
  const pages: PageContent[] = []
  try {
    for (let pageNumber = 1; pageNumber <= pdf.numPages; pageNumber += 1) {
      const page = await unlessAborted(pdf.getPage(pageNumber), signal)
      const view = page.getViewport({ scale: 1 })
      const { pieces, isCut } = await unlessAborted(readTextPieces(page.streamTextContent()), signal)
      const words = wordsOf(pieces, view)
      if (isCut || words.length > MAX_WORDS_OF_PAGE) throw notCompared(TOO_MANY_WORDS)
      const scale = Math.sqrt(DRAWN_PIXELS / (view.width * view.height)) / PX_PER_POINT
      const drawing = { canvas, scale, rotation: 0, density: 1, intent: 'display', budgetMs: DRAW_BUDGET_MS } as const
      await drawPage(page, { ...drawing, operationsFilter: withoutText() }, signal)
      pages.push({ words, picture: darkness(canvas) })
      page.cleanup()
      onPage(pageNumber)
    }
  } finally {
    emptyCanvas(canvas)
  }
  return pages
}

/** Some four by six for each cell of an upright page. */
const DRAWN_PIXELS = 24 * GRID * GRID
const TEXT = new Set([OPS.showText, OPS.showSpacedText, OPS.nextLineShowText, OPS.nextLineSetSpacingShowText])

/** All but the text of the page itself: that of stamps and fields counts as drawn. Operations are asked about in order. */
function withoutText(): OperationsFilter {
  let isInAnnotation = false
  return (at, { fnArray }) => {
    const operation = fnArray[at] ?? 0
    if (operation === OPS.beginAnnotation) isInAnnotation = true
    if (operation === OPS.endAnnotation) isInAnnotation = false
    return isInAnnotation || !TEXT.has(operation)
  }
}

/** How dark each cell of a drawn page is, from 0 to 255; colours that are equally bright differ too. */
function darkness(canvas: HTMLCanvasElement): Uint8Array {
  const { width, height } = canvas
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
  const sums = new Float64Array(GRID * GRID)
  const counts = new Uint32Array(GRID * GRID)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const row = Math.floor((Math.floor(pixel / width) * GRID) / height)
    const cell = row * GRID + Math.floor(((pixel % width) * GRID) / width)
    const [red = 0, green = 0, blue = 0] = [pixels[4 * pixel], pixels[4 * pixel + 1], pixels[4 * pixel + 2]]
    sums[cell] = (sums[cell] ?? 0) + 255 - (2 * red + 5 * green + blue) / 8
    counts[cell] = (counts[cell] ?? 0) + 1
  }
  return Uint8Array.from(sums, (sum, cell) => Math.round(sum / Math.max(1, counts[cell] ?? 1)))
}

function notCompared(why: string): PreviewError {
  return new PreviewError({ message: `One of the two ${why}.`, next: 'Compare them in a PDF reader.' })
}
