import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Counterparty } from '../../../shared/model/parcel-set.ts'
import { type KnownSets, searchedName } from './known-sets.ts'

/** Which words of a query names have: one bit a word. */
export interface MatchedNames {
  /** The bits of a name that has every word. */
  readonly all: number
  /** By place of the set. */
  readonly parcels: Uint8Array
  readonly bills: Uint8Array
  /** By number of the name. */
  readonly shipments: Uint8Array
  readonly vessels: Uint8Array
  readonly voyages: Uint8Array
  /** By number of the customer; undefined for one that the account does not have. */
  readonly owners: readonly (number | undefined)[]
}

export interface NameMatcher {
  /** Looks for at most eight words, each of them folded, in every name. Yields to the event loop. */
  match(words: readonly string[], customers: readonly Counterparty[]): Promise<MatchedNames>
}

/**
 * Matches names as they are typed: a word that goes on with one more letter is looked for only where it was, and one that loses
 * a letter again is remembered.
 */
export function createNameMatcher(known: KnownSets): NameMatcher {
  const lists = {
    parcels: createNameList(() => known.parcels),
    bills: createNameList(() => known.bills),
    shipments: createNameList(() => known.shipments.names.searched),
    vessels: createNameList(() => known.vessels.names.searched),
    voyages: createNameList(() => known.voyages.names.searched),
  }
  let version = known.version()
  const matchIn = async (list: keyof typeof lists, words: readonly string[]): Promise<Uint8Array> => {
    await nextTurn()
    if (known.version() !== version) {
      version = known.version()
      for (const each of Object.values(lists)) each.forget()
    }
    return lists[list].match(words)
  }
  return {
    match: async (words, customers) => {
      const ofCustomers = createNameList(() => customers.map(({ customerName }) => searchedName(customerName))).match(
        words,
      )
      const owners: (number | undefined)[] = []
      for (const [at, { customerId }] of customers.entries()) {
        owners[known.owners.names.numberOf(customerId)] = ofCustomers[at]
      }
      return {
        all: (1 << words.length) - 1,
        parcels: await matchIn('parcels', words),
        bills: await matchIn('bills', words),
        shipments: await matchIn('shipments', words),
        vessels: await matchIn('vessels', words),
        voyages: await matchIn('voyages', words),
        owners,
      }
    },
  }
}

/** Where in each name a word is first. */
interface FoundWord {
  readonly places: Uint16Array
  /** Whether any name has it. */
  readonly isFound: boolean
}

/** Stands for a name that does not have the word; no name is as long. */
const NOWHERE = 0xffff
/** What is typed and taken back, of every list of names. */
const MAX_WORDS_KEPT = 16

interface NameList {
  /** Which of the words each name has. */
  match(words: readonly string[]): Uint8Array
  /** What was found before does not hold any more. */
  forget(): void
}

function createNameList(namesNow: () => readonly string[]): NameList {
  const kept = new Map<string, FoundWord>()
  let joined: JoinedNames | undefined
  const find = (word: string, names: JoinedNames): FoundWord => {
    const shorter = kept.get(word.slice(0, -1))
    const found = kept.get(word) ?? (shorter === undefined ? firstPlaces(names, word) : narrowed(names, word, shorter))
    // The last that was asked for is the last to go.
    kept.delete(word)
    kept.set(word, found)
    const [oldest] = kept.keys()
    if (kept.size > MAX_WORDS_KEPT && oldest !== undefined) kept.delete(oldest)
    return found
  }
  return {
    match: (words) => {
      joined ??= joinNames(namesNow())
      const bits = new Uint8Array(joined.names.length)
      for (const [at, word] of words.entries()) addBit(bits, find(word, joined), 1 << at)
      return bits
    },
    forget: () => {
      kept.clear()
      joined = undefined
    },
  }
}

function addBit(bits: Uint8Array, { places, isFound }: FoundWord, bit: number): void {
  if (!isFound) return
  for (let at = 0; at < bits.length; at += 1) {
    if (places[at] !== NOWHERE) bits[at] = (bits[at] ?? 0) | bit
  }
}

/** Names in one text, which is searched far faster than each alone; no word has the line break that is between them. */
interface JoinedNames {
  readonly names: readonly string[]
  readonly text: string
  /** Where each begins, and one more. */
  readonly starts: Uint32Array
}

function joinNames(names: readonly string[]): JoinedNames {
  const starts = new Uint32Array(names.length + 1)
  for (let at = 0; at < names.length; at += 1) starts[at + 1] = (starts[at] ?? 0) + (names[at] ?? '').length + 1
  return { names, text: names.join('\n'), starts }
}

function firstPlaces({ text, starts, names }: JoinedNames, word: string): FoundWord {
  const places = new Uint16Array(names.length).fill(NOWHERE)
  const first = text.indexOf(word)
  let name = 0
  for (let at = first; at !== -1; at = text.indexOf(word, starts[name])) {
    while ((starts[name + 1] ?? 0) <= at) name += 1
    places[name] = at - (starts[name] ?? 0)
    name += 1
  }
  return { places, isFound: first !== -1 }
}

/** Of the names that have the word without its last letter, those that have all of it. */
function narrowed({ names, text, starts }: JoinedNames, word: string, shorter: FoundWord): FoundWord {
  if (!shorter.isFound) return shorter
  const places = new Uint16Array(names.length).fill(NOWHERE)
  const [letters, last] = [word.length - 1, word.charCodeAt(word.length - 1)]
  let isFound = false
  for (let at = 0; at < places.length; at += 1) {
    const before = shorter.places[at] ?? NOWHERE
    if (before === NOWHERE) continue
    const goesOn = text.charCodeAt((starts[at] ?? 0) + before + letters) === last
    const place = goesOn ? before : (names[at]?.indexOf(word, before + 1) ?? -1)
    if (place === -1) continue
    places[at] = place
    isFound = true
  }
  return { places, isFound }
}
