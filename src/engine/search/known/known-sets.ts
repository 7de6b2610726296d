import type { ParcelSet } from '../../../shared/model/parcel-set.ts'
import { foldState, stateLabel } from '../../../shared/text/set-fields.ts'
import { foldText } from '../../../shared/text/fold-text.ts'

/** Names that sets share: distinct ones, and the number of each set’s, by its place. */
export interface SharedNames {
  readonly names: NameTable
  readonly ofSet: readonly number[]
}

/**
 * The names of every set of one service, held so that all can be searched at each key press. A set has a place, in the order
 * in which the sets were first seen.
 */
export interface KnownSets {
  /** Adds a set, or replaces its names. A known owner is never forgotten. */
  put(set: ParcelSet): void
  setOwner(setId: string, customerId: string): void
  /** Another one whenever a name came or changed. */
  version(): number
  readonly ids: readonly string[]
  /** As they are searched, by place. */
  readonly parcels: readonly string[]
  readonly bills: readonly string[]
  readonly shipments: SharedNames
  readonly vessels: SharedNames
  /** Cargo and ports, by which a set is found but which are not found themselves. */
  readonly voyages: SharedNames
  /** Labels of states, searched only where a word names the field: every set has one. */
  readonly states: SharedNames
  /** Customer ids; no name for a set whose owner is not known (T6). */
  readonly owners: SharedNames
}

export function createKnownSets(): KnownSets {
  const ids: string[] = []
  const places = new Map<string, number>()
  const parcels: string[] = []
  const bills: string[] = []
  const shipments = createSharedNames()
  const vessels = createSharedNames()
  const voyages = createSharedNames()
  const states = createSharedNames()
  const owners = createSharedNames()
  let version = 0
  const keep = <Value>(values: Value[], place: number, value: Value): void => {
    if (values[place] === value) return
    values[place] = value
    version += 1
  }
  const setOwner = (place: number, customerId: string | null): void => {
    const number = owners.names.numberOf(customerId)
    if (number !== NO_NAME || owners.ofSet[place] === undefined) owners.ofSet[place] = number
  }
  const placeOf = (setId: string): number => {
    const known = places.get(setId)
    if (known !== undefined) return known
    places.set(setId, ids.length)
    return ids.push(setId) - 1
  }
  return {
    ids,
    parcels,
    bills,
    shipments,
    vessels,
    voyages,
    states,
    owners,
    version: () => version,
    put: (set) => {
      const place = placeOf(set.setId)
      keep(parcels, place, searchedName(set.parcelRef))
      keep(bills, place, searchedName(billOf(set)))
      keep(shipments.ofSet, place, shipments.names.numberOf(set.shipmentRef))
      keep(vessels.ofSet, place, vessels.names.numberOf(set.vesselName))
      keep(voyages.ofSet, place, voyages.names.numberOf(voyageOf(set)))
      keep(states.ofSet, place, states.names.numberOf(set.status === null ? null : stateLabel(set.status)))
      setOwner(place, set.customerId)
    },
    setOwner: (setId, customerId) => {
      const place = places.get(setId)
      if (place !== undefined) setOwner(place, customerId)
    },
  }
}

interface WritableNames extends SharedNames {
  readonly ofSet: number[]
}

function createSharedNames(): WritableNames {
  return { names: createNameTable(), ofSet: [] }
}

function voyageOf({ cargoName, loadPort, destinationName }: ParcelSet): string {
  return [cargoName, loadPort, destinationName].filter((name) => name !== null).join(' ')
}

/**
 * The name of the bill of lading, if it has a number in it: documents that are all called “Bill of Lading” would answer every
 * query with every set.
 */
export function billOf({ documents = [] }: Pick<ParcelSet, 'documents'>): string | null {
  const bill = documents.find(({ docType }) => docType !== null && foldState(docType).includes('lading'))
  return bill !== undefined && /\d/.test(bill.name ?? '') ? bill.name : null
}

/** A name of ten thousand letters is found by its first ones. */
const MAX_SEARCHED_CHARS = 200

/** A name as it is searched; empty for one that was not sent. */
export function searchedName(name: string | null): string {
  return name === null ? '' : foldText(name.slice(0, MAX_SEARCHED_CHARS)).trim()
}

/** Stands for a name that was not sent. */
export const NO_NAME = 0

/** Distinct names, each with a number: a vessel that carries a thousand sets is kept and searched once. */
interface NameTable {
  /** The number of a name, as sent. */
  numberOf(name: string | null): number
  /** As they are searched, by number. */
  readonly searched: readonly string[]
}

function createNameTable(): NameTable {
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
