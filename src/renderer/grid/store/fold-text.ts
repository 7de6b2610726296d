export const BEYOND_ASCII = /[^\0-\u007F]/

/** Letters that Unicode does not decompose into a base letter and a mark. */
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

/** Text without capitals and accents, as typed in a hurry, so that “gdansk” finds “Gdańsk”. */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  if (!BEYOND_ASCII.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[æøßłđœþðı]/g, (letter) => LATIN[letter] ?? letter)
}

/** Folds texts, caching those that need work: companies and ports repeat often. */
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
