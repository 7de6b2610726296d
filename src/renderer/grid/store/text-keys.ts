import { BEYOND_ASCII, foldText } from '../../../shared/text/fold-text.ts'
import { compareNames } from '../../ui/base/words.ts'

const DIGITS = /\d+/g
/** Enough for every number in a reference; longer ones sort as text. */
const NUMBER_DIGITS = 12

/**
 * Keys for the texts of a column, which plain `<` sorts as the region sorts names, numbers by size (“PR-9” before “PR-10”).
 * Made once for each text, however many rows have it: a few hundred names are sorted by Intl.Collator, which would take four
 * times as long for 100,000 references. Those are ASCII, and need no more than their numbers filled up.
 */
export class TextKeys {
  readonly #keys = new Map<string, string>()
  #isAscii = true
  #isStale = false

  /** To be called for every text before the first `keyOf`. */
  add(text: string): void {
    if (this.#keys.has(text)) return
    this.#isAscii &&= !BEYOND_ASCII.test(text)
    this.#isStale ||= !this.#isAscii
    this.#keys.set(text, this.#isAscii ? naturalKey(text) : '')
  }

  keyOf(text: string): string {
    if (this.#isStale) this.#placeAll()
    return this.#keys.get(text) ?? ''
  }

  #placeAll(): void {
    this.#isStale = false
    let place = 0
    let previous: string | undefined
    for (const text of [...this.#keys.keys()].toSorted(compareNames)) {
      if (previous === undefined || compareNames(previous, text) !== 0) place += 1
      previous = text
      this.#keys.set(text, filledUp(String(place)))
    }
  }
}

function naturalKey(text: string): string {
  return foldText(text).replaceAll(DIGITS, filledUp)
}

function filledUp(digits: string): string {
  return digits.padStart(NUMBER_DIGITS, '0')
}
