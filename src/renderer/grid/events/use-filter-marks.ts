import { type RefObject, useEffect } from 'react'
import { foldedWords, foundParts } from '../../../shared/text/fold-text.ts'

/** As `::highlight()` in page.css has it. */
const HIGHLIGHT = 'filter-match'
const CELLS = '[data-column]'

/** Marks where the quick filter matches in the rows on the screen, at every drawing of them, without a change of the document. */
export function useFilterMarks(scroller: RefObject<HTMLElement | null>, quickFilter: string): void {
  useEffect(() => {
    const rows = scroller.current?.querySelector('tbody')
    // Of “vessel:olaf” the part that is looked for.
    const words = foldedWords(quickFilter).map((word) => word.split(':').at(-1) ?? '')
    const searched = words.filter((word) => word !== '')
    if (rows === null || rows === undefined || searched.length === 0) return undefined
    CSS.highlights.set(HIGHLIGHT, new Highlight(...rangesIn(rows, searched)))
    return () => void CSS.highlights.delete(HIGHLIGHT)
  })
}

function rangesIn(rows: HTMLElement, words: readonly string[]): Range[] {
  const ranges: Range[] = []
  const texts = document.createTreeWalker(rows, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (text.parentElement?.closest(CELLS) == null) continue
    let at = 0
    for (const part of foundParts(text.nodeValue ?? '', words)) {
      if (part.isFound) ranges.push(rangeOf(text, at, at + part.text.length))
      at += part.text.length
    }
  }
  return ranges
}

function rangeOf(text: Node, from: number, to: number): Range {
  const range = new Range()
  range.setStart(text, from)
  range.setEnd(text, to)
  return range
}
