import { foldText } from '../../../shared/text/fold-text.ts'

/** A name of ten thousand letters is found by its first ones. */
const MAX_SEARCHED_CHARS = 200

/** A name as it is searched; empty for one that was not sent. */
export function searchedName(name: string | null): string {
  return name === null ? '' : foldText(name.slice(0, MAX_SEARCHED_CHARS)).trim()
}

/** Stands for a name that was not sent. */
export const NO_NAME = 0

/** Distinct names, each with a number: a vessel that carries a thousand sets is kept and searched once. */
export interface NameTable {
  /** The number of a name, as sent. */
  numberOf(name: string | null): number
  /** As they are searched, by number. */
  readonly searched: readonly string[]
}

export function createNameTable(): NameTable {
  const searched = ['']
  const numbers = new Map<string, number>()
  return {
    searched,
    numberOf: (name) => {
      if (name === null || name.trim() === '') return NO_NAME
      const known = numbers.get(name)
      if (known !== undefined) return known
      numbers.set(name, searched.length)
      return searched.push(searchedName(name)) - 1
    },
  }
}
