import type { WorklistLine } from './worklist-line.ts'

/** `unknown` is never called missing: the search did not get so far. */
export const FOUND_WORDS: Readonly<Record<WorklistLine['state'], string>> = {
  waiting: 'Waiting',
  found: 'Found',
  several: 'Several',
  missing: 'Missing',
  unknown: 'Not known',
}
