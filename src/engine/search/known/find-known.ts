import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Counterparty } from '../../../shared/model/parcel-set.ts'
import { fieldWords } from '../../../shared/text/field-words.ts'
import { FIT, fitOf } from '../../../shared/text/fold-text.ts'
import { type KnownSets, NO_NAME, searchedName, type SharedNames } from './known-sets.ts'
import type { MatchedList, MatchedNames, NameMatcher } from './match-names.ts'

export interface KnownQuery {
  readonly text: string
  /** Only sets of this vessel, named as the service sent it; without a text every one of them. */
  readonly vessel: string | null
  /** Most parcels. */
  readonly limit: number
}

/** A set, by its parcel or its bill of lading; or a shipment or a vessel that one or more sets have. */
export interface KnownHit {
  readonly kind: 'parcel' | 'bill' | 'shipment' | 'vessel'
  /** Of several the one that was first seen last. */
  readonly setId: string
  readonly sets: number
  /** How well the name fits the text: FIT. None for a set that was found by other names than its own. */
  readonly fit: number
}

export interface KnownHits {
  /** By kind, best first. */
  readonly hits: KnownHit[]
  /** Every set with all the words, listed or not. */
  readonly matchingSets: number
}

/** Further words, of a sentence that somebody pasted, are not looked for. */
const MAX_WORDS = 8
/** Of each kind but parcels. */
const MAX_OTHERS = 5
/** Sets found by none of their own references, such as all of a customer, are many and seldom meant. */
const MAX_UNNAMED = 5
/** Sets between two turns of the event loop: a few milliseconds. */
const SLICE = 50_000

/**
 * Finds names that have every word of the text, ignoring case and accents; a set may have the words in different names, its
 * customer’s too, and “state:issued” in the field that is named. Only sets of these customers count. Yields to the event loop.
 */
export async function findKnown(
  { known, matcher }: { known: KnownSets; matcher: NameMatcher },
  { text, vessel, limit }: KnownQuery,
  customers: readonly Counterparty[],
): Promise<KnownHits> {
  const typed = fieldWords(text)
  const words = typed.slice(0, MAX_WORDS)
  if (words.length === 0 && vessel === null) return { hits: [], matchingSets: 0 }
  const matched = await matcher.match(words, customers)
  const phrase = searchedName(typed.map((word) => word.text).join(' '))
  const isByField = vessel !== null || words.some(({ field }) => field !== undefined)
  const query = { known, matched, phrase, vessel }
  const found: FoundSets = {
    // All sets of a vessel are asked for, or of a named field; all of a customer are many, and seldom meant.
    unnamed: createBest(phrase, isByField ? limit : MAX_UNNAMED),
    parcels: createBest(phrase, limit),
    bills: createBest(phrase, MAX_OTHERS),
    shipments: createTally(known.shipments, matched.shipments),
    vessels: createTally(known.vessels, matched.vessels),
    matchingSets: 0,
  }
  await searchSets(query, found)
  const setHit = (kind: 'parcel' | 'bill', { place, fit }: Ranked): KnownHit => ({
    kind,
    setId: known.ids[place] ?? '',
    sets: 1,
    fit,
  })
  const parcels = [...found.parcels.list(), ...found.unnamed.list()].slice(0, limit)
  const hits = parcels.map((ranked) => setHit('parcel', ranked))
  if (vessel === null) {
    hits.push(
      ...found.bills.list().map((ranked) => setHit('bill', ranked)),
      ...sharedHits('shipment', query, found.shipments),
      ...sharedHits('vessel', query, found.vessels),
    )
  }
  return { hits, matchingSets: found.matchingSets }
}

interface MatchingQuery {
  readonly known: KnownSets
  readonly matched: MatchedNames
  /** The whole text, folded. */
  readonly phrase: string
  readonly vessel: string | null
}

interface FoundSets {
  readonly parcels: Best
  /** Found by the names of their customer, vessel or voyage. */
  readonly unnamed: Best
  readonly bills: Best
  readonly shipments: Tally
  readonly vessels: Tally
  matchingSets: number
}

/** Goes from the newest set to the oldest, so that of those that fit alike the newest are kept. */
async function searchSets(query: MatchingQuery, found: FoundSets): Promise<void> {
  const bits = bitsOfSets(query.known, query.matched)
  for (let end = bits.length; end > 0; end -= SLICE) {
    await nextTurn()
    searchSlice(query, found, { bits, first: Math.max(0, end - SLICE), end })
  }
}

interface Slice {
  readonly bits: Uint8Array
  readonly first: number
  readonly end: number
}

