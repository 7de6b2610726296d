import type { PDFPageProxy } from 'pdfjs-dist'
import { drawPage, emptyCanvas, painted } from './draw-page.ts'
import { PAGE_MARGIN_PX, PX_PER_POINT, type Size } from '../fit-scale.ts'
import { DRAW_BUDGET_MS } from '../document/preview-limits.ts'

/** Lies over the viewer, at the place where the viewer will show page 1. */
export interface FirstPageCover {
  /** Hides what the viewer shows, at once. */
  cover(): void
  /** Draws page 1 and resolves when it is on the screen. */
  show(page: PDFPageProxy, at: { scale: number; rotation: number }, signal: AbortSignal): Promise<void>
  lift(): void
}

/** A viewer takes two to four times as long as the bare drawing of a page (measured 4.3), so page 1 is drawn before it. */
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

/** Size of a page in points, turned as it is shown. */
export function turnedSize(page: PDFPageProxy, rotation: number): Size {
  const { width, height } = page.getViewport({ scale: 1, rotation: (page.rotate + rotation) % 360 })
  return { width, height }
}

/** True where page 1 is small enough on the screen to be drawn whole; else the viewer draws the part that is seen. */
export function isDrawnWhole({ width, height }: Size, scale: number): boolean {
  const pixels = width * height * (scale * PX_PER_POINT * window.devicePixelRatio) ** 2
  return pixels < 8e6
}
