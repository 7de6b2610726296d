import { PDFWorker, VerbosityLevel } from 'pdfjs-dist'

/** Where the build puts the files that pdf.js loads on its own (pdfjs.config.ts). */
export const PDFJS_PATH = 'pdfjs/'

/** The thread that parses documents. One is kept ready for all previews: starting one takes 80 to 150 ms. */
export interface ParserThread {
  readonly pdfWorker: PDFWorker
  /** Fires when the thread has ended; every document on it has to be opened again. */
  readonly lost: AbortSignal
  /** Ends it, even if it is busy. The next document gets a new one. */
  end(): void
}

let warm: ParserThread | undefined

/** The thread for the next document. Starts one if necessary, so an early call warms it up. */
export function parserThread(): ParserThread {
  if (warm === undefined || warm.lost.aborted) warm = startThread()
  return warm
}

function startThread(): ParserThread {
  const loss = new AbortController()
  // Created here rather than by pdf.js, which would parse on the page’s own thread if it could get no worker.
  const port = new Worker(new URL(`${PDFJS_PATH}pdf.worker.min.mjs`, document.baseURI), { type: 'module' })
  const pdfWorker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS })
  const end = (): void => {
    port.terminate()
    pdfWorker.destroy()
    loss.abort()
  }
  port.addEventListener('error', end)
  return { pdfWorker, lost: loss.signal, end }
}
