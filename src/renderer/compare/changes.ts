import { type ComparedPage, isDifferent } from '../../shared/compare/compare-documents.ts'
import { changeSentence } from '../../shared/compare/comparison-words.ts'
import type { Box } from '../../shared/compare/page-content.ts'

export type Side = 'left' | 'right'

/** A place on a page where a change shows. */
export interface Mark {
  readonly side: Side
  readonly pageNumber: number
  readonly box: Box
  readonly kind: 'removed' | 'added' | 'picture'
}

/** One stop on the way from change to change. */
export interface Change {
  readonly sentence: string
  readonly marks: readonly Mark[]
}

const WHOLE_PAGE: Box = { left: 0, top: 0, width: 1, height: 1 }

/** Every change in the order of the pages. */
export function changesIn(pages: readonly ComparedPage[]): Change[] {
  return pages.filter(isDifferent).flatMap(({ left, right, changes, pictureBoxes }) => {
    const sides = [
      ['left', left, 'added'],
      ['right', right, 'removed'],
    ] as const
    const marked = (kind: Mark['kind'], boxes: readonly Box[]): Mark[] =>
      sides.flatMap(([side, pageNumber, never]) =>
        pageNumber === null || kind === never ? [] : boxes.map((box) => ({ side, pageNumber, box, kind })),
      )
    if (left === null) return { sentence: `Page ${right} was inserted.`, marks: marked('added', [WHOLE_PAGE]) }
    if (right === null) return { sentence: `Page ${left} was removed.`, marks: marked('removed', [WHOLE_PAGE]) }
    const boxesOf = (words: readonly { readonly box: Box }[]): Box[] => words.map(({ box }) => box)
    const ofWords = changes.map((change) => ({
      sentence: `Page ${right}: ${changeSentence(change)}.`,
      marks: [...marked('added', boxesOf(change.added)), ...marked('removed', boxesOf(change.removed))],
    }))
    const ofPictures = pictureBoxes.map((box) => ({
      sentence: `Page ${right}: a picture or line differs.`,
      marks: marked('picture', [box]),
    }))
    return [...ofWords, ...ofPictures]
  })
}
