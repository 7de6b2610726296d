import type { Counterparty } from '../../shared/model/parcel-set.ts'
import { counted } from '../../shared/text/counted.ts'
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
  const isMissed = exactAmong(gathering, reference, first.setIds).length === 0
  const found =
    isMissed && gathering.retriesWithoutInstance
      ? mergeFound(first, await searchAmong(withoutInstance(gathering), reference, customers))
      : first
  const requests = found.requests + (await findOwners(gathering, { reference, setIds: found.setIds }, customers))
  const exactIds = exactAmong(gathering, reference, found.setIds)
  reportOthers(gathering, reference, { all: found.setIds.length, exact: exactIds.length })
  return { ...found, requests, reference, exactIds }
}

function withoutInstance(gathering: Gathering): Gathering {
  const { instance: _default, ...filters } = gathering.filters
  return { ...gathering, filters, announcedRequests: 0 }
}

function exactAmong({ index }: Gathering, reference: string, setIds: string[]): string[] {
  const isExact = (text: string | null): boolean => text === null || text.trim() === reference
  const exact = readSets(index, setIds).filter(({ shipmentRef }) => isExact(shipmentRef))
  return [...exact.map(({ setId }) => setId)]
}

/** A service that matches parts of a reference must not file another shipment's documents under this one (T8). */
function reportOthers(
  { problems }: Gathering,
  reference: string,
  { all, exact }: { all: number; exact: number },
): void {
  if (exact === all) return
  problems.push({
    where: `reference ${reference}`,
    message: `${all - exact} of ${counted(all, 'set')} with another reference: the service matches parts of it; listed, but not saved`,
  })
}
