import type { PageNote } from '../preview-store.ts'

/** Side of the small copy of a page that is looked at, in pixels: a single line of print still shades one of them. */
const SAMPLE_PX = 64

/** What there is to say about a page whose drawing and text are there. */
export function noteOnPage(pages: HTMLElement, pageNumber: number): PageNote | undefined {
  const page = pages.querySelector(`.page[data-page-number="${pageNumber}"]`)
  const text = page?.querySelector('.textLayer')?.textContent ?? ''
  if (page === null || text.trim() !== '') return undefined
  const canvas = page.querySelector('canvas')
  return canvas === null || isBlank(canvas) ? 'blank' : 'no-text'
}

function isBlank(canvas: HTMLCanvasElement): boolean {
  const sample = new OffscreenCanvas(SAMPLE_PX, SAMPLE_PX).getContext('2d', { willReadFrequently: true })
  if (sample === null || canvas.width === 0 || canvas.height === 0) return true
  sample.drawImage(canvas, 0, 0, SAMPLE_PX, SAMPLE_PX)
  const colours = new Uint32Array(sample.getImageData(0, 0, SAMPLE_PX, SAMPLE_PX).data.buffer)
  return colours.every((colour) => colour === colours[0])
}
