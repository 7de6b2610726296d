import { BEYOND_ASCII, foldText } from '../../../shared/text/fold-text.ts'
import { compareNames } from '../../ui/base/words.ts'

const DIGITS = /\d+/g
/** Enough for every number in a reference; longer ones sort as text. */
const NUMBER_DIGITS = 12
/** Sorting more names with Intl.Collator would be felt, and no service has as many customers, vessels and ports. */
const MAX_NAMES = 20_000

/**
 * A key that plain `<` sorts as people expect, numbers by size (“PR-9” before “PR-10”). Intl.Collator would take four times as
 * long for 100,000 references, which are ASCII and unique.
 */
export function naturalKey(text: string): string {
  return foldText(text).replaceAll(DIGITS, filledUp)
}

/**
 * Keys that plain `<` sorts as the region sorts names. Each name is sorted once, however many rows have it: a column of names
 * sorts in a quarter of the time that its rows would take.
 */
export class NameKeys {
  readonly #keys = new Map<string, string>()
  #isStale = false

  /** To be called for every name before `keyOf`. */
  add(name: string): void {
    if (this.#keys.has(name)) return
    this.#keys.set(name, '')
    this.#isStale = true
  }

  keyOf(name: string): string {
    if (this.#isStale) this.#sort()
    return this.#keys.get(name) ?? ''
  }

  #sort(): void {
    this.#isStale = false
    if (this.#keys.size > MAX_NAMES) {
      for (const name of this.#keys.keys()) this.#keys.set(name, naturalKey(name))
      return
    }
    let place = 0
    let previous: string | undefined
    for (const name of [...this.#keys.keys()].toSorted(compareNames)) {
      if (previous === undefined || compareNames(previous, name) !== 0) place += 1
      previous = name
      this.#keys.set(name, filledUp(String(place)))
    }
  }
}

function filledUp(digits: string): string {
  return digits.padStart(NUMBER_DIGITS, '0')
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
