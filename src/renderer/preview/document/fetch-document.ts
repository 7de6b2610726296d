import { flawIn, gone, notLoaded, PreviewError } from './preview-failures.ts'
import { RANGE_BYTES, WHOLE_BYTES } from './preview-limits.ts'

/** What pdf.js reads: the bytes themselves, or a URL for ranges of them. */
export type DocumentBytes = { bytes: number; /** When they had arrived in the page. */ arrivedMs: number } & (
  { isWhole: true; data: Uint8Array<ArrayBuffer> } | { isWhole: false; url: string }
)

/** A PDF’s header may be preceded by this many other bytes. */
const HEAD_BYTES = 1024

/** Fetches a small document whole, and only the length of a large one. Throws PreviewError if it is not a PDF. */
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

/** The pdf.js options that say where the bytes are. */
export function bytesOption(bytes: DocumentBytes): { data: Uint8Array } | { url: string; rangeChunkSize: number } {
  return bytes.isWhole ? { data: bytes.data } : { url: bytes.url, rangeChunkSize: RANGE_BYTES }
}
