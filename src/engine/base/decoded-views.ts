/** A text as it reads once it is decoded, and where each of its characters came from. */
export interface View {
  text: string
  /** For each UTF-16 unit, and for the end, the place in the original; undefined where nothing moved. */
  places: readonly number[] | undefined
}

/** Text may be JSON inside an address inside JSON; nobody looks deeper. */
const DEPTH = 2

/** The text itself, and what it says where addresses, HTML, JSON or UTF-16 wrote it, also one inside the other. */
export function decodedViews(text: string): View[] {
  const views: View[] = [{ text, places: undefined }]
  const seen = new Set([text])
  const isNew = (view: View): boolean => !seen.has(view.text) && seen.add(view.text).size > 0
  let level = views
  for (let depth = 0; depth < DEPTH; depth += 1) {
    level = level.flatMap((view) => DECODERS.flatMap((decode) => decode(view)).filter(isNew))
    views.push(...level)
  }
  return views
}

/** Empty where the text has nothing to decode. */
type Decoder = (view: View) => View[]

const DECODERS: readonly Decoder[] = [
  // UTF-16 that was taken for another encoding has a zero beside each letter.
  decoder(/\0/g, () => []),
  decoder(/(?:%[\da-f]{2})+/gi, ([run]) => fromBytes(Buffer.from(run.replaceAll('%', ''), 'hex'))),
  decoder(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, ([all, decimal, hex, name]) => {
    if (name !== undefined) return [{ letter: HTML_NAMES[name.toLowerCase()] ?? '', width: all.length }]
    return [{ letter: letterOf(decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal)), width: all.length }]
  }),
  decoder(/\\(?:u([\da-f]{4})|x([\da-f]{2})|([^ux]))/gis, ([all, unit, byte, letter]) => {
    const code = unit ?? byte
    const said =
      code === undefined ? (SCRIPT_LETTERS[letter ?? ''] ?? letter ?? '') : String.fromCharCode(parseInt(code, 16))
    return [{ letter: said, width: all.length }]
  }),
  // A form writes a space so.
  decoder(/\+/g, () => [{ letter: ' ', width: 1 }]),
]

const HTML_NAMES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const SCRIPT_LETTERS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

interface Decoded {
  letter: string
  /** How many characters of the text stand for it. */
  width: number
}

function decoder(pattern: RegExp, decode: (match: RegExpExecArray) => Decoded[]): Decoder {
  return ({ text, places }) => {
    const pieces: string[] = []
    const from: number[] = []
    const placeOf = (at: number): number => places?.[at] ?? at
    let end = 0
    const copy = (until: number): void => {
      pieces.push(text.slice(end, until))
      for (let at = end; at < until; at += 1) from.push(placeOf(at))
    }
    for (const match of text.matchAll(pattern)) {
      copy(match.index)
      let at = match.index
      for (const { letter, width } of decode(match)) {
        pieces.push(letter)
        for (let unit = 0; unit < letter.length; unit += 1) from.push(placeOf(at))
        at += width
      }
      end = match.index + match[0].length
    }
    if (end === 0) return []
    copy(text.length)
    from.push(placeOf(text.length))
    return [{ text: pieces.join(''), places: from }]
  }
}

/** Bytes of UTF-8, each written as `%XX`; one that is none stands for itself. */
function fromBytes(bytes: Buffer): Decoded[] {
  const decoded: Decoded[] = []
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] ?? 0
    const count = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1
    const letter = bytes.toString('utf8', at, at + count)
    const isWhole = !letter.includes('\uFFFD')
    decoded.push(isWhole ? { letter, width: 3 * count } : { letter: String.fromCharCode(lead), width: 3 })
    at += isWhole ? count : 1
  }
  return decoded
}

function letterOf(code: number): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
}
