// Escape sequences that a terminal obeys, marks that turn the reading direction, halves of characters.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu
const MOST_CHARACTERS = 200

/**
 * What the service said as it may stand in a sentence: on one line, without signs that a terminal or a page obeys, at
 * most 200 characters of it.
 */
export function plainWords(text: string): string {
  const clean = text.replace(UNSAFE, ' ').trim()
  return clean.length > MOST_CHARACTERS ? `${clean.slice(0, MOST_CHARACTERS).toWellFormed()}…` : clean
}
