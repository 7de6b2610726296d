import { alignPages } from './align-pages.ts'
import { comparePictures } from './compare-pictures.ts'
import { findHunks, type Hunk, joined } from './find-hunks.ts'
import type { Box, PageContent, Word } from './page-content.ts'

/** Words that follow one another and became others, or are the same and elsewhere; one of both lists may be empty. */
export interface WordChange {
  readonly removed: readonly Word[]
  readonly added: readonly Word[]
}

/** Two pages that belong together, by number from 1; a page that only one document has is null on the other side. */
export interface ComparedPage {
  readonly left: number | null
  readonly right: number | null
  readonly changes: readonly WordChange[]
  /** The part of the page whose pictures differ, from 0 to 1. */
  readonly picture: number
  readonly pictureBoxes: readonly Box[]
}

/** Compares two documents, the earlier one on the left: every page of both, aligned, with what differs on it. */
export function compareDocuments(
  left: readonly PageContent[],
  right: readonly PageContent[],
  tolerance: number,
): ComparedPage[] {
  return alignPages(left, right).map(([leftAt, rightAt]) => {
    const [one, other] = [left[leftAt ?? -1], right[rightAt ?? -1]]
    const numbers = { left: numberOf(leftAt), right: numberOf(rightAt) }
    if (one === undefined || other === undefined) return { ...numbers, changes: [], picture: 0, pictureBoxes: [] }
    const { share, boxes } = comparePictures(one.picture, other.picture, tolerance)
    return { ...numbers, changes: compareWords(one.words, other.words), picture: share, pictureBoxes: boxes }
  })
}

function numberOf(index: number | undefined): number | null {
  return index === undefined ? null : index + 1
}

function compareWords(left: readonly Word[], right: readonly Word[]): WordChange[] {
  const textOf = ({ text }: Word): string => text
  const hunks = findHunks(left.map(textOf), right.map(textOf))
  return (hunks.length > 0 ? hunks : movedHunks(left, right)).map((hunk) => ({
    removed: left.slice(...hunk.left),
    added: right.slice(...hunk.right),
  }))
}

/** How far, in shares of a page, a word may seem to have moved: how wide its letters are is a guess, how high is none. */
const [NEAR_ACROSS, NEAR_DOWN] = [0.05, 0.01]

/** Where words that are the same are elsewhere, such as a cross in another box. Not asked where others changed, which moves the rest. */
function movedHunks(left: readonly Word[], right: readonly Word[]): Hunk[] {
  const moved = left.flatMap(({ box }, at): Hunk[] => {
    const now = right[at]?.box ?? box
    const isNear = Math.abs(now.left - box.left) <= NEAR_ACROSS && Math.abs(now.top - box.top) <= NEAR_DOWN
    return isNear ? [] : [{ left: [at, at + 1], right: [at, at + 1] }]
  })
  return joined(moved)
}

/** Whether anything differs on a page. */
export function isDifferent({ left, right, changes, picture }: ComparedPage): boolean {
  return left === null || right === null || changes.length > 0 || picture > 0
}
