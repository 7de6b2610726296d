import type { Counterparty } from '../../shared/model/parcel-set.ts'
import type { SearchFilters } from '../exchange/search-page.ts'
import { gather, isDenied, nothingFound, readSets, searchCustomer, type Found, type Gathering } from './search-customers.ts'

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
  let found = await searchAmong(gathering, { shipmentRef: reference }, customers)
  if (found.setIds.length === 0 && gathering.retriesWithoutInstance) {
    const { instance: _default, ...filters } = gathering.filters
    const again = await searchAmong({ ...gathering, filters }, { shipmentRef: reference }, customers)
    found = { ...again, requests: found.requests + again.requests }
  }
  const unowned = found.setIds.filter((setId) => gathering.index.ownerOf(setId) === undefined)
  const requests = found.requests + (await findOwners(gathering, { reference, setIds: unowned }, customers))
  const exactIds = pickExact(gathering, reference, found.setIds)
  return { ...found, requests, reference, exactIds }
}

/** One search for several customers; where one of them is denied, the halves are searched apart (T34). */
async function searchAmong(
  gathering: Gathering,
  filter: { shipmentRef: string },
  customers: readonly Counterparty[],
): Promise<Found> {
  const allowed = customers.filter((one) => !gathering.denied.has(one.customerId))
  const [only, second] = allowed
  if (only === undefined) return nothingFound()
  if (second === undefined) return await searchCustomer({ ...gathering, filters: { ...gathering.filters, ...filter } }, only)
  try {
    const filters: SearchFilters = { ...filter, customerIds: allowed.map((one) => one.customerId) }
    return await gather(gathering, { filters, owner: undefined, where: `reference ${filter.shipmentRef}` })
  } catch (thrown) {
    if (!isDenied(thrown)) throw thrown
    const middle = Math.ceil(allowed.length / 2)
    const left = await searchAmong(gathering, filter, allowed.slice(0, middle))
    const right = await searchAmong(gathering, filter, allowed.slice(middle))
    return {
      setIds: [...left.setIds, ...right.setIds.filter((id) => !left.setIds.includes(id))],
      total: left.total + right.total,
      loaded: left.loaded + right.loaded,
      requests: left.requests + right.requests + 1,
      isComplete: left.isComplete && right.isComplete,
      problems: [],
    }
  }
}

/**
 * Tells each set its customer by searching half of the list, then half of that half: as many calls as the list can be
 * halved, not one a customer. Returns the calls it took.
 */
async function findOwners(
  gathering: Gathering,
  wanted: { reference: string; setIds: string[] },
  customers: readonly Counterparty[],
): Promise<number> {
  const { reference, setIds } = wanted
  const candidates = customers.filter((one) => !gathering.denied.has(one.customerId))
  const [only, second] = candidates
  if (setIds.length === 0 || only === undefined) return 0
  if (second === undefined) {
    for (const setId of setIds) gathering.index.setOwner(setId, only)
    return 0
  }
  const left = candidates.slice(0, Math.ceil(candidates.length / 2))
  const right = candidates.slice(left.length)
  const { instance: _any, ...filters } = gathering.filters
  const inLeft = await searchAmong({ ...gathering, filters, onLoaded: () => undefined }, { shipmentRef: reference }, left)
  const leftIds = setIds.filter((setId) => inLeft.setIds.includes(setId))
  const rightIds = setIds.filter((setId) => !leftIds.includes(setId))
  const leftRequests = await findOwners(gathering, { reference, setIds: leftIds }, left)
  return inLeft.requests + leftRequests + (await findOwners(gathering, { reference, setIds: rightIds }, right))
}

/** A service that matches parts of a reference must not file another shipment's documents under this one (T8). */
function pickExact(gathering: Gathering, reference: string, setIds: string[]): string[] {
  const exactIds: string[] = []
  for (const set of readSets(gathering.index, setIds)) {
    if (set.shipmentRef === null || set.shipmentRef.trim() === reference.trim()) exactIds.push(set.setId)
  }
  const others = setIds.length - exactIds.length
  if (others > 0) {
    gathering.problems.push({
      where: `reference ${reference}`,
      message: `${others} of ${setIds.length} sets carry another reference: the service matches parts of it. They are listed, but not saved`,
    })
  }
  return exactIds
}

