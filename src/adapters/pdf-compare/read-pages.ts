import { getDocument, type PDFDocumentProxy, type PDFPageProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import * as parser from 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import { fileURLToPath } from 'node:url'
import {
  MAX_COMPARED_PAGES,
  MAX_WORDS_OF_PAGE,
  type PageContent,
  TOO_MANY_PAGES,
  TOO_MANY_WORDS,
} from '../../shared/compare/page-content.ts'
import { wordsOf } from '../../shared/compare/page-words.ts'
import { readTextPieces } from '../../shared/compare/read-text.ts'
import { drawnCells } from './drawn-cells.ts'
import { fieldWords } from './field-words.ts'
import type { PdfAnswer, PdfToRead } from './read-pdf.ts'

/** Reads a PDF page after page, and says so of each. Never fails. */
export async function readPages({ bytes, resources }: PdfToRead, answer: (part: PdfAnswer) => void): Promise<void> {
  // pdf.js looks here for its parser before it would load one by address.
  Reflect.set(globalThis, 'pdfjsWorker', parser)
  const at = (folder: string): string => fileURLToPath(new URL(`${folder}/`, resources))
  const task = getDocument({
    data: new Uint8Array(bytes),
    cMapUrl: at('cmaps'),
    wasmUrl: at('wasm'),
    iccUrl: at('iccs'),
    standardFontDataUrl: at('standard_fonts'),
    enableXfa: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  try {
    const pdf = await task.promise
    answer((await readInto(pdf, answer)) ?? { isWhole: true })
  } catch (thrown) {
    answer(flawOf(thrown))
  }
}

async function readInto(pdf: PDFDocumentProxy, answer: (part: PdfAnswer) => void): Promise<PdfAnswer | undefined> {
  if (pdf.numPages > MAX_COMPARED_PAGES) return { flaw: TOO_MANY_PAGES, next: ELSEWHERE }
  for (let pageNumber = 1; pageNumber <= pdf.numPages; pageNumber += 1) {
    const page = await pdf.getPage(pageNumber)
    const content = await readPage(page)
    if (content === undefined) return { flaw: TOO_MANY_WORDS, next: ELSEWHERE }
    answer({ page: content })
    page.cleanup()
  }
  return undefined
}

/** Undefined for a page with too many words. */
async function readPage(page: PDFPageProxy): Promise<PageContent | undefined> {
  const view = page.getViewport({ scale: 1 })
  const pieces = await readTextPieces(page.streamTextContent())
  const annotations = await page.getAnnotations()
  const words = pieces === undefined ? [] : [...wordsOf(pieces, view), ...fieldWords(annotations, view)]
  if (pieces === undefined || words.length > MAX_WORDS_OF_PAGE) return undefined
  return { words, picture: await drawnCells(page, view) }
}

const ELSEWHERE = 'Compare it in a PDF reader.'
const FETCH_AGAIN = 'Save the document again, or ask the sender for it.'

function flawOf(thrown: unknown): { flaw: string; next: string } {
  const name = thrown instanceof Error ? thrown.name : ''
  if (name === 'PasswordException')
    return { flaw: 'is protected by a password', next: 'Save a copy without one, and compare that.' }
  return { flaw: 'is damaged, incomplete or no PDF', next: FETCH_AGAIN }
}
