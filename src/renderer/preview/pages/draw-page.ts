import { AnnotationMode, type PDFPageProxy } from 'pdfjs-dist'
import { within } from '../document/deadline.ts'
import { PX_PER_POINT } from '../fit-scale.ts'
import { PreviewError, tooSlowToDraw } from '../document/preview-failures.ts'
import { MAX_CANVAS_PIXELS } from '../document/preview-limits.ts'

export interface Drawing {
  canvas: HTMLCanvasElement
  /** 1 is the size on paper. */
  scale: number
  /** Degrees beside the page’s own. */
  rotation: number
  /** Pixels of the canvas to one CSS pixel. */
  density: number
  budgetMs: number
  intent: 'display' | 'print'
}

/** Draws a page onto a canvas that takes its size from it, at most as sharp as memory allows. Throws PreviewError. */
export async function drawPage(page: PDFPageProxy, drawing: Drawing, signal: AbortSignal): Promise<void> {
  const { canvas, scale, rotation, intent, budgetMs } = drawing
  const viewport = page.getViewport({ scale: scale * PX_PER_POINT, rotation: (page.rotate + rotation) % 360 })
  const density = Math.min(drawing.density, Math.sqrt(MAX_CANVAS_PIXELS / (viewport.width * viewport.height)))
  canvas.width = Math.max(1, Math.floor(viewport.width * density))
  canvas.height = Math.max(1, Math.floor(viewport.height * density))
  canvas.style.width = `${viewport.width}px`
  canvas.style.height = `${viewport.height}px`
  const transform = density === 1 ? {} : { transform: [density, 0, 0, density, 0, 0] }
  const task = page.render({ canvas, viewport, intent, annotationMode: AnnotationMode.ENABLE, ...transform })
  const stop = (): void => task.cancel()
  signal.addEventListener('abort', stop, { once: true })
  try {
    await within(budgetMs, task.promise, () => new PreviewError(tooSlowToDraw(page.pageNumber)))
  } finally {
    signal.removeEventListener('abort', stop)
    task.cancel()
  }
}

/** Gives the canvas’ memory back at once, which removing it from the page does not. */
export function emptyCanvas(canvas: HTMLCanvasElement): void {
  canvas.width = 0
  canvas.height = 0
}

/** A hidden window paints nothing; nobody waits for it longer than this. */
const LONGEST_PAINT_MS = 250

/** After the browser has put on the screen what was drawn. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LONGEST_PAINT_MS)
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
}
