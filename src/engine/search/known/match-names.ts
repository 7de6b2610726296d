import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Counterparty } from '../../../shared/model/parcel-set.ts'
import type { FieldWord, SetField } from '../../../shared/text/field-words.ts'
import { type KnownSets, NO_NAME, searchedName } from './known-sets.ts'

/** Which words of a query the names of a list have: one bit a word. */
export interface MatchedList {
  /** By place of the set, or by number of a name that sets share. */
  readonly bits: Uint8Array
  /** Of the words that any of the names has. */
  readonly any: number
}

export interface MatchedNames {
  /** The bits of a name that has every word. */
  readonly all: number
  readonly parcels: MatchedList
  readonly bills: MatchedList
  readonly shipments: MatchedList
  readonly vessels: MatchedList
  readonly voyages: MatchedList
  readonly states: MatchedList
  readonly owners: MatchedList
  /** By number of the customer, whether the account has it. */
  readonly isListed: Uint8Array
}

export interface NameMatcher {
  /** Looks for at most eight words in every name of the field that they mean. Yields to the event loop. */
  match(words: readonly FieldWord[], customers: readonly Counterparty[]): Promise<MatchedNames>
}

/**
 * Matches names as they are typed: a word that goes on with one more letter is looked for only where it was, and one that loses
 * a letter again is remembered.
 */
export function createNameMatcher(known: KnownSets): NameMatcher {
  const lists = {
    parcels: createNameList(() => known.parcels, 'parcel'),
    bills: createNameList(() => known.bills, 'bl'),
    shipments: createNameList(() => known.shipments.names.searched, 'shipment'),
    vessels: createNameList(() => known.vessels.names.searched, 'vessel'),
    voyages: createNameList(() => known.voyages.names.searched, undefined),
    states: createNameList(() => known.states.names.searched, 'state'),
  }
  let version = known.version()
  const matchIn = async (list: keyof typeof lists, words: readonly FieldWord[]): Promise<MatchedList> => {
    await nextTurn()
    if (known.version() !== version) {
      version = known.version()
      for (const each of Object.values(lists)) each.forget()
    }
    return lists[list].match(words)
  }
  return {
    match: async (words, customers) => {
      const names = customers.map(({ customerName }) => searchedName(customerName))
      const ofCustomers = createNameList(() => names, 'customer').match(words)
      const numbers = customers.map(({ customerId }) => known.owners.names.numberOf(customerId))
      const isListed = new Uint8Array(known.owners.names.searched.length)
      const ownerBits = new Uint8Array(isListed.length)
      for (const [at, number] of numbers.entries()) {
        isListed[number] = 1
        ownerBits[number] = ofCustomers.bits[at] ?? 0
      }
      // Of a set whose owner is not known.
      isListed[NO_NAME] = 0
      return {
        all: (1 << words.length) - 1,
        parcels: await matchIn('parcels', words),
        bills: await matchIn('bills', words),
        shipments: await matchIn('shipments', words),
        vessels: await matchIn('vessels', words),
        voyages: await matchIn('voyages', words),
        states: await matchIn('states', words),
        owners: { bits: ownerBits, any: ofCustomers.any },
        isListed,
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
  match(words: readonly FieldWord[]): MatchedList
  /** What was found before does not hold any more. */
  forget(): void
}

/** Of the field, if a word can name it. A state is looked for by its field alone. */
function createNameList(namesNow: () => readonly string[], field: SetField | undefined): NameList {
  const isMeant = (word: FieldWord): boolean => word.field === field || (word.field === undefined && field !== 'state')
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
      let any = 0
      for (const [at, word] of words.entries()) {
        if (!isMeant(word)) continue
        const found = find(word.text, joined)
        if (!found.isFound) continue
        any |= 1 << at
        addBit(bits, found, 1 << at)
      }
      return { bits, any }
    },
    forget: () => {
      kept.clear()
      joined = undefined
    },
  }
}

function addBit(bits: Uint8Array, { places }: FoundWord, bit: number): void {
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
  let isFound = false
  for (let name = 0; name < names.length; name += 1) {
    const start = starts[name] ?? 0
    // Every reference may begin with the word: looking there first takes a quarter of the time of a search in each.
    const at = beginsAt(text, word, start) ? start : text.indexOf(word, start)
    if (at === -1) break
    isFound = true
    while ((starts[name + 1] ?? 0) <= at) name += 1
    places[name] = at - (starts[name] ?? 0)
  }
  return { places, isFound }
}

/** As `startsWith` does, which calls out of compiled code. */
function beginsAt(text: string, word: string, start: number): boolean {
  let letter = 0
  while (letter < word.length && text.charCodeAt(start + letter) === word.charCodeAt(letter)) letter += 1
  return letter === word.length
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
