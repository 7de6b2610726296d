const BEYOND_ASCII = /[^\0-\u007F]/
const DIGITS = /\d+/g
/** Room for every number that a reference holds; a longer one sorts as text. */
const NUMBER_DIGITS = 12

/** Letters that are no base letter with a mark, so that Unicode's decomposition leaves them whole. */
const LATIN: Readonly<Record<string, string>> = {
  æ: 'ae',
  ø: 'o',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
  ı: 'i',
}

/** Text as one types it in a hurry: without capitals and without marks, so that “gdansk” finds “Gdańsk”. */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  if (!BEYOND_ASCII.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[æøßłđœþðı]/g, (letter) => LATIN[letter] ?? letter)
}

/** Folds one text after the other, remembering those that took work: companies and ports come again and again. */
export function createFolder(): (text: string) => string {
  const folded = new Map<string, string>()
  return (text) => {
    if (!BEYOND_ASCII.test(text)) return text.toLowerCase()
    const known = folded.get(text)
    if (known !== undefined) return known
    const made = foldText(text)
    folded.set(text, made)
    return made
  }
}

/**
 * Text that plain `<` puts in the order people expect, numbers by size (“PR-9” before “PR-10”). Made once a value: comparing
 * with Intl.Collator costs four times as much at 100,000 rows.
 */
export function naturalKey(text: string): string {
  return foldText(text).replaceAll(DIGITS, (digits) => digits.padStart(NUMBER_DIGITS, '0'))
}