function searchSlice({ known, matched, vessel }: MatchingQuery, found: FoundSets, { bits, first, end }: Slice): void {
  const { all, isListed } = matched
  const [parcels, bills] = [matched.parcels.bits, matched.bills.bits]
  const { shipments, vessels } = found
  const [ownerOf, vesselOf, shipmentOf] = [known.owners.ofSet, vessels.ofSet, shipments.ofSet]
  const onlyVessel = vessel === null ? undefined : known.vessels.names.numberOf(vessel)
  // What no name of a list can have is not looked up for each set: that was half of the time.
  const [isVessel, isShipment] = [vessels.any === all, shipments.any === all]
  for (let place = end - 1; place >= first; place -= 1) {
    if (bits[place] !== all || isListed[ownerOf[place] ?? NO_NAME] !== 1) continue
    if (onlyVessel !== undefined && vesselOf[place] !== onlyVessel) continue
    const ofShipment = shipments.any === 0 ? 0 : (shipments.bits[shipmentOf[place] ?? NO_NAME] ?? 0)
    if (isVessel && vessels.bits[vesselOf[place] ?? NO_NAME] === all) count(vessels, vesselOf[place], place)
    if (isShipment && ofShipment === all) count(shipments, shipmentOf[place], place)
    const ofParcel = parcels[place] ?? 0
    const ofBill = bills[place] ?? 0
    found.matchingSets += 1
    if ((ofParcel | ofBill | ofShipment) === 0) found.unnamed.add(place)
    else if (ofParcel === all) found.parcels.add(place, known.parcels[place])
    else if (ofBill === all) found.bills.add(place, known.bills[place])
    else found.parcels.add(place)
  }
}

/** By place, the words that a set has in all its names. Most lists of names have none of them, and cost nothing. */
function bitsOfSets(known: KnownSets, matched: MatchedNames): Uint8Array {
  const sets = new Uint8Array(known.ids.length)
  for (const { bits, any } of [matched.parcels, matched.bills]) {
    if (any === 0) continue
    for (let place = 0; place < sets.length; place += 1) sets[place] = (sets[place] ?? 0) | (bits[place] ?? 0)
  }
  for (const shared of ['shipments', 'vessels', 'voyages', 'states', 'owners'] as const) {
    const { bits, any } = matched[shared]
    const { ofSet } = known[shared]
    if (any === 0) continue
    for (let place = 0; place < sets.length; place += 1) {
      sets[place] = (sets[place] ?? 0) | (bits[ofSet[place] ?? NO_NAME] ?? 0)
    }
  }
  return sets
}

/** A name that has every word, but not beside each other, fits least. */
function fitOfName(phrase: string, name: string): number {
  return Math.max(FIT.inside, fitOf(phrase, name))
}

interface Ranked {
  readonly place: number
  readonly fit: number
}

interface Best {
  /** With the name that has every word, if it is one of the set’s own. */
  add(place: number, name?: string): void
  /** Best first; of those that fit alike in the order in which they were added. */
  list(): Ranked[]
}

/** Keeps so many of each fit, however many there are. */
function createBest(phrase: string, limit: number): Best {
  const byFit: Ranked[][] = [[], [], [], [], []]
  const keep = (place: number, fit: number): void => {
    const alike = byFit[fit]
    if (alike !== undefined && alike.length < limit) alike.push({ place, fit })
  }
  return {
    add: (place, name) => {
      if (name === undefined) return keep(place, FIT.none)
      // Once enough names begin with the phrase, only the phrase itself fits better: a short one begins every name.
      if (byFit[FIT.start]?.length === limit && name.length !== phrase.length) return
      keep(place, fitOfName(phrase, name))
    },
    list: () => byFit.toReversed().flat().slice(0, limit),
  }
}

/** The sets of each shared name that has every word. */
interface Tally extends SharedNames, MatchedList {
  /** By number of the name. */
  readonly sets: Uint32Array
  readonly newest: Uint32Array
}

function createTally(shared: SharedNames, matched: MatchedList): Tally {
  const { length } = matched.bits
  return { ...shared, ...matched, sets: new Uint32Array(length), newest: new Uint32Array(length) }
}

/** One more set of a name, older than those before. */
function count({ sets, newest }: Tally, number: number | undefined, place: number): void {
  if (number === undefined || number === NO_NAME) return
  const before = sets[number] ?? 0
  sets[number] = before + 1
  if (before === 0) newest[number] = place
}

/** Those that fit best, of these the shortest, of these the newest. */
function sharedHits(kind: 'shipment' | 'vessel', { known, phrase }: MatchingQuery, tally: Tally): KnownHit[] {
  const { names, sets, newest } = tally
  const found: { readonly number: number; readonly fit: number; readonly chars: number }[] = []
  for (let number = 0; number < sets.length; number += 1) {
    if (sets[number] === 0) continue
    const name = names.searched[number] ?? ''
    found.push({ number, fit: fitOfName(phrase, name), chars: name.length })
  }
  const placeOf = (number: number): number => newest[number] ?? 0
  const best = found.toSorted(
    (one, other) => other.fit - one.fit || one.chars - other.chars || placeOf(other.number) - placeOf(one.number),
  )
  return best.slice(0, MAX_OTHERS).map(({ number, fit }) => ({
    kind,
    setId: known.ids[placeOf(number)] ?? '',
    sets: sets[number] ?? 0,
    fit,
  }))
}
