import { PDFDataRangeTransport } from 'pdfjs-dist'
import { flawIn, gone, notLoaded, PreviewError } from './preview-failures.ts'
import { RANGE_BYTES, WHOLE_BYTES } from './preview-limits.ts'

/** What pdf.js reads: the bytes themselves, or ranges of what is at an address. */
export type DocumentBytes = { bytes: number; /** When they had arrived in the page. */ arrivedMs: number } & (
  | { isWhole: true; data: Uint8Array<ArrayBuffer> }
  | { isWhole: false; url: string }
)

/** A PDF’s header may be preceded by this many other bytes. */
const HEAD_BYTES = 1024

/** Fetches a small document whole, and only the length of a large one. Throws PreviewError if it is not a PDF. */
export async function fetchDocumentBytes(address: string, signal: AbortSignal): Promise<DocumentBytes> {
  const url = new URL(address, document.baseURI).href
  const stop = new AbortController()
  const answer = await ask(url, {}, AbortSignal.any([signal, stop.signal]))
  const bytes = Number(answer.headers.get('content-length') ?? NaN)
  if (bytes > WHOLE_BYTES && answer.headers.get('accept-ranges') === 'bytes') {
    stop.abort()
    return { isWhole: false, url, bytes, arrivedMs: performance.now() }
  }
  const data = await bodyOf(answer, bytes, signal)
  const flaw = flawIn(data.subarray(0, HEAD_BYTES), data.length)
  if (flaw !== undefined) throw new PreviewError(flaw)
  return { isWhole: true, data, bytes: data.length, arrivedMs: performance.now() }
}

/**
 * The pdf.js options that say where the bytes are. Ranges are fetched here, because pdf.js does so only from addresses of http:
 * from any other, such as Electron’s, it would read the whole document. It cannot be told that a range did not come and would wait
 * for ever, so then the document is closed, with the PreviewError as the reason.
 */
export function bytesOption(
  source: DocumentBytes,
  closing: AbortController,
): { data: Uint8Array } | { range: PDFDataRangeTransport; rangeChunkSize: number } {
  if (source.isWhole) return { data: source.data }
  const range = new PDFDataRangeTransport(source.bytes, null)
  const { signal } = closing
  range.requestDataRange = (begin, end) => {
    fetchRange(source, { begin, end }, signal).then(
      (data) => signal.aborted || range.onDataRange(begin, data),
      (thrown: unknown) => closing.abort(thrown),
    )
  }
  return { range, rangeChunkSize: RANGE_BYTES }
}

async function fetchRange(
  { url, bytes }: { url: string; bytes: number },
  { begin, end }: { begin: number; end: number },
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const span = `${begin}-${end - 1}`
  const answer = await ask(url, { range: `bytes=${span}` }, signal)
  // Of a file that became shorter or longer, a range would be read as if it belonged to the one that was opened.
  if (answer.headers.get('content-range') !== `bytes ${span}/${bytes}`) throw new PreviewError(gone())
  return await bodyOf(answer, end - begin, signal)
}

async function ask(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
  const answer = await loaded(fetch(url, { headers, signal }), signal)
  // Beyond its end (416) there is nothing only where the file has become shorter.
  if (answer.status === 404 || answer.status === 416) throw new PreviewError(gone())
  if (!answer.ok) throw new PreviewError(notLoaded())
  return answer
}

/** All of it: what breaks off on its way from the desk may end like any other answer. `bytes` is NaN where it did not say how many. */
async function bodyOf(answer: Response, bytes: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const data = new Uint8Array(await loaded(answer.arrayBuffer(), signal))
  if (!Number.isNaN(bytes) && data.length !== bytes) throw new PreviewError(notLoaded())
  return data
}

async function loaded<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await work
  } catch (thrown) {
    signal.throwIfAborted()
    throw new PreviewError(notLoaded(), { cause: thrown })
  }
}
