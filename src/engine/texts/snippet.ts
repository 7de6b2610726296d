import { foldWithOrigins, partsOf, type TextPart } from '../../shared/text/fold-text.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import type { FindTerm } from './find-terms.ts'

const CHARS_BEFORE = 60
const CHARS_AFTER = 120
/** Of a page; what stands behind is found, but not shown. */
const MAX_SEARCHED_CHARS = 100_000
const SIGN = /[^\p{L}\p{N}\p{Co}]/gu

/** The words around the first place where a page has one of the terms, with all that were found. */
export function snippetOf(page: string, terms: readonly FindTerm[]): TextPart[] {
  const text = page.slice(0, MAX_SEARCHED_CHARS).replaceAll(/\s+/g, ' ').trim()
  const { folded, origins } = foldWithOrigins(text)
  const isFound = new Uint8Array(text.length)
  // A pattern with all signs of Unicode several times in it takes longer to make than a thousand pages to search.
  const blanked = folded.replaceAll(SIGN, ({ length }) => ' '.repeat(length))
  for (const { 0: found, index } of terms.flatMap((term) => [...blanked.matchAll(patternOf(term))]))
    isFound.fill(1, origins[index], origins[index + found.length])
  const first = Math.max(0, isFound.indexOf(1))
  const from = wordStart(text, Math.max(0, first - CHARS_BEFORE))
  let to = wordEnd(text, first + CHARS_AFTER)
  while (isFound[to] === 1) to += 1
  return [
    ...(from > 0 ? [{ text: '… ', isFound: false }] : []),
    ...partsOf(text.slice(from, to), isFound.subarray(from, to)).map((part) => ({ ...part, text: shown(part.text) })),
    ...(to < text.length ? [{ text: ' …', isFound: false }] : []),
  ]
}

/** Text from a document without what would turn or hide the text around it; the blanks at its ends stay. */
function shown(text: string): string {
  const [lead, tail] = [/^\s/.test(text) ? ' ' : '', /\S\s$/.test(text) ? ' ' : '']
  return `${lead}${plainText(text)}${tail}`
}

function wordStart(text: string, at: number): number {
  const blank = at === 0 ? -1 : text.indexOf(' ', at)
  return blank === -1 || blank > at + CHARS_BEFORE / 2 ? at : blank + 1
}

function wordEnd(text: string, at: number): number {
  const blank = text.lastIndexOf(' ', at)
  return at >= text.length ? text.length : blank > at - CHARS_BEFORE / 2 ? blank : at
}

/** Where a term stands in folded text with blanks for signs: its words with any between them, or its mark with some. */
function patternOf({ words, isPrefix, mark }: FindTerm): RegExp {
  const phrase = words.map(spread).join(' *')
  const isUnbounded = /[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u.test(words.join(''))
  const bounded = `(?<![^ ])${phrase}${isPrefix ? '' : '(?![^ ])'}`
  return new RegExp(mark === undefined ? (isUnbounded ? phrase : bounded) : spread(mark), 'gu')
}

/** What has digits, with a few signs between its characters: “24560” in “24,560”. Another word may be divided. */
function spread(word: string): string {
  return [...word].join(/\p{N}/u.test(word) ? ' {0,3}' : '(?:  )?')
}
