import type { SearchFilters, StoredSet } from './exchange-data.ts'

export type ReferenceMatch = 'exact' | 'partial'

/** The documented filters, and three more that a service may know; anything else in the body is ignored. */
export function matchesFilters(set: StoredSet, filters: SearchFilters, referenceMatch: ReferenceMatch): boolean {
  return (
    filters.customerIds.includes(set.customerId) &&
    matchesStatus(set, filters.status) &&
    matchesText(set.instance, filters.instance) &&
    matchesReference(set.row.shipmentRef, filters.shipmentRef, referenceMatch) &&
    matchesReference(set.row.parcelRef, filters.parcelRef, referenceMatch) &&
    matchesText(set.row.vesselName ?? '', filters.vesselName)
  )
}

/** ACTIVE, FILED and ALL are folders, not states (T7); any other value is compared with the state, folded (T12). */
function matchesStatus(set: StoredSet, wanted: string | undefined): boolean {
  if (wanted === undefined) return true
  const folded = foldState(wanted)
  if (folded === 'all') return true
  if (folded === 'active') return set.folder === 'inbox'
  if (folded === 'filed') return set.folder === 'filed'
  return foldState(set.row.status) === folded
}

function matchesText(value: string, wanted: string | undefined): boolean {
  return wanted === undefined || value.toLowerCase() === wanted.toLowerCase()
}

function matchesReference(value: string, wanted: string | undefined, match: ReferenceMatch): boolean {
  if (wanted === undefined) return true
  return match === 'exact' ? value === wanted : value.toLowerCase().includes(wanted.toLowerCase())
}

function foldState(state: string): string {
  return state.toLowerCase().replace(/[\s_-]+/g, ' ')
}
