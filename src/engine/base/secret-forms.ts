import { decodedViews } from './decoded-views.ts'

/** Shorter ones would match parts of unrelated base64. */
const MIN_PART_BYTES = 6
const MAX_CACHED = 1_000
/** The longest way to write a character is `&#x0000ff;`. */
export const LONGEST_SPELLING = 10

const cache = new Map<string, readonly string[]>()

/**
 * The text with `mark` in place of every secret, however it is written: as it is, in an address, in JSON or a script, in HTML,
 * in UTF-16, in hexadecimal digits, and in base64, alone or within a longer text such as `user:password`.
 */
export function removeSecrets(text: string, secrets: readonly string[], mark: string): string {
  if (secrets.length === 0) return text
  const forms = secrets.flatMap(formsOf)
  const found: [start: number, end: number][] = []
  for (const view of decodedViews(text)) {
    const placeOf = (at: number): number => view.places?.[at] ?? at
    for (const form of forms) {
      for (let at = view.text.indexOf(form); at !== -1; at = view.text.indexOf(form, at + form.length)) {
        found.push([placeOf(at), placeOf(at + form.length)])
      }
    }
  }
  return found.length === 0 ? text : withoutRanges(text, found, mark)
}

/** Ranges that overlap become one mark. */
function withoutRanges(text: string, ranges: [start: number, end: number][], mark: string): string {
  const pieces: string[] = []
  let end = 0
  for (const [start, until] of ranges.toSorted(([one], [other]) => one - other)) {
    if (start >= end) pieces.push(text.slice(end, start), mark)
    end = Math.max(end, until)
  }
  return pieces.join('') + text.slice(end)
}

/** What a secret looks like in a text that was decoded. */
function formsOf(secret: string): readonly string[] {
  const known = cache.get(secret)
  if (known !== undefined) return known
  const [utf8, utf16] = [Buffer.from(secret), Buffer.from(secret, 'utf16le')]
  const hex = utf8.toString('hex')
  const spacedHex = hex.replace(/..(?!$)/g, '$& ')
  const forms = [
    secret,
    // Bytes that were taken for characters.
    utf8.toString('latin1'),
    utf16.toString('latin1').replaceAll('\0', ''),
    ...[hex, spacedHex, utf16.toString('hex')].flatMap((one) => [one, one.toUpperCase()]),
    ...[utf8, utf16].flatMap(base64Forms),
  ]
  const unique = [...new Set(forms)].filter((form) => form !== '')
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(secret, unique)
  return unique
}

/** Base64 packs three bytes into four characters, so that a secret within a longer text has three forms; in two alphabets. */
function base64Forms(bytes: Buffer): string[] {
  const parts =
    bytes.length < MIN_PART_BYTES
      ? [bytes.toString('base64').replace(/=+$/, '')]
      : [0, 1, 2].map((before) => base64Part(bytes, before))
  return parts.flatMap((part) => [part, part.replaceAll('+', '-').replaceAll('/', '_')])
}

/** Without the characters that also hold bits of what stands before or behind it. */
function base64Part(bytes: Buffer, before: number): string {
  const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
  return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
}
