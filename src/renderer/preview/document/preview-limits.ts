/** Larger documents are read in ranges, as pages are looked at; smaller ones whole, which is quicker. */
export const WHOLE_BYTES = 32 * 1024 * 1024
/** Of one range; pdf.js’ own 64 KB would ask a local file much too often. */
export const RANGE_BYTES = 512 * 1024
/** Pixels of one picture in a document; an A3 page scanned at 600 dpi has 70 million. A larger one is left out. */
export const MAX_IMAGE_PIXELS = 100e6
/** Of one drawn page, 64 MB of memory; what is zoomed in further is drawn in part. */
export const MAX_CANVAS_PIXELS = 16e6
/** Longest side of a page on the screen in CSS pixels, however it is zoomed. */
export const MAX_PAGE_PX = 200_000
export const MAX_PAGES = 20_000

/** From the bytes to a page that can be drawn. The 400 MB bomb of measurements 4.4 takes 2.8 s. */
export const OPEN_BUDGET_MS = 20_000
/** For drawing one page. A real one takes under a second; three million strokes took more than 20 s (4.4). */
export const DRAW_BUDGET_MS = 15_000
/** For a thumbnail, which is drawn from the same contents. */
export const THUMBNAIL_BUDGET_MS = 5_000
/** A thread that says nothing for so long to a plain question hangs. */
export const ANSWER_BUDGET_MS = 2_000
