export const BEYOND_ASCII = /[^\0-\u007F]/

/** Letters that Unicode does not decompose into a base letter and a mark; the last is the sigma at the end of a word. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  ø: 'o',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
  ı: 'i',
  ς: 'σ',
}

/** Text without capitals and accents, as typed in a hurry, so that “gdansk” finds “Gdańsk”. */
export function foldText(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[æøßłđœþðıς]/g, (letter) => LETTERS[letter] ?? letter)
}

/** The words of a query, each once and folded. */
export function foldedWords(query: string): string[] {
  return [...new Set(foldText(query).split(/\s+/).filter(Boolean))]
}

/** A piece of a text, and whether the query was found in it. */
export interface TextPart {
  readonly text: string
  readonly isFound: boolean
}

/** The text in pieces, with the folded words found in it: at the start of one of its own words if there is one, else anywhere. */
export function foundParts(text: string, words: readonly string[]): TextPart[] {
  const { folded, origins } = foldWithOrigins(text)
  const isFound = new Uint8Array(text.length)
  for (const word of words) {
    const at = placeOf(word, folded)
    const from = origins[at]
    if (from !== undefined) isFound.fill(1, from, origins[at + word.length] ?? text.length)
  }
  return partsOf(text, isFound)
}

/** The text in pieces, by which of its letters were found. */
export function partsOf(text: string, isFound: Uint8Array): TextPart[] {
  const parts: TextPart[] = []
  for (let from = 0, to = 0; from < text.length; from = to) {
    while (to < text.length && isFound[to] === isFound[from]) to += 1
    parts.push({ text: text.slice(from, to), isFound: isFound[from] === 1 })
  }
  return parts
}

/** Where a folded word is in a folded text: where a word starts with it, else the first place; -1 if nowhere. */
function placeOf(word: string, folded: string): number {
  const first = folded.indexOf(word)
  for (let at = first; at !== -1; at = folded.indexOf(word, at + 1)) {
    if (isWordStart(folded, at)) return at
  }
  return first
}

const JOINS_WORDS = /[\p{L}\p{N}]/u

/** Whether a word starts at this place. */
export function isWordStart(text: string, at: number): boolean {
  return at === 0 || !JOINS_WORDS.test(text.charAt(at - 1))
}

/** The folded text, and for each of its letters where it comes from. */
export function foldWithOrigins(text: string): { folded: string; origins: number[] } {
  let folded = ''
  let at = 0
  const origins: number[] = []
  for (const letter of text) {
    // The pages of a document are long.
    const made = letter < '\u0080' ? letter.toLowerCase() : foldText(letter)
    for (let unit = 0; unit < made.length; unit += 1) origins.push(at)
    folded += made
    at += letter.length
  }
  return { folded, origins }
}

/** How well a name fits what was typed. */
export const FIT = { none: 0, inside: 1, word: 2, start: 3, equal: 4 } as const

/** Both folded. */
export function fitOf(typed: string, name: string): number {
  let at = name.indexOf(typed)
  if (at === -1) return FIT.none
  if (at === 0) return name.length === typed.length ? FIT.equal : FIT.start
  for (; at !== -1; at = name.indexOf(typed, at + 1)) {
    if (isWordStart(name, at)) return FIT.word
  }
  return FIT.inside
}
