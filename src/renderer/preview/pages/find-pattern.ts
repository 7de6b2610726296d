/** Digits from which blanks, hyphens and slashes anywhere between them are forgiven: fewer are found in every table. */
const LONG_DIGITS = 6
/** A separator of thousands stands before three digits and no more. */
const THOUSANDS = String.raw`[,.'\s](?=\d{3}(?!\d))`
const LOOSE = String.raw`(?:\s+|[\-/])`

/**
 * A regular expression (flag `u`) that finds a query with digits however they are separated: “24560” in “24,560” and “24 560”,
 * “MSCU1234567” in “MSCU 123456-7”, and the other way round. Undefined for a query without digits.
 */
export function numberPattern(query: string): string | undefined {
  const digits = query.match(/\d/g)?.length ?? 0
  if (digits === 0) return undefined
  const between = digits >= LONG_DIGITS ? `(?:${THOUSANDS}|${LOOSE})?` : `(?:${THOUSANDS})?`
  const characters = [...query.replaceAll(isLong(digits) ? SEPARATORS_OF_LONG : SEPARATORS, '')]
  return characters.map((one, at) => pieceOf(one) + gapBetween(one, characters[at + 1], between)).join('')
}

const isLong = (digits: number): boolean => digits >= LONG_DIGITS

/** In the query: between thousands, and between a letter and a digit; of a long one, between any digits. */
const SEPARATORS = /(?<=\d)[,.'\s](?=\d{3}(?!\d))|(?<=\d)[\s\-/](?=\p{L})|(?<=\p{L})[\s\-/](?=\d)/gu
const SEPARATORS_OF_LONG = new RegExp(String.raw`${SEPARATORS.source}|(?<=\d)[\s\-/](?=\d)`, 'gu')

function gapBetween(one: string, next: string | undefined, betweenDigits: string): string {
  if (next === undefined) return ''
  const [isDigit, isNextDigit] = [one, next].map((character) => /\d/.test(character))
  if (isDigit === true && isNextDigit === true) return betweenDigits
  const isWord = [one, next].every((character) => /[\p{L}\d]/u.test(character))
  return isWord && isDigit !== isNextDigit ? `${LOOSE}?` : ''
}

function pieceOf(character: string): string {
  if (/\s/.test(character)) return String.raw`\s+`
  if (/\p{M}/u.test(character)) return ''
  // The decimal mark of either half of the world.
  if (/[.,]/.test(character)) return '[.,]'
  if (/\p{L}/u.test(character)) return String.raw`${character}\p{M}*`
  return /[\d_]/.test(character) ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/**
 * The queries for a text that stands in the document as it is seen, from left to right, which is how some programs write Arabic and
 * Hebrew. Undefined for a query without such letters.
 */
export function asSeen(query: string): string[] | undefined {
  if (!RIGHT_TO_LEFT.test(query)) return undefined
  const turned = reversed(query).replaceAll(/[\p{N}A-Za-z][\p{N}A-Za-z.,]*/gu, reversed)
  // Lam and alef are one sign there, whose two letters keep their order.
  return [turned, turned.replaceAll('\u0627\u0644', '\u0644\u0627')]
}

const reversed = (text: string): string => [...text].toReversed().join('')
