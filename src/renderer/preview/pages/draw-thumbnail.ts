import { drawPage, emptyCanvas } from './draw-page.ts'
import { turnedSize } from './first-page.ts'
import { PX_PER_POINT } from '../fit-scale.ts'
import type { OpenedDocument } from '../document/open-document.ts'
import { THUMBNAIL_BUDGET_MS } from '../document/preview-limits.ts'

export const THUMBNAIL_WIDTH_PX = 104

interface Wanted {
  opened: OpenedDocument
  pageNumber: number
  rotation: number
}

/** One after another, so that they take no time from the page that is looked at. */
let queue: Promise<void> = Promise.resolve()

/** Draws a thumbnail when its turn comes. Never fails: one that cannot be drawn stays an empty sheet. */
export function drawThumbnail(
  wanted: Wanted,
  box: { canvas: HTMLCanvasElement; heightPx: number },
  signal: AbortSignal,
): Promise<void> {
  queue = queue.then(() => drawNow(wanted, box, signal)).catch(() => undefined)
  signal.addEventListener('abort', () => emptyCanvas(box.canvas), { once: true })
  return queue
}

async function drawNow(
  { opened, pageNumber, rotation }: Wanted,
  { canvas, heightPx }: { canvas: HTMLCanvasElement; heightPx: number },
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return
  const page = await opened.pdf.getPage(pageNumber)
  const { width, height } = turnedSize(page, rotation)
  const scale = Math.min(THUMBNAIL_WIDTH_PX / width, heightPx / height) / PX_PER_POINT
  const drawing = { canvas, scale, rotation, density: window.devicePixelRatio, budgetMs: THUMBNAIL_BUDGET_MS }
  await drawPage(page, { ...drawing, intent: 'display' }, signal)
}
