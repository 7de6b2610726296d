import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import {
  MAX_COMPARED_PAGES,
  MAX_WORDS_OF_PAGE,
  type PageContent,
  TOO_MANY_PAGES,
  TOO_MANY_WORDS,
} from '../../shared/compare/page-content.ts'
import { wordsOf } from '../../shared/compare/page-words.ts'
import { readTextPieces } from '../../shared/compare/read-text.ts'
import { drawnCells, type Layers } from './drawn-cells.ts'
import { fieldWords } from './field-words.ts'

/** Tells what is compared of each page in order. Resolves with why it is not compared. */
export async function readContents(pdf: PDFDocumentProxy, onPage: (page: PageContent) => void): Promise<string | null> {
  if (pdf.numPages > MAX_COMPARED_PAGES) return TOO_MANY_PAGES
  const layers = await pdf.getOptionalContentConfig()
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const content = await readPage(page, layers)
    if (content === undefined) return TOO_MANY_WORDS
    onPage(content)
    page.cleanup()
  }
  return null
}

/** Undefined for a page with too many words. */
async function readPage(page: PDFPageProxy, layers: Layers): Promise<PageContent | undefined> {
  const view = page.getViewport({ scale: 1 })
  const { pieces, isCut } = await readTextPieces(page.streamTextContent())
  if (isCut) return undefined
  const words = [...wordsOf(pieces, view), ...fieldWords(await page.getAnnotations(), view)]
  return words.length > MAX_WORDS_OF_PAGE ? undefined : { words, picture: await drawnCells(page, view, layers) }
}
