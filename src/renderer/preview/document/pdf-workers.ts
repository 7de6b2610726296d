import { PDFWorker, VerbosityLevel } from 'pdfjs-dist'

/** Where the build puts what pdf.js loads by itself (pdfjs.config.ts). */
export const PDFJS_PATH = 'pdfjs/'

/** The thread that parses documents. One is kept warm for all previews: starting one takes 80 to 150 ms (measured 4.3). */
export interface ParserThread {
  readonly pdfWorker: PDFWorker
  /** Fires when the thread is gone; every document on it has to be opened anew. */
  readonly lost: AbortSignal
  /** Ends it, whatever it is busy with. The next document gets a fresh one. */
  end(): void
}

let warm: ParserThread | undefined

/** The thread for the next document. Starts it where there is none, so that calling it early warms it up. */
export function parserThread(): ParserThread {
  if (warm === undefined || warm.lost.aborted) warm = startThread()
  return warm
}

function startThread(): ParserThread {
  const loss = new AbortController()
  // Made here rather than by pdf.js, which would parse on the page's own thread where no worker can be had.
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
