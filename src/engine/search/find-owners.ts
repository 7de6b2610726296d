import type { Counterparty } from '../../shared/model/parcel-set.ts'
import { counted } from '../../shared/text/counted.ts'
import { halve, searchAmong } from './search-among.ts'
import type { Gathering } from './search-customers.ts'

/**
 * Tells the sets found for a reference among several customers whose they are (T6). The index knows most; the others are
 * found by searching half of the customers, then half of that half: as many calls as the list can be halved, not one a
 * customer. Returns the calls it took.
 */
export async function findOwners(
  gathering: Gathering,
  found: { reference: string; setIds: string[] },
  customers: readonly Counterparty[],
): Promise<number> {
  const { index, denied } = gathering
  const candidates = customers.filter((one) => !denied.has(one.customerId))
  const ids = new Set(candidates.map((one) => one.customerId))
  // An owner that was not asked for may see the set as well, but it is not filed under a customer that nobody named.
  const unowned = found.setIds.filter((setId) => !ids.has(index.ownerOf(setId)?.customerId ?? ''))
  return await halveOwners(searchingForOwners(gathering), { ...found, setIds: unowned }, candidates)
}

async function halveOwners(
  gathering: Gathering,
  wanted: { reference: string; setIds: string[] },
  candidates: readonly Counterparty[],
): Promise<number> {
  const { reference, setIds } = wanted
  const [only, second] = candidates
  if (setIds.length === 0 || only === undefined) return 0
  if (second === undefined) {
    for (const setId of setIds) gathering.index.setOwner(setId, only)
    return 0
  }
  const [left, right] = halve(candidates)
  const inLeft = await searchAmong(gathering, reference, left)
  const leftIds = new Set(inLeft.setIds)
  const [mine, others] = [setIds.filter((id) => leftIds.has(id)), setIds.filter((id) => !leftIds.has(id))]
  const requests = inLeft.requests + (await halveOwners(gathering, { reference, setIds: mine }, left))
  if (inLeft.isComplete) return requests + (await halveOwners(gathering, { reference, setIds: others }, right))
  // What is not in half of a list may be in its other half: nothing is made up (product, promise 3).
  if (others.length > 0) {
    const message = `the customer of ${counted(others.length, 'set')} could not be found out, because the search was not complete`
    gathering.problems.push({ where: `reference ${reference}`, message })
  }
  return requests
}

/** These searches find again what was found: of what they tell only the number of calls counts. */
function searchingForOwners(gathering: Gathering): Gathering {
  const { instance: _any, ...filters } = gathering.filters
  return {
    ...gathering,
    filters,
    announcedRequests: 0,
    onSets: undefined,
    onLoaded: (growth) => {
      gathering.onLoaded({ ...growth, loaded: 0, total: 0 })
    },
  }
}
