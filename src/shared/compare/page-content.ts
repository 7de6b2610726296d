/** A rectangle in shares of its page, from the upper left corner. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface Word {
  readonly text: string
  readonly box: Box
}

/** What is compared of a page. */
export interface PageContent {
  /** In the order of the document. */
  readonly words: readonly Word[]
  /** All but the text, as a grid of `GRID` by `GRID` cells from the upper left corner: how dark a cell is, or a hash of what it has; 0 is empty. */
  readonly picture: ArrayLike<number>
}

/** A cell of an A4 page is 3.3 by 4.6 mm. */
export const GRID = 64

/** More would not be read by anybody, and marking them all takes too long. */
export const MAX_COMPARED_PAGES = 2_000
export const MAX_WORDS_OF_PAGE = 20_000

/** Why a document is not compared, as the end of a sentence. */
export const TOO_MANY_PAGES = `has more than ${MAX_COMPARED_PAGES} pages, which is more than can be compared`
export const TOO_MANY_WORDS = 'has a page with more words than can be compared'
