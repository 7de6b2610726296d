import { MAX_PAGE_PX } from './document/preview-limits.ts'

/** `width`: the page fills the pane’s width; `page`: the whole page is visible; a number: 1 is the size on paper. */
export type Zoom = 'width' | 'page' | number

export interface Size {
  width: number
  height: number
}

/** Margin around a page, in CSS pixels. */
export const PAGE_MARGIN_PX = 12
/** A point of a PDF is 1/72 inch, a CSS pixel 1/96. */
export const PX_PER_POINT = 96 / 72
const MIN_SCALE = 0.1
const MAX_SCALE = 8
const STEPS = [0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 6, 8]

/** The scale for a page (in points, as rotated) in a box (in CSS pixels). */
export function scaleFor(zoom: Zoom, page: Size, box: Size): number {
  const longest = Math.max(page.width, page.height) * PX_PER_POINT
  return Math.min(unboundedScale(zoom, page, box), MAX_SCALE, MAX_PAGE_PX / longest)
}

function unboundedScale(zoom: Zoom, page: Size, box: Size): number {
  if (typeof zoom === 'number') return Math.max(zoom, MIN_SCALE)
  const acrossPx = Math.max(box.width - 2 * PAGE_MARGIN_PX, 1)
  const downPx = Math.max(box.height - 2 * PAGE_MARGIN_PX, 1)
  const across = acrossPx / (page.width * PX_PER_POINT)
  return zoom === 'width' ? across : Math.min(across, downPx / (page.height * PX_PER_POINT))
}

/** The next step up or down from any scale. */
export function steppedScale(scale: number, direction: 1 | -1): number {
  // Fitted scales are odd numbers; one within a hundredth of a step counts as that step.
  const further =
    direction === 1 ? STEPS.find((step) => step > scale * 1.01) : STEPS.findLast((step) => step < scale * 0.99)
  return further ?? scale
}
