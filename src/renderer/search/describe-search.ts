import { stateLabel } from '../../shared/text/set-fields.ts'
import { isolated } from '../../shared/text/plain-text.ts'
import { numberText } from '../ui/base/words.ts'
import type { SearchForm, SearchState } from './search-state.ts'

interface CustomerName {
  readonly customerId: string
  readonly customerName: string
}

const MAX_NAMED = 2

/** What a search is for, in the user’s words: “Aurora Grain AG · 12 shipments · Signed”. */
export function describeSearch(form: SearchForm, customers: readonly CustomerName[]): string {
  const { customers: ids, shipmentRefs, states, filters, status, instance } = form
  const parts = [
    ids.length === 0 ? 'Every customer' : listed(namesOf(ids, customers), 'customers'),
    listed(shipmentRefs, 'shipments'),
    listed(states.map(stateLabel), 'states'),
    [status, instance ?? '', ...Object.values(filters)].filter((text) => text !== '').join(', '),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

/** Whose sets the list shows: “Canal Metals”, “every customer”. */
export function ownersOf({ submitted, customers }: Pick<SearchState, 'submitted' | 'customers'>): string {
  const ids = submitted.customers
  return ids.length === 0 ? 'every customer' : listed(namesOf(ids, customers), 'customers')
}

/** What the list shows, whatever the fields ask for by now: “Canal Metals · 48 shipments”. */
export function describeShown({ submitted, customers }: Pick<SearchState, 'submitted' | 'customers'>): string {
  return describeSearch(submitted, customers).replace(/^Every/, 'every')
}

function namesOf(ids: readonly string[], customers: readonly CustomerName[]): string[] {
  return ids.map((id) => customers.find(({ customerId }) => customerId === id)?.customerName ?? id).map(isolated)
}

function listed(texts: readonly string[], kind: string): string {
  return texts.length <= MAX_NAMED ? texts.join(', ') : `${numberText(texts.length)} ${kind}`
}
