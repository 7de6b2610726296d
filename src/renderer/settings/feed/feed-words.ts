import { useStore } from 'zustand'
import { docTypeLabel, stateLabel } from '../../../shared/text/set-fields.ts'
import { isolated } from '../../../shared/text/plain-text.ts'
import { type FeedView, useDesk } from '../../client/desk-store.ts'
import { KIND_TITLES } from '../../parcel/entry-words.ts'
import type { CustomerItem } from '../../parcel/find-customers.ts'
import { searchStore } from '../../search/search-store.ts'

export type AlertRule = FeedView['alerts']['rules'][number]
export type ActingRule = FeedView['rules'][number]
type NameOf = (customerId: string) => string

/** “Do not show Signed of Aurora Grain with reference PR-2026-*”: a notification rule as one line. */
export function alertRuleWords({ isShown, customers, states, kinds, reference }: AlertRule, nameOf: NameOf): string {
  const what = [
    states.length === 0 ? 'every state' : states.map(stateLabel).join(', '),
    customers.length === 0 ? 'of every customer' : `of ${listed(customers.map(nameOf))}`,
    ...(kinds.length === 0 ? [] : [`(${kinds.map((kind) => KIND_TITLES[kind].toLowerCase()).join(', ')})`]),
    ...(reference === '' ? [] : [`with reference ${reference}`]),
  ]
  return `${isShown ? 'Show' : 'Do not show'} ${what.join(' ')}`
}

/** “When a set of Aurora Grain becomes Issued, save its Bill of Lading.” */
export function actingRuleWords(
  { customers, states, docTypes }: Pick<ActingRule, 'customers' | 'states' | 'docTypes'>,
  nameOf: NameOf,
): string {
  const whose = customers.length === 0 ? 'any followed customer' : listed(customers.map(nameOf))
  const becomes = states.map(stateLabel).join(' or ')
  const what = docTypes.length === 0 ? 'all its documents' : `its ${docTypes.map(docTypeLabel).join(', ')}`
  return `When a set of ${whose} becomes ${becomes}, save ${what}.`
}

function listed(customers: readonly string[]): string {
  const names = customers.map(isolated)
  return names.length <= 3 ? names.join(', ') : `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`
}

type QueueStatus = NonNullable<FeedView['followed'][number]['queue']>
type CheckStatus = FeedView['followed'][number]['check']
export type Tone = 'neutral' | 'success' | 'warning' | 'danger'

interface StatusLabel {
  readonly word: string
  readonly tone: Tone
}

/** The state of a queue in a word; the sentence beside it says the rest. */
export const QUEUE_LABELS: Readonly<Record<QueueStatus['state'], StatusLabel>> = {
  off: { word: 'Off', tone: 'neutral' },
  connecting: { word: 'Connecting', tone: 'neutral' },
  live: { word: 'Live', tone: 'success' },
  waiting: { word: 'Waiting', tone: 'warning' },
  blocked: { word: 'Held back', tone: 'warning' },
  refused: { word: 'Refused', tone: 'danger' },
  'queue-missing': { word: 'No such queue', tone: 'danger' },
  cancelled: { word: 'Cancelled', tone: 'warning' },
  'not-stored': { word: 'Not stored', tone: 'danger' },
}

export const CHECK_LABELS: Readonly<Record<CheckStatus['state'], StatusLabel>> = {
  never: { word: 'Not checked', tone: 'neutral' },
  running: { word: 'Checking', tone: 'neutral' },
  done: { word: 'Checked', tone: 'success' },
  failed: { word: 'Not checked', tone: 'danger' },
  'not-signed-in': { word: 'Not signed in', tone: 'warning' },
}

/** Customer names; for an unknown customer, the id. */
export function useCustomerNames(): { readonly followed: readonly CustomerItem[]; readonly nameOf: NameOf } {
  const followed = useDesk(({ feed }) => feed?.view.followed) ?? []
  const customers = useStore(searchStore, (state) => state.customers)
  const nameOf = (id: string): string =>
    [...followed, ...customers].find(({ customerId }) => customerId === id)?.customerName ?? id
  return { followed, nameOf }
}
