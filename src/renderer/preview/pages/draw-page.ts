import { AnnotationMode, type PDFPageProxy } from 'pdfjs-dist'
import type { OperationsFilter } from 'pdfjs-dist/types/src/display/api'
import type { OptionalContentConfig } from 'pdfjs-dist/types/src/display/optional_content_config'
import { ignoring } from '../../../shared/errors/ignoring.ts'
import { unlessAborted, within } from '../document/deadline.ts'
import type { OpenedDocument } from '../document/open-document.ts'
import { PreviewError, tooSlowToDraw } from '../document/preview-failures.ts'
import { MAX_CANVAS_PIXELS, DRAW_BUDGET_MS, THUMBNAIL_BUDGET_MS } from '../document/preview-limits.ts'
import { PX_PER_POINT, PAGE_MARGIN_PX, type Size } from '../fit-scale.ts'

export interface Drawing {
  canvas: HTMLCanvasElement
  /** 1 is the size on paper. */
  scale: number
  /** Degrees in addition to the page’s own rotation. */
  rotation: number
  /** Canvas pixels per CSS pixel. */
  density: number
  budgetMs: number
  intent: 'display' | 'print'
  /** Those that are visible, where it is not as pdf.js has it. */
  layers?: OptionalContentConfig
  /** Whether an operation of the page is done. */
  operationsFilter?: OperationsFilter
}

/** Draws a page and sizes the canvas for it, as sharp as the memory limit allows. Throws PreviewError. */
export async function drawPage(page: PDFPageProxy, drawing: Drawing, signal: AbortSignal): Promise<void> {
  const { canvas, scale, rotation, intent, layers, operationsFilter, budgetMs } = drawing
  const viewport = page.getViewport({ scale: scale * PX_PER_POINT, rotation: (page.rotate + rotation) % 360 })
  const density = Math.min(drawing.density, Math.sqrt(MAX_CANVAS_PIXELS / (viewport.width * viewport.height)))
  canvas.width = Math.max(1, Math.floor(viewport.width * density))
  canvas.height = Math.max(1, Math.floor(viewport.height * density))
  canvas.style.width = `${viewport.width}px`
  canvas.style.height = `${viewport.height}px`
  const task = page.render({
    canvas,
    viewport,
    intent,
    annotationMode: AnnotationMode.ENABLE_STORAGE,
    ...(density === 1 ? {} : { transform: [density, 0, 0, density, 0, 0] }),
    ...(layers === undefined ? {} : { optionalContentConfigPromise: Promise.resolve(layers) }),
    ...(operationsFilter === undefined ? {} : { operationsFilter }),
  })
  const stop = (): void => task.cancel()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await within(budgetMs, task.promise, () => new PreviewError(tooSlowToDraw(page.pageNumber)))
  } finally {
    signal.removeEventListener('abort', stop)
    task.cancel()
  }
}

/** Releases the canvas’s memory at once, which removing it from the page does not. */
export function emptyCanvas(canvas: HTMLCanvasElement): void {
  canvas.width = 0
  canvas.height = 0
}

/** A hidden window paints nothing, so this is the longest wait for a paint. */
const MAX_PAINT_MS = 250

/** Resolves once the browser has painted what was drawn. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, MAX_PAINT_MS)
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
}

/** Lies over the viewer, exactly where the viewer will show page 1. */
export interface FirstPageCover {
  /** Covers the viewer at once. */
  cover(): void
  /** Draws page 1 and resolves when it is on the screen. */
  show(page: PDFPageProxy, at: { scale: number; rotation: number }, signal: AbortSignal): Promise<void>
  lift(): void
}

/** The viewer takes two to four times as long as just drawing a page, so page 1 is drawn before it. */
export function createFirstPageCover(cover: HTMLElement): FirstPageCover {
  const canvas = document.createElement('canvas')
  canvas.setAttribute('role', 'presentation')
  return {
    cover: () => {
      canvas.remove()
      cover.hidden = false
    },
    show: async (page, { scale, rotation }, signal) => {
      canvas.style.marginTop = `${PAGE_MARGIN_PX}px`
      cover.append(canvas)
      const density = window.devicePixelRatio
      const drawing = { canvas, scale, rotation, density, budgetMs: DRAW_BUDGET_MS, intent: 'display' } as const
      await drawPage(page, drawing, signal)
      await painted()
    },
    lift: () => {
      cover.hidden = true
      canvas.remove()
      emptyCanvas(canvas)
    },
  }
}

/** Size of a page in points, as rotated. */
export function turnedSize(page: PDFPageProxy, rotation: number): Size {
  const { width, height } = page.getViewport({ scale: 1, rotation: (page.rotate + rotation) % 360 })
  return { width, height }
}

/** Whether page 1 is small enough to be drawn whole; otherwise the viewer draws only the visible part. */
export function isDrawnWhole({ width, height }: Size, scale: number): boolean {
  const pixels = width * height * (scale * PX_PER_POINT * window.devicePixelRatio) ** 2
  return pixels < 8e6
}

export const THUMBNAIL_WIDTH_PX = 104

interface ThumbnailRequest {
  opened: OpenedDocument
  pageNumber: number
  rotation: number
}

/** One at a time, so that they do not slow down the visible page. */
let queue: Promise<void> = Promise.resolve()

/** Queues the drawing of a thumbnail. Never fails: one that cannot be drawn stays blank. */
export function drawThumbnail(
  wanted: ThumbnailRequest,
  box: { canvas: HTMLCanvasElement; heightPx: number },
  signal: AbortSignal,
): Promise<void> {
  queue = queue.then(() => drawQueued(wanted, box, signal)).catch(ignoring('whoever wanted the page is told'))
  signal.addEventListener('abort', () => emptyCanvas(box.canvas), { once: true })
  return queue
}

async function drawQueued(
  { opened, pageNumber, rotation }: ThumbnailRequest,
  { canvas, heightPx }: { canvas: HTMLCanvasElement; heightPx: number },
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return
  // A document that is closed does not answer, and the next thumbnail would wait for ever.
  const page = await unlessAborted(opened.pdf.getPage(pageNumber), signal)
  const { width, height } = turnedSize(page, rotation)
  const scale = Math.min(THUMBNAIL_WIDTH_PX / width, heightPx / height) / PX_PER_POINT
  const drawing = { canvas, scale, rotation, density: window.devicePixelRatio, budgetMs: THUMBNAIL_BUDGET_MS }
  await drawPage(page, { ...drawing, intent: 'display' }, signal)
}
