/** Larger documents are read in ranges, as pages come into view; smaller ones whole, which is quicker. */
export const WHOLE_BYTES = 32 * 1024 * 1024
/** Size of one range; the 64 KB of pdf.js would mean far too many requests for a local file. */
export const RANGE_BYTES = 512 * 1024
/** Pixels of one image in a document; an A3 page scanned at 600 dpi has 70 million. Larger images are left out. */
export const MAX_IMAGE_PIXELS = 100e6
/** Pixels of one drawn page, 64 MB of memory; a page zoomed in further is drawn in part. */
export const MAX_CANVAS_PIXELS = 16e6
/** Longest side of a page on the screen in CSS pixels, at any zoom. */
export const MAX_PAGE_PX = 200_000
export const MAX_PAGES = 20_000

/** From the bytes to a page that can be drawn. A 400 MB bomb takes 2.8 s. */
export const OPEN_BUDGET_MS = 20_000
/** For drawing one page. A real one takes under a second; three million strokes took more than 20 s. */
export const DRAW_BUDGET_MS = 15_000
/** For a thumbnail, which is drawn from the same contents. */
export const THUMBNAIL_BUDGET_MS = 5_000
/** A thread that does not answer a simple request for this long hangs. */
export const ANSWER_BUDGET_MS = 2_000
