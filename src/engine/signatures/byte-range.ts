import { chunksOf, type PdfSource, type Span } from './pdf-source.ts'
import { countOf, itemsOf, type PdfDict, stringOf } from './pdf-values.ts'

/** What a signature covers: all of the document up to `end` but itself. */
export interface Covered {
  spans: readonly [Span, Span]
  end: number
  /** The signature, as it stands between the spans. */
  message: Buffer
}

/** Why it covers nothing that could be checked. */
export interface NotCovered {
  integrity: 'changed' | 'unknown'
  /** The end of a sentence about the signature. */
  reason: string
}

/**
 * What a signature says that it covers, if that is everything but its own digits: whoever may put a single other byte beside
 * them can put a whole document there (signature wrapping), and whoever chooses the beginning can put one before it.
 */
export function coveredBy(signature: PdfDict, fileBytes: number): Covered | NotCovered {
  const contents = stringOf(signature.entries.get('Contents'))
  const numbers = itemsOf(signature.entries.get('ByteRange')).map(countOf)
  if (signature.repeated.includes('Contents') || signature.repeated.includes('ByteRange')) {
    return { integrity: 'unknown', reason: 'says twice what it covers' }
  }
  if (contents?.bytes === undefined || Number.isNaN(contents.start)) {
    return { integrity: 'unknown', reason: 'does not stand where a signature has to' }
  }
  if (numbers.length !== 4) return { integrity: 'unknown', reason: 'does not say what it covers' }
  const [a, b = Infinity, c = 0, d = 0] = numbers
  if (a !== 0 || c <= b || numbers.includes(undefined))
    return { integrity: 'unknown', reason: 'covers parts that cannot be' }
  if (c + d > fileBytes) return { integrity: 'changed', reason: 'covers more than there is: the end is missing' }
  if (b !== contents.start || c !== contents.end) {
    return { integrity: 'changed', reason: 'leaves out other parts of the document than itself' }
  }
  const end = c + d
  const spans = [
    [0, b],
    [c, end],
  ] as const
  return { spans, end, message: contents.bytes }
}

const SPACES = /^[\0\t\n\f\r ]*$/

/** Whether anything follows but blanks. */
export async function isFollowed(source: PdfSource, from: number, signal?: AbortSignal): Promise<boolean> {
  for await (const chunk of chunksOf(source, [[from, source.bytes]], signal)) {
    if (!SPACES.test(chunk.toString('latin1'))) return true
  }
  return false
}

/** Every signature says in plain bytes which part of the document it is of. */
export const SIGNATURE_MARKER = '/ByteRange'

/** Whether anything in the document says what it signs of it. */
export async function holdsSignature(source: PdfSource, signal?: AbortSignal): Promise<boolean> {
  let rest = ''
  for await (const chunk of chunksOf(source, [[0, source.bytes]], signal)) {
    const text = rest + chunk.toString('latin1')
    if (text.includes(SIGNATURE_MARKER)) return true
    rest = text.slice(1 - SIGNATURE_MARKER.length)
  }
  return false
}
