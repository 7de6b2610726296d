import { distance } from 'fastest-levenshtein'

/**
 * The choice that `word` was probably meant to be, whatever the case; undefined when none is near: more than a third of the
 * letters would have to change (two are always allowed).
 */
export function nearest(word: string, choices: readonly string[]): string | undefined {
  const wanted = word.toLowerCase()
  const ranked = choices
    .map((choice) => ({ choice, edits: distance(wanted, choice.toLowerCase()) }))
    .toSorted((one, other) => one.edits - other.edits)
  const [best] = ranked
  return best !== undefined && best.edits <= Math.max(2, Math.ceil(word.length / 3)) ? best.choice : undefined
}

/** A question before the next step of a bad-usage, such as `Did you mean --json? `; empty where nothing is near. */
export function didYouMean(word: string, choices: readonly string[]): string {
  const meant = nearest(word, choices)
  return meant === undefined ? '' : `Did you mean ${meant}? `
}
