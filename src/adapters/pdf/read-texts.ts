import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { ignoring } from '../../shared/errors/ignoring.ts'
import { readTextPieces } from '../../shared/compare/read-text.ts'
import { counted } from '../../shared/text/format.ts'
import { fieldWords } from './field-words.ts'
import { linesOf } from './lines-of-text.ts'

const MAX_PAGES = 20_000
const MAX_PAGE_CHARS = 500_000
const MAX_DOCUMENT_CHARS = 20_000_000

/** Tells each page’s text in order: lines as they stand there, then its fields. Resolves with why it was not read, or not to its end. */
export async function readTexts(pdf: PDFDocumentProxy, onPage: (text: string) => void): Promise<string | null> {
  let [chars, unreadable, isAnyCut] = [0, 0, false]
  for (let number = 1; number <= pdf.numPages; number += 1) {
    if (number > MAX_PAGES || chars > MAX_DOCUMENT_CHARS)
      return `is very long: its first ${counted(number - 1, 'page')} are read`
    const read = await readText(pdf, number).catch(ignoring('it is counted as unreadable'))
    const { text, isCut } = read ?? { text: '', isCut: false }
    if (read === undefined) unreadable += 1
    chars += text.length
    isAnyCut ||= isCut
    onPage(text)
  }
  if (unreadable > 0) return `is damaged: ${counted(unreadable, 'page')} of ${pdf.numPages} cannot be read`
  return isAnyCut ? 'has a page with very much text, of which only the beginning is read' : null
}

async function readText(pdf: PDFDocumentProxy, number: number): Promise<{ text: string; isCut: boolean }> {
  const page = await pdf.getPage(number)
  const { pieces, isCut } = await readTextPieces(page.streamTextContent())
  const fields = fieldWords(await page.getAnnotations(), page.getViewport({ scale: 1 }))
  page.cleanup()
  const text = `${linesOf(pieces)}\n${fields.map((word) => word.text).join(' ')}`
  return { text: text.slice(0, MAX_PAGE_CHARS), isCut: isCut || text.length > MAX_PAGE_CHARS }
}
