import { BEYOND_ASCII, foldText } from '../../../shared/text/fold-text.ts'

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
