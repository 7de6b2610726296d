import type { Counterparty } from '../../shared/model/parcel-set.ts'
import { counted } from '../../shared/text/counted.ts'
import type { Found, Gathering } from './search-customers.ts'

/**
 * A set that several customers see is listed once, under the first of them in the order searched, however the answers
 * came in; and that is said, because its documents are filed there (T6).
 */
export function settleOwners(gathering: Gathering, customers: readonly Counterparty[], found: readonly Found[]): void {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const { setIds } of found) {
    for (const setId of setIds) (seen.has(setId) ? shared : seen).add(setId)
  }
  if (shared.size === 0) return
  for (const [index, customer] of [...customers.entries()].toReversed()) {
    for (const setId of found[index]?.setIds ?? []) {
      if (shared.has(setId)) gathering.index.setOwner(setId, customer)
    }
  }
  const message = `${counted(shared.size, 'set')} seen by several customers: listed once, under the first of them`
  gathering.problems.push({ where: 'the search', message })
}
