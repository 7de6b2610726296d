import { distance } from 'fastest-levenshtein'

/**
 * The choice that `word` was probably meant to be, ignoring case. Undefined when none is near: a third of the letters may
 * differ, and always two.
 */
export function nearest(word: string, choices: readonly string[]): string | undefined {
  const lowerCase = word.toLowerCase()
  const ranked = choices
    .map((choice) => ({ choice, edits: distance(lowerCase, choice.toLowerCase()) }))
    .toSorted((one, other) => one.edits - other.edits)
  const [best] = ranked
  return best !== undefined && best.edits <= Math.max(2, Math.ceil(word.length / 3)) ? best.choice : undefined
}

/** The question before the next step of a bad-usage, such as `Did you mean --json? `; empty where nothing is near. */
export function didYouMean(word: string, choices: readonly string[]): string {
  const meant = nearest(word, choices)
  return meant === undefined ? '' : `Did you mean ${meant}? `
}
