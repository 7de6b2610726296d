import { foldText } from '../../shared/text/fold-text.ts'
import { containerNumbers } from './container-numbers.ts'

/** One thing that has to be on a page. */
export interface FindTerm {
  /** Its words in order: one, or those of a phrase. */
  words: readonly string[]
  /** Longer words count too. */
  isPrefix: boolean
  /** A number or a mark without its separators, found in the middle of a longer one too; undefined for other words. */
  mark: string | undefined
}

/** No sentence that somebody looks for is longer. */
const MAX_QUERY_CHARS = 1_000
const MAX_TERMS = 32
const PIECE = /"(?<phrase>[^"]*)"?(?<phraseStar>\*?)|(?<word>[^\s"]+)/g
/** The table of marks keeps every three characters of one. */
const SHORTEST_MARK = 3
/** That is looked for; a page of digits takes a while for each further one. */
const LONGEST_MARK = 64
/** Soft hyphens and the like, which pdf.js leaves out of the text of a page. */
const INVISIBLE = /\p{Cf}/gu
/** In a container number without its check digit, which is one word too. */
const BEFORE_SERIAL = /(?<=(?<![\p{L}\p{N}])[a-z]{3}[ujz])\s(?=\d{6}(?!\d))/gu
const BLANK_OF_THOUSANDS = /(?<=(?<!\d)\d{1,3}) (?=\d{3}(?!\d))/g
/** No word is longer; without an end to it, a page of one word would take minutes. */
const HYPHENATED = /(?<!\p{L})(\p{L}{1,60})[-\u2010]\n(\p{L}{1,60})/gu
const NO_TOKEN = /[^\p{L}\p{N}\p{Co}]+/u
/** These scripts put no blanks between words, so that each letter is a word. */
const LETTER_BY_LETTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu

/** What a query asks for, all of which must be on the page. Whatever is typed can be asked; what has no letter and no digit asks for nothing. */
export function findTerms(query: string): FindTerm[] {
  const typed = foldText(query.slice(0, MAX_QUERY_CHARS))
    .replaceAll(INVISIBLE, '')
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(BEFORE_SERIAL, '-')
  const containers = containerNumbers(typed)
  let rest = typed
  for (const { at, length } of containers) rest = rest.slice(0, at) + ' '.repeat(length) + rest.slice(at + length)
  const exact = containers.map(({ number }) => ({ words: [number], isPrefix: false, mark: undefined }))
  const others = [...rest.matchAll(PIECE)].flatMap(({ groups = {} }) => termOf(groups))
  return [...exact, ...others].slice(0, MAX_TERMS)
}

function termOf({ phrase, phraseStar, word = '' }: Record<string, string | undefined>): FindTerm[] {
  const words = wordsOf(phrase ?? word)
  if (words.length === 0) return []
  const isPrefix = phraseStar === '*' || word.endsWith('*')
  return [{ words, isPrefix, mark: phrase === undefined ? markOf(words.join('').slice(0, LONGEST_MARK)) : undefined }]
}

/** The words of a text as the index has them: folded, without signs. */
export function wordsOf(text: string): string[] {
  return foldText(text).replaceAll(LETTER_BY_LETTER, ' $& ').split(NO_TOKEN).filter(Boolean)
}

/** Words that a line’s end divides, without their hyphens. */
export function hyphenatedIn(text: string): string[] {
  return Array.from(foldText(text).matchAll(HYPHENATED), ([, start = '', end = '']) => start + end)
}

/** The numbers and marks of a text without their separators, each once. */
export function marksOf(text: string): string[] {
  const marks = foldText(text)
    .replaceAll(BLANK_OF_THOUSANDS, '')
    .split(/\s+/)
    .map((word) => markOf(word.split(NO_TOKEN).join('')))
  return [...new Set(marks.filter((mark) => mark !== undefined))]
}

function markOf(squeezed: string): string | undefined {
  return /\p{N}/u.test(squeezed) && squeezed.length >= SHORTEST_MARK ? squeezed : undefined
}
