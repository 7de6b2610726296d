import { quoteBody } from '../../exchange/read-answer.ts'

/** How far from either end the markers of a PDF may be (measured 1.2; T22). */
const EDGE_BYTES = 1024
const HEAD_MARKER = '%PDF-'
const END_MARKER = '%%EOF'

export interface Flaw {
  reason: string
  said?: string
}

export interface DocumentCheck {
  readonly bytes: number
  add(chunk: Buffer): void
  /** Why the body is not a whole PDF; undefined when it is. */
  flaw(): Flaw | undefined
  /** The first bytes, for the log and the quarantine. */
  firstBytes(): Buffer
}

/**
 * Checks a body by its ends while it streams: size, declared length, `%PDF-`, `%%EOF`, and that it is not an error in
 * disguise. The content type is ignored (T22, T23). Without a declared length only `%%EOF` shows truncation.
 */
export function createDocumentCheck(declared: {
  length: number | undefined
  encoding: string | undefined
}): DocumentCheck {
  let bytes = 0
  let start = Buffer.alloc(0)
  let end = Buffer.alloc(0)
  return {
    get bytes() {
      return bytes
    },
    add: (chunk) => {
      bytes += chunk.length
      if (start.length < EDGE_BYTES) start = Buffer.concat([start, chunk.subarray(0, EDGE_BYTES - start.length)])
      // Copied, so that the chunk itself can be freed.
      end =
        chunk.length >= EDGE_BYTES
          ? Buffer.from(chunk.subarray(-EDGE_BYTES))
          : Buffer.concat([end, chunk]).subarray(-EDGE_BYTES)
    },
    flaw: () => {
      if (declared.encoding !== undefined && declared.encoding !== 'identity') {
        return { reason: `it came encoded (${declared.encoding}), so its length cannot be checked` }
      }
      if (bytes === 0) return { reason: 'it is empty' }
      if (!start.includes(HEAD_MARKER)) return disguise(start)
      if (declared.length !== undefined && bytes !== declared.length) {
        return { reason: `${bytes} bytes came of ${declared.length} that were announced` }
      }
      if (!end.includes(END_MARKER)) return { reason: `it has no end (${END_MARKER}) after ${bytes} bytes` }
      return undefined
    },
    firstBytes: () => start,
  }
}

function disguise(start: Buffer): Flaw {
  const text = start.toString('utf8').trimStart()
  const said = quoteBody(start)
  const words = said === undefined ? {} : { said }
  if (text.startsWith('{') || text.startsWith('[')) return { reason: 'it is an error message with HTTP 200', ...words }
  if (text.startsWith('<')) return { reason: 'it is a web page', ...words }
  return { reason: `it does not begin with ${HEAD_MARKER}` }
}
