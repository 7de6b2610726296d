import type { ListedEntry } from '../../../../shared/model/feed-entry.ts'
import type { DesktopNotice } from '../../notify.ts'
import {
  type ChangedSet,
  type CustomerChanges,
  customerWords,
  stateWords,
  wordsOfMany,
  wordsOfOne,
} from './alert-summary.ts'

/** References that a summary names. */
const MOST_REFERENCES = 3

export interface GatheredNotice extends DesktopNotice {
  /** The one entry that it is about; null for a summary. */
  entry: ListedEntry | null
}

/** What changed within a moment, by set: two messages of one act are one change (T13). A backlog costs a name each. */
export interface GatheredChanges {
  add(entry: ListedEntry): void
  /** How many entries were added, and of how many sets they are. */
  readonly entries: number
  readonly sets: number
  notice(): GatheredNotice
}

interface NowOf {
  customer: CustomerChanges
  state: string
}

export function createGatheredChanges(): GatheredChanges {
  const customers = new Map<string, CustomerChanges>()
  const sets = new Map<string, NowOf>()
  const references: string[] = []
  /** Kept in full as long as it is the only one. */
  let only: ChangedSet | undefined
  let entries = 0
  const count = ({ customer, state }: NowOf, by: number): void => {
    const left = (customer.states.get(state) ?? 0) + by
    if (left === 0) customer.states.delete(state)
    else customer.states.set(state, left)
  }
  return {
    get entries() {
      return entries
    },
    get sets() {
      return sets.size
    },
    add: (entry) => {
      entries += 1
      const [setId, status] = [entry.setId ?? '', entry.newStatus ?? '']
      const before = sets.get(setId)
      if (before !== undefined) count(before, -1)
      else if (references.length < MOST_REFERENCES && entry.parcelReference !== null)
        references.push(entry.parcelReference)
      const name = customerWords(entry)
      const customer = before?.customer ?? customers.get(name) ?? { name, states: new Map<string, number>() }
      customers.set(customer.name, customer)
      const now = { customer, state: stateWords(status) }
      sets.set(setId, now)
      count(now, 1)
      only = sets.size === 1 ? { newest: entry, states: withState(only?.states ?? [], status) } : undefined
    },
    notice: () => {
      if (only !== undefined) return { ...wordsOfOne(only), entry: only.newest }
      return { ...wordsOfMany([...customers.values()], references), entry: null }
    },
  }
}

function withState(states: readonly string[], status: string): string[] {
  return [...states.filter((one) => one !== status), status]
}
