import {
  getDocument,
  InvalidPDFException,
  PasswordException,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
// It registers itself; otherwise pdf.js would look for its file.
// oxlint-disable-next-line import/no-unassigned-import
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import { counted } from '../../shared/text/format.ts'

const MAX_PAGES = 20_000
/** A page of a book has 3,000. */
const MAX_PAGE_CHARS = 500_000
const MAX_DOCUMENT_CHARS = 20_000_000

/**
 * Tells each page’s text in order. Resolves with a sentence where the document cannot be read, or not to its end; never
 * rejects. Nothing in it is executed, drawn or fetched. `characterMaps` is a folder of pdf.js, with a separator at its end.
 */
export async function readPdf(
  data: Uint8Array,
  characterMaps: string,
  onPage: (text: string) => void,
): Promise<string | null> {
  const worker = PDFWorker.create({ verbosity: 0 })
  const task = getDocument({ data, worker, cMapUrl: characterMaps, verbosity: 0, disableFontFace: true })
  try {
    return await readPages(await task.promise, onPage)
  } catch (thrown) {
    return flawOf(thrown)
  } finally {
    await task.destroy().catch(() => undefined)
    worker.destroy()
  }
}

async function readPages(pdf: PDFDocumentProxy, onPage: (text: string) => void): Promise<string | null> {
  let [chars, unreadable, isCut] = [0, 0, false]
  for (let number = 1; number <= pdf.numPages; number += 1) {
    if (number > MAX_PAGES || chars > MAX_DOCUMENT_CHARS)
      return `It is very long: its first ${counted(number - 1, 'page')} are read.`
    const text = await pageText(pdf, number).catch(() => undefined)
    if (text === undefined) unreadable += 1
    chars += text?.length ?? 0
    isCut ||= text?.length === MAX_PAGE_CHARS
    onPage(text ?? '')
  }
  if (unreadable > 0) return `It is damaged: ${counted(unreadable, 'page')} of ${pdf.numPages} cannot be read.`
  return isCut ? 'Of a page with very much text only the beginning is read.' : null
}

/** In lines as they stand on the page. Read as it comes, so that an endless page is left in time. */
async function pageText(pdf: PDFDocumentProxy, number: number): Promise<string> {
  const page = await pdf.getPage(number)
  const reader = streamOf(page).getReader()
  let text = ''
  for (let chunk = await reader.read(); !chunk.done && text.length < MAX_PAGE_CHARS; chunk = await reader.read()) {
    for (const item of chunk.value.items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str
  }
  if (text.length >= MAX_PAGE_CHARS) await reader.cancel(new Error('enough'))
  page.cleanup()
  return text.slice(0, MAX_PAGE_CHARS)
}

type TextChunk = Pick<Awaited<ReturnType<PDFPageProxy['getTextContent']>>, 'items'>

/** The types of pdf.js do not say what it streams: what `getTextContent` joins. */
function streamOf(page: PDFPageProxy): ReadableStream<TextChunk> {
  // oxlint-disable-next-line typescript/no-unsafe-return
  return page.streamTextContent()
}

function flawOf(thrown: unknown): string {
  if (thrown instanceof PasswordException) return 'It asks for a password.'
  if (thrown instanceof InvalidPDFException) return 'It is damaged, or no PDF.'
  return 'It is damaged, or protected in a way that is not supported.'
}
