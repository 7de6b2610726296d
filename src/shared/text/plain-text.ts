/** No real field of a set or a message is this long, and fields go into every list. */
export const MAX_FIELD_CHARS = 2_000
/** More than any name, path or sentence; a service may send endless text. */
const MAX_TEXT_CHARS = 10_000
/** A letter with more combining marks than this is malicious, and may be cut in the middle. */
const MAX_GRAPHEME_CHARS = 32
/** Fast check that most text passes; the other pattern takes seconds for all cells of 100,000 sets (measured). */
const PLAIN = /^[ -~\u00A1-\u00AC\u00AE-\u058F\u3040-\u9FFF\uAC00-\uD7A3]*$/
/** Between these a joiner belongs to the spelling: emoji families, Persian and Indic words. */
const JOINABLE = String.raw`[[\p{L}\p{M}\p{Emoji_Modifier}\p{Extended_Pictographic}]--\p{ASCII}]`
const JOINER = String.raw`[\u200C\u200D]`
/**
 * Control characters, which a terminal would obey; format characters, which change the reading direction or are invisible;
 * line breaks; lone surrogates.
 */
const NOT_PLAIN = new RegExp(
  String.raw`(?:[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]--${JOINER}]|(?<!${JOINABLE})${JOINER}|${JOINER}(?!${JOINABLE}))+`,
  'gv',
)

let graphemes: Intl.Segmenter | undefined

/**
 * Makes text from outside safe for a sentence, a list, a notification or a terminal: one line, without control or invisible
 * characters, at most `longest` UTF-16 units including an ellipsis. One space replaces what was removed and the white space
 * around it, so that words do not run together; text with nothing else becomes empty. The time depends only on `longest`,
 * not on the length of the text (T25).
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

/** The last boundary between two visible characters before `longest`. */
function cutBefore(text: string, longest: number): number {
  const end = longest - 1
  if (text.length <= end) return text.length
  // Created on first use: it takes 10 ms to load its tables, and few texts are cut (measured).
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

/** Characters that change the reading direction, with their Unicode abbreviations. */
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
 * Text from outside as the page shows it: characters that would change the reading direction, hide, or break the line are
 * replaced by visible marks, so that “invoice⟨RLO⟩fdp.exe” cannot pass for “invoiceexe.pdf”. The element around it must
 * isolate it too (`bdi`), because Hebrew and Arabic letters affect the direction of their surroundings.
 */
export function visibleText(text: string): string {
  return text.replace(NOT_PLAIN, (unplain) => Array.from(unplain, markOf).join(''))
}

function markOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < SPACE) return String.fromCodePoint(0x2400 + code)
  return `⟨${DIRECTIONS[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`}⟩`
}

/** The same for text of several lines, such as a message as received. */
export function visibleLines(text: string): string {
  return text.split('\n').map(visibleText).join('\n')
}

/** Whether it has neither a letter that is read from the right nor one that is hidden; false of text that is merely rare. */
export function isReadFromLeft(text: string): boolean {
  return PLAIN.test(text)
}

/** A letter that is read from the right: among English words it would turn numbers and punctuation beside it around. */
const FROM_RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** A name for use within a sentence, whose order it does not change: isolated where it is read from the right. */
export function isolated(name: string): string {
  return FROM_RIGHT.test(name) ? `\u2068${name}\u2069` : name
}
