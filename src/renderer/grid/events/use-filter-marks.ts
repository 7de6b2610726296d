import { type RefObject, useEffect } from 'react'
import type { GridColumn } from '../columns/grid-column.ts'
import { namedColumn } from '../store/row-table.ts'
import { foldedWords, foundParts } from '../../../shared/text/fold-text.ts'

/** As `::highlight()` in page.css has it. */
const HIGHLIGHT = 'filter-match'
const CELLS = '[data-column]'

/** Marks where the quick filter matches in the rows on the screen, at every drawing of them, without a change of the document. */
export function useFilterMarks<Row>(
  scroller: RefObject<HTMLElement | null>,
  { quickFilter, columns }: { readonly quickFilter: string; readonly columns: readonly GridColumn<Row>[] },
): void {
  useEffect(() => {
    const words = foldedWords(quickFilter).map((word) => namedColumn(word, columns).text)
    const rows = words.length === 0 ? undefined : scroller.current?.querySelector('tbody')
    if (rows === null || rows === undefined) return undefined
    CSS.highlights.set(HIGHLIGHT, new Highlight(...rangesIn(rows, words)))
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
