import { flawIn, gone, notLoaded, PreviewError } from './preview-failures.ts'
import { RANGE_BYTES, WHOLE_BYTES } from './preview-limits.ts'

/** What pdf.js is to read: the bytes themselves, or where to ask for ranges of them. */
export type DocumentBytes = { bytes: number; /** When they were in the page. */ arrivedMs: number } & (
  { isWhole: true; data: Uint8Array<ArrayBuffer> } | { isWhole: false; url: string }
)

/** A PDF’s head may be preceded by so many other bytes. */
const HEAD_BYTES = 1024

/** Gets a small document whole, and of a large one no more than its length. Throws PreviewError for what is no PDF. */
export async function fetchDocumentBytes(address: string, signal: AbortSignal): Promise<DocumentBytes> {
  const url = new URL(address, document.baseURI).href
  const stop = new AbortController()
  const answer = await fetch(url, { signal: AbortSignal.any([signal, stop.signal]) }).catch((thrown: unknown) => {
    signal.throwIfAborted()
    throw new PreviewError(notLoaded(), { cause: thrown })
  })
  if (answer.status === 404) throw new PreviewError(gone())
  if (!answer.ok) throw new PreviewError(notLoaded())
  const bytes = Number(answer.headers.get('content-length') ?? 0)
  if (bytes > WHOLE_BYTES && answer.headers.get('accept-ranges') === 'bytes') {
    stop.abort()
    return { isWhole: false, url, bytes, arrivedMs: performance.now() }
  }
  const data = new Uint8Array(await answer.arrayBuffer())
  const flaw = flawIn(data.subarray(0, HEAD_BYTES), data.length)
  if (flaw !== undefined) throw new PreviewError(flaw)
  return { isWhole: true, data, bytes: data.length, arrivedMs: performance.now() }
}

/** The part of pdf.js’ options that says where the bytes are. */
export function bytesOption(bytes: DocumentBytes): { data: Uint8Array } | { url: string; rangeChunkSize: number } {
  return bytes.isWhole ? { data: bytes.data } : { url: bytes.url, rangeChunkSize: RANGE_BYTES }
}
