import type { Counterparty, ParcelSet } from '../../shared/model/parcel-set.ts'
import type { NumberOf } from '../../shared/text/number-words.ts'
import { billOf } from './known/known-sets.ts'
import type { SetFinder } from './known/set-finder.ts'
import { mergeResults, type PartialResult, readSets } from './search-customers.ts'
import type { SetIndex } from './set-index.ts'

/** What number of the set this is, exactly as it is written; undefined for a shipment’s, or none. */
export function numberOf(set: ParcelSet, number: string): NumberOf | undefined {
  const shipmentRef = set.shipmentRef?.trim() ?? ''
  if (shipmentRef === '' || shipmentRef === number) return undefined
  if (set.parcelRef?.trim() === number) return { kind: 'parcel', shipmentRef }
  return /\d/.test(number) && wordsOfBill(billOf(set)).includes(number) ? { kind: 'bill', shipmentRef } : undefined
}

/** A bill of lading is known by the name of its document, which may say more than its number: “BL HLCU7781.pdf”. */
function wordsOfBill(name: string | null): string[] {
  const bare = (name ?? '').trim().replace(/\.pdf$/i, '')
  return [bare, ...bare.split(/[\s_]+/)]
}

interface NumberSearch {
  readonly index: SetIndex
  readonly finder: Pick<SetFinder, 'named'>
  readonly number: string
  readonly customers: readonly Counterparty[]
  /** Asks the service for a shipment, without reporting what comes. */
  readonly search: (shipmentRef: string) => Promise<PartialResult>
}

export interface NumberResult extends PartialResult {
  understoodAs: NumberOf
}

/**
 * The sets of a parcel or bill of lading that this installation has seen. The service documents no filter for these, so it is
 * asked for their shipments, and what still has the number there was meant. Undefined where none has.
 */
export async function searchByNumber(search: NumberSearch): Promise<NumberResult | undefined> {
  const { index, finder, number, customers } = search
  const ids = new Set(customers.map(({ customerId }) => customerId))
  const known = [...readSets(index, await finder.named(number))].filter((set) => ids.has(set.customerId ?? ''))
  const numbers = known.flatMap((set) => numberOf(set, number) ?? [])
  let all: NumberResult | undefined
  for (const [shipmentRef, understoodAs] of new Map(numbers.map((one) => [one.shipmentRef, one]))) {
    const found = await search.search(shipmentRef)
    const meant = [...readSets(index, found.setIds)].filter((set) => numberOf(set, number) !== undefined)
    const setIds = meant.map(({ setId }) => setId)
    if (setIds.length === 0) continue
    const counted = { ...found, setIds, total: setIds.length, loaded: setIds.length }
    all = { ...(all === undefined ? counted : mergeResults(all, counted)), understoodAs }
  }
  return all
}
