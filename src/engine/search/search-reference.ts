import type { Counterparty } from '../../shared/model/parcel-set.ts'
import { counted } from '../../shared/text/counted.ts'
import { plainText } from '../../shared/text/plain-text.ts'
import { findOwners } from './find-owners.ts'
import { searchAmong } from './search-among.ts'
import { mergeFound, readSets, type Found, type Gathering } from './search-customers.ts'

export interface FoundReference extends Found {
  reference: string
  /** Of `setIds`, those whose shipment reference is the text asked for, or is not told (T8). */
  exactIds: string[]
}

/**
 * One reference among many customers: one call that carries them all, never references times customers (product,
 * “Search”). On a miss once more without the instance (T9). Whose the sets are comes from the index or is found by
 * halving the list of customers (T6).
 */
export async function searchReference(
  gathering: Gathering,
  reference: string,
  customers: readonly Counterparty[],
): Promise<FoundReference> {
  const first = await searchAmong(gathering, reference, customers)
  // Rows that cannot be read may be its sets: searched again they would be counted twice.
  const isMissed = first.lacking.unreadable === 0 && exactAmong(gathering, reference, first.setIds).length === 0
  const found =
    isMissed && gathering.retriesWithoutInstance
      ? mergeFound(first, await searchAmong(withoutInstance(gathering), reference, customers))
      : first
  const requests = found.requests + (await findOwners(gathering, { reference, setIds: found.setIds }, customers))
  const exactIds = exactAmong(gathering, reference, found.setIds)
  reportOthers(gathering, reference, found.setIds)
  return { ...found, requests, reference, exactIds }
}

function withoutInstance(gathering: Gathering): Gathering {
  const { instance: _default, ...filters } = gathering.filters
  return { ...gathering, filters, announcedRequests: 0 }
}

function exactAmong({ index }: Gathering, reference: string, setIds: string[]): string[] {
  const exact = readSets(index, setIds).filter(({ shipmentRef }) => isExact(shipmentRef, reference))
  return [...exact.map(({ setId }) => setId)]
}

function isExact(shipmentRef: string | null, reference: string): boolean {
  return shipmentRef === null || shipmentRef.trim() === reference
}

/**
 * A service that matches parts of a reference, or any capitals, must not file another shipment's documents under this one
 * (T8; docs/decisions/references-by-case.md).
 */
function reportOthers({ index, problems }: Gathering, reference: string, setIds: string[]): void {
  const others = [...readSets(index, setIds)].flatMap(({ shipmentRef }) =>
    shipmentRef === null || isExact(shipmentRef, reference) ? [] : [shipmentRef.trim()],
  )
  const [sameLetters, parts] = [true, false].map((isSame) =>
    others.filter((other) => (other.toLowerCase() === reference.toLowerCase()) === isSame),
  )
  const where = `reference ${reference}`
  const ofAll = (some: readonly string[]): string => `${some.length} of ${counted(setIds.length, 'set')}`
  if (sameLetters?.[0] !== undefined) {
    const written = plainText(sameLetters[0])
    problems.push({
      where,
      message: `${ofAll(sameLetters)} with other capitals: “${written}”; listed, but not saved: search for it as it is written`,
    })
  }
  if (parts?.[0] !== undefined) {
    const message = `${ofAll(parts)} with another reference: the service matches parts of it; listed, but not saved`
    problems.push({ where, message })
  }
}
