import type { Counterparty } from '../../shared/model/parcel-set.ts'
import type { SearchFilters } from '../exchange/search-page.ts'
import {
  gather,
  isDenied,
  mergeFound,
  nothingFound,
  searchCustomer,
  type Found,
  type Gathering,
} from './search-customers.ts'

/**
 * One search for a reference among several customers. Where one of them is denied the halves are searched apart, so that
 * the others are not lost with it (T34). With nobody left to ask nothing is asked (T11).
 */
export async function searchAmong(
  gathering: Gathering,
  shipmentRef: string,
  customers: readonly Counterparty[],
): Promise<Found> {
  const allowed = customers.filter((one) => !gathering.denied.has(one.customerId))
  const [only, second] = allowed
  if (only === undefined) {
    return nothingFound({ requests: 0, isComplete: customers.length === 0 })
  }
  if (second === undefined) {
    return await searchCustomer({ ...gathering, filters: { ...gathering.filters, shipmentRef } }, only)
  }
  try {
    const filters: SearchFilters = { shipmentRef, customerIds: allowed.map((one) => one.customerId) }
    return await gather(gathering, { filters, owner: undefined, where: `reference ${shipmentRef}` })
  } catch (thrown) {
    if (!isDenied(thrown)) throw thrown
    const [left, right] = halve(allowed)
    const further = { ...gathering, announcedRequests: 0 }
    const inLeft = await searchAmong(further, shipmentRef, left)
    const inBoth = mergeFound(inLeft, await searchAmong(further, shipmentRef, right))
    return { ...inBoth, requests: inBoth.requests + 1 }
  }
}

export function halve<Item>(items: readonly Item[]): [Item[], Item[]] {
  const middle = Math.ceil(items.length / 2)
  return [items.slice(0, middle), items.slice(middle)]
}
