import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Counterparty } from '../../../shared/model/parcel-set.ts'
import { type KnownSets, searchedName } from './known-sets.ts'

/** Names or sets between two turns of the event loop: a few milliseconds. */
export const SLICE = 50_000

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

/** Looks for at most eight words, each of them folded, in every name. Yields to the event loop. */
export async function matchNames(
  known: KnownSets,
  words: readonly string[],
  customers: readonly Counterparty[],
): Promise<MatchedNames> {
  const owners: (number | undefined)[] = []
  for (const { customerId, customerName } of customers) {
    owners[known.owners.names.numberOf(customerId)] = bitsOf(words, searchedName(customerName))
  }
  return {
    all: (1 << words.length) - 1,
    parcels: await matchEach(known.parcels, words),
    bills: await matchEach(known.bills, words),
    shipments: await matchEach(known.shipments.names.searched, words),
    vessels: await matchEach(known.vessels.names.searched, words),
    voyages: await matchEach(known.voyages.names.searched, words),
    owners,
  }
}

async function matchEach(names: readonly string[], words: readonly string[]): Promise<Uint8Array> {
  const bits = new Uint8Array(names.length)
  for (let at = 0; at < bits.length; at += 1) {
    bits[at] = bitsOf(words, names[at] ?? '')
    if (at % SLICE === SLICE - 1) await nextTurn()
  }
  return bits
}

/** With an index: an iterator for each of some hundred thousand names would take most of the time. */
function bitsOf(words: readonly string[], name: string): number {
  let bits = 0
  for (let at = 0; at < words.length; at += 1) {
    if (name.includes(words[at] ?? '')) bits |= 1 << at
  }
  return bits
}
