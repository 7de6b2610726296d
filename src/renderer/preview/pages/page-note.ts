import type { PageNote } from '../preview-store.ts'

/** Longer side of the small copy in which a page is looked at, in pixels: a single line of print still shades some of them. */
const SAMPLE_PX = 256
/** A page with more pieces of text is judged by the first ones. */
const MAX_PIECES = 300
/** Of the page, from which an image is all that is to be seen. */
const MOST = 0.5

/** What is known of a page once all of it has arrived: from what is drawn, then from its text. `imageShare` is that of its images. */
export function noteOnPage(page: Element, imageShare: number): PageNote | undefined {
  const pieces = textPieces(page)
  const drawn = drawnOn(page)
  if (pieces.length === 0) {
    if (!drawn.some(WHOLE_PAGE)) return 'blank'
    return imageShare >= MOST ? 'image' : 'no-text'
  }
  return pieces.some((piece) => drawn.some(piece)) ? undefined : 'unseen'
}

/** Part of a page, in shares of its width and height. */
interface Part {
  left: number
  top: number
  right: number
  bottom: number
}

const WHOLE_PAGE: Part = { left: 0, top: 0, right: 1, bottom: 1 }

function partOf(element: Element, page: DOMRect): Part {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  return {
    left: (left - page.left) / page.width,
    top: (top - page.top) / page.height,
    right: (right - page.left) / page.width,
    bottom: (bottom - page.top) / page.height,
  }
}

function textPieces(page: Element): Part[] {
  const box = page.getBoundingClientRect()
  const spans = [...page.querySelectorAll('.textLayer span:not(.markedContent)')]
  const written = spans.filter(({ textContent }) => textContent.trim() !== '')
  return written.slice(0, MAX_PIECES).map((span) => partOf(span, box))
}

/** All canvases of the page: notes, buttons and fields have canvases of their own over the one of the page. */
function drawnOn(page: Element): { some: (part: Part) => boolean } {
  const box = page.getBoundingClientRect()
  const scale = SAMPLE_PX / Math.max(box.width, box.height, 1)
  const width = Math.max(1, Math.round(box.width * scale))
  const height = Math.max(1, Math.round(box.height * scale))
  const sample = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (sample === null) return { some: () => true }
  sample.fillStyle = '#ffffff'
  sample.fillRect(0, 0, width, height)
  for (const canvas of page.querySelectorAll('canvas')) {
    if (canvas.width === 0 || canvas.height === 0) continue
    const { left, top, right, bottom } = partOf(canvas, box)
    sample.drawImage(canvas, left * width, top * height, (right - left) * width, (bottom - top) * height)
  }
  const pixels = new Uint32Array(sample.getImageData(0, 0, width, height).data.buffer)
  return {
    some: ({ left, top, right, bottom }) => {
      for (let y = at(top, height); y <= at(bottom, height); y += 1) {
        for (let x = at(left, width); x <= at(right, width); x += 1) {
          if (pixels[y * width + x] !== WHITE) return true
        }
      }
      return false
    },
  }
}

/** Opaque, as the four bytes of a pixel in one number. */
const WHITE = 0xff_ff_ff_ff

function at(share: number, pixels: number): number {
  return Math.min(pixels - 1, Math.max(0, Math.floor(share * pixels)))
}
