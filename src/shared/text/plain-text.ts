/** No field of a set or a message means anything at such a length; and it would go into every list. */
export const MAX_FIELD_CHARS = 2_000
/** More than any name, path or sentence; what a service sends may be endless. */
const MAX_TEXT_CHARS = 10_000
/** A letter with more marks than this is there to do harm, and is cut like anything else. */
const MAX_GRAPHEME_CHARS = 32
/** Most text needs no more than this look; the other pattern takes seconds for all the cells of 100,000 sets (measured). */
const PLAIN = /^[ -~\u00A1-\u00AC\u00AE-\u058F\u3040-\u9FFF\uAC00-\uD7A3]*$/
/** Letters, marks and pictures between which a joiner is spelling: emoji families, Persian and Indian words. */
const JOINABLE = String.raw`[[\p{L}\p{M}\p{Emoji_Modifier}\p{Extended_Pictographic}]--\p{ASCII}]`
const JOINER = String.raw`[\u200C\u200D]`
/**
 * Control characters, which a terminal obeys; format characters, which turn the reading direction or cannot be seen; line
 * breaks; halves of characters.
 */
const NOT_PLAIN = new RegExp(
  String.raw`(?:[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]--${JOINER}]|(?<!${JOINABLE})${JOINER}|${JOINER}(?!${JOINABLE}))+`,
  'gv',
)

let graphemes: Intl.Segmenter | undefined

/**
 * Text from outside as it may stand in a sentence, a list, a notification or on a terminal: on one line, nothing in it that
 * is obeyed or that hides, and at most `longest` UTF-16 units of it, an ellipsis included. One space stands for what was
 * taken out and the white space around it, so that words do not run together; nothing but that gives an empty text. The
 * time it takes grows with `longest` only, however long the text is (T25).
 */
export function plainText(text: string, longest = MAX_TEXT_CHARS): string {
  if (text.length <= longest && PLAIN.test(text)) return text.trim()
  const read = text.slice(0, 2 * longest)
  const plain = joined(read.split(NOT_PLAIN))
  if (read.length === text.length && plain.length <= longest) return plain
  return `${plain.slice(0, cutBefore(plain, longest)).trimEnd()}…`
}

function joined(parts: readonly string[]): string {
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ')
}

/** The last place before `longest` that is between two characters as people see them. */
function cutBefore(text: string, longest: number): number {
  const end = longest - 1
  if (text.length <= end) return text.length
  // Made on first use: it loads tables for 10 ms, and few texts are cut (measured).
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  const from = Math.max(0, end - 2 * MAX_GRAPHEME_CHARS)
  const around = graphemes.segment(text.slice(from, end + MAX_GRAPHEME_CHARS)).containing(end - from)
  const start = from + (around?.index ?? end - from)
  if (end - start <= MAX_GRAPHEME_CHARS) return start
  return isLowSurrogate(text, end) ? end - 1 : end
}

function isLowSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index)
  return unit >= 0xdc00 && unit <= 0xdfff
}

/** What turns the reading direction, by the short name that Unicode gives it. */
const DIRECTIONS: Readonly<Record<number, string>> = {
  0x61c: 'ALM',
  0x200e: 'LRM',
  0x200f: 'RLM',
  0x202a: 'LRE',
  0x202b: 'RLE',
  0x202c: 'PDF',
  0x202d: 'LRO',
  0x202e: 'RLO',
  0x2066: 'LRI',
  0x2067: 'RLI',
  0x2068: 'FSI',
  0x2069: 'PDI',
}
const SPACE = 0x20

/**
 * Text from outside as the page draws it: what would turn the reading direction, hide or break the line is shown as a mark.
 * “invoice⟨RLO⟩fdp.exe” cannot pass for “invoiceexe.pdf”, and nobody wonders where a letter went. What it is put into must
 * isolate it as well (`bdi`), for Hebrew and Arabic letters turn their surroundings by themselves.
 */
export function visibleText(text: string): string {
  return text.replace(NOT_PLAIN, (unplain) => Array.from(unplain, markOf).join(''))
}

function markOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < SPACE) return String.fromCodePoint(0x2400 + code)
  return `⟨${DIRECTIONS[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`}⟩`
}

/** The same for text that has lines, such as a message as it came. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visibleText).join('\n')
}
