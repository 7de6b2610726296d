import { getDocument, PasswordResponses, type PDFDocumentProxy, type PDFPageProxy, VerbosityLevel } from 'pdfjs-dist'
import { createDeadline, unlessAborted, within } from './deadline.ts'
import { bytesOption, type DocumentBytes } from './fetch-document.ts'
import { type ParserThread, PDFJS_PATH } from './pdf-workers.ts'
import { parserBroken, PreviewError, tooManyPages, tooSlowToOpen } from './preview-failures.ts'
import { ANSWER_BUDGET_MS, MAX_IMAGE_PIXELS, MAX_PAGES, OPEN_BUDGET_MS } from './preview-limits.ts'

export interface OpenedDocument {
  readonly pdf: PDFDocumentProxy
  readonly firstPage: PDFPageProxy
  readonly bytes: number
  readonly thread: ParserThread
  /** Gives back what it holds. Ends the thread where it no longer answers, so that it never takes long. */
  close(): Promise<void>
}

export interface OpenRequest {
  bytes: DocumentBytes
  thread: ParserThread
  /** Asks for the password; `isWrong` when one was given before. Time does not run meanwhile. */
  askPassword: (isWrong: boolean, answer: (password: string) => void) => void
}

/** Opens a document up to its first page. Nothing in it is carried out: no script, no form, no link to elsewhere. */
export async function openDocument(
  { bytes, thread, askPassword }: OpenRequest,
  signal: AbortSignal,
): Promise<OpenedDocument> {
  const task = getDocument({ ...bytesOption(bytes), ...readingOptions(), worker: thread.pdfWorker })
  const closing = new AbortController()
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
    const ends = AbortSignal.any([signal, thread.lost])
    const pdf = await unlessAborted(Promise.race([task.promise, deadline.passed]), ends)
    if (pdf.numPages > MAX_PAGES) throw new PreviewError(tooManyPages(pdf.numPages))
    silencePages(pdf, closing.signal)
    const firstPage = await unlessAborted(Promise.race([pdf.getPage(1), deadline.passed]), ends)
    return { pdf, firstPage, bytes: bytes.bytes, thread, close }
  } catch (thrown) {
    void close()
    throw thread.lost.aborted && !signal.aborted ? new PreviewError(parserBroken(), { cause: thrown }) : thrown
  } finally {
    deadline.stop()
  }
}

/** What holds for every document. Addresses end in “/”, as pdf.js wants them. */
function readingOptions() {
  const at = (folder: string): string => new URL(`${PDFJS_PATH}${folder}/`, document.baseURI).href
  return {
    cMapUrl: at('cmaps'),
    standardFontDataUrl: at('standard_fonts'),
    wasmUrl: at('wasm'),
    iccUrl: at('iccs'),
    enableXfa: false,
    maxImageSize: MAX_IMAGE_PIXELS,
    // Pages are read when they come into view: of a large document only those, and closing has nothing to wait for.
    disableAutoFetch: true,
    disableStream: true,
    disableWorkerRendering: true,
    verbosity: VerbosityLevel.ERRORS,
  }
}

/**
 * Answers no question for a page any more once the document is being closed: the viewer would complain in the console
 * that its page did not come, or draw one that nobody sees.
 */
function silencePages(pdf: PDFDocumentProxy, closing: AbortSignal): void {
  const getPage = pdf.getPage.bind(pdf)
  pdf.getPage = (pageNumber) =>
    new Promise((resolve, reject) => {
      getPage(pageNumber).then(
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
