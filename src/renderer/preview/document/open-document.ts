import { getDocument, PasswordResponses, type PDFDocumentProxy, type PDFPageProxy, VerbosityLevel } from 'pdfjs-dist'
import { ignoring } from '../../../shared/errors/ignoring.ts'
import { createDeadline, unlessAborted, within } from './deadline.ts'
import { bytesOption, type DocumentBytes } from './document-bytes.ts'
import { includeFields } from './page-fields.ts'
import { type ParserThread, PDFJS_PATH } from './pdf-workers.ts'
import { parserBroken, PreviewError, tooManyPages, tooSlowToOpen } from './preview-failures.ts'
import { ANSWER_BUDGET_MS, MAX_IMAGE_PIXELS, MAX_PAGES, OPEN_BUDGET_MS } from './preview-limits.ts'

export interface OpenedDocument {
  readonly pdf: PDFDocumentProxy
  readonly firstPage: PDFPageProxy
  readonly bytes: number
  /** Its bytes are here; of larger ones only those of what was shown. */
  readonly isWhole: boolean
  readonly thread: ParserThread
  /** Fires when it is closed, with a PreviewError if its bytes cannot be read any more: it answers nothing from then on. */
  readonly closing: AbortSignal
  /** Releases its resources. Ends the thread if it no longer answers, so that this never takes long. */
  close(): Promise<void>
}

export interface OpenRequest {
  bytes: DocumentBytes
  thread: ParserThread
  /** Asks for the password; `isWrong` after a wrong one. The time limit is paused meanwhile. */
  askPassword: (isWrong: boolean, answer: (password: string) => void) => void
}

/** Opens a document up to its first page. Nothing in it is executed: no script, no form, no external link. */
export async function openDocument(
  { bytes, thread, askPassword }: OpenRequest,
  signal: AbortSignal,
): Promise<OpenedDocument> {
  const closing = new AbortController()
  const task = getDocument({ ...bytesOption(bytes, closing), ...readingOptions(), worker: thread.pdfWorker })
  const close = (): Promise<void> => {
    closing.abort()
    return closeTask(task, thread)
  }
  const deadline = createDeadline(OPEN_BUDGET_MS, () => new PreviewError(tooSlowToOpen()))
  task.onPassword = (answer: (password: string) => void, reason: number): void => {
    deadline.stop()
    askPassword(reason === PasswordResponses.INCORRECT_PASSWORD, (password) => {
      deadline.restart()
      answer(password)
    })
  }
  try {
    const ends = AbortSignal.any([signal, thread.lost, closing.signal])
    const pdf = await unlessAborted(Promise.race([task.promise, deadline.passed]), ends)
    if (pdf.numPages > MAX_PAGES) throw new PreviewError(tooManyPages(pdf.numPages))
    preparePages(pdf, closing.signal)
    const firstPage = await unlessAborted(Promise.race([pdf.getPage(1), deadline.passed]), ends)
    return { pdf, firstPage, bytes: bytes.bytes, isWhole: bytes.isWhole, thread, closing: closing.signal, close }
  } catch (thrown) {
    void close()
    throw thread.lost.aborted && !signal.aborted ? new PreviewError(parserBroken(), { cause: thrown }) : thrown
  } finally {
    deadline.stop()
  }
}

/** Options for every document. URLs end in “/”, as pdf.js requires. */
function readingOptions() {
  const at = (folder: string): string => new URL(`${PDFJS_PATH}${folder}/`, document.baseURI).href
  return {
    cMapUrl: at('cmaps'),
    standardFontDataUrl: at('standard_fonts'),
    wasmUrl: at('wasm'),
    iccUrl: at('iccs'),
    // Where addresses are not of http, pdf.js would have the page fetch these, and do without the colour profile.
    useWorkerFetch: true,
    enableXfa: false,
    maxImageSize: MAX_IMAGE_PIXELS,
    // Pages are read when they come into view, so that a large document is not read whole and closing waits for nothing.
    disableAutoFetch: true,
    disableStream: true,
    disableWorkerRendering: true,
    verbosity: VerbosityLevel.ERRORS,
  }
}

/**
 * Gives out pages with the values of their fields, whoever asks for them: viewer, cover, thumbnails, print, find. Stops answering
 * once the document is closing: otherwise the viewer would log an error about the missing page, or draw one that nobody sees.
 */
function preparePages(pdf: PDFDocumentProxy, closing: AbortSignal): void {
  const getPage = pdf.getPage.bind(pdf)
  const prepared = new WeakMap<PDFPageProxy, Promise<PDFPageProxy>>()
  const prepare = async (pageNumber: number): Promise<PDFPageProxy> => {
    const page = await getPage(pageNumber)
    // A page whose fields cannot be read is shown without them.
    const whole =
      prepared.get(page) ??
      includeFields(pdf, page)
        .catch(ignoring('a page whose fields cannot be drawn is shown without'))
        .then(() => page)
    prepared.set(page, whole)
    return await whole
  }
  pdf.getPage = (pageNumber) =>
    new Promise((resolve, reject) => {
      if (closing.aborted) return
      prepare(pageNumber).then(
        (page) => closing.aborted || resolve(page),
        (reason: unknown) => closing.aborted || reject(reason instanceof Error ? reason : new Error(String(reason))),
      )
    })
}

async function closeTask(task: ReturnType<typeof getDocument>, thread: ParserThread): Promise<void> {
  try {
    await within(ANSWER_BUDGET_MS, task.destroy(), () => new Error('the thread does not answer'))
  } catch {
    thread.end()
  }
}
