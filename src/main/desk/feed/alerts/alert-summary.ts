import type { ListedEntry } from '../../../../shared/model/feed-entry.ts'
import { foldState, stateLabel } from '../../../../shared/text/fold-state.ts'
import { isolated, plainText } from '../../../../shared/text/plain-text.ts'
import type { DesktopNotice } from '../../desk-ports.ts'

/** References that a summary names. */
const MAX_REFERENCES = 3

export interface GatheredNotice extends DesktopNotice {
  /** The entry that it is about; null for a summary. */
  entry: ListedEntry | null
}

/**
 * Gathers what changed within a moment, by set: two messages about one act are one change (T13). Keeps little per set, for
 * backlogs.
 */
export interface GatheredChanges {
  add(entry: ListedEntry): void
  /** How many entries were added, and how many sets they are about. */
  readonly entries: number
  readonly sets: number
  notice(): GatheredNotice
}

interface CurrentState {
  customer: CustomerChanges
  state: string
}

export function createGatheredChanges(): GatheredChanges {
  const customers = new Map<string, CustomerChanges>()
  const sets = new Map<string, CurrentState>()
  const references: string[] = []
  /** The only set so far, kept in full. */
  let only: ChangedSet | undefined
  let entries = 0
  const count = ({ customer, state }: CurrentState, by: number): void => {
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
      else if (references.length < MAX_REFERENCES && entry.parcelReference !== null)
        references.push(entry.parcelReference)
      const name = customerText(entry)
      const customer = before?.customer ?? customers.get(name) ?? { name, states: new Map<string, number>() }
      customers.set(customer.name, customer)
      const now = { customer, state: stateText(status) }
      sets.set(setId, now)
      count(now, 1)
      only = sets.size === 1 ? { newest: entry, states: withState(only?.states ?? [], status) } : undefined
    },
    notice: () => {
      if (only !== undefined) return { ...noticeOfSet(only), entry: only.newest }
      return { ...summaryOf([...customers.values()], references), entry: null }
    },
  }
}

/** One set and the states it reached within a moment, usually one. */
interface ChangedSet {
  newest: ListedEntry
  /** As received, each once, in order. */
  states: string[]
}

/** How many sets of one customer are in each state now, by the state’s text. */
interface CustomerChanges {
  name: string
  states: Map<string, number>
}

function withState(states: readonly string[], status: string): string[] {
  return [...states.filter((one) => one !== status), status]
}

/** The most characters of one field in a notification. */
const MAX_WORDS = 200
/** Nobody reads more references or customers than this in the corner of a screen. */
const MAX_NAMED = 3

/** The service’s states as a person would say them. */
const VERBS: Record<string, string> = {
  drafted: 'was drafted',
  signed: 'was signed',
  issued: 'was issued',
  title_held: 'has its title held',
  transfer_drafted: 'has a transfer drafted',
}

/**
 * “Aurora Grain AG: PR-2026-00412 was signed”, and below it the person, the company and the time as sent (T14, T16, T44).
 * Every field is made plain text: a sender must not be able to forge the wording of a notification that users trust.
 */
function noticeOfSet({ newest, states }: ChangedSet): DesktopNotice {
  const customer = customerText(newest)
  const reference = brief(newest.parcelReference ?? newest.shipmentRef ?? 'a parcel')
  const title = `${customer}: ${reference} ${states.map(verbOf).join(' and ')}`
  return { title, body: newest.source === 'check' ? checkText(newest) : messageText(newest) }
}

/** “12 parcels changed for Aurora Grain: 9 signed, 3 issued”; for several customers, the number of parcels of each. */
function summaryOf(customers: readonly CustomerChanges[], references: readonly string[]): DesktopNotice {
  const sizes = customers.map(({ name, states }) => ({ name, parcels: sum(states.values()) }))
  const parcels = sum(sizes.map((one) => one.parcels))
  const changed = `${number(parcels)} ${parcels === 1 ? 'parcel' : 'parcels'} changed for`
  const [only, second] = customers
  if (only !== undefined && second === undefined) {
    const mostFirst = [...only.states].toSorted(([, one], [, other]) => other - one)
    const states = mostFirst.map(([state, count]) => `${number(count)} ${state}`).join(', ')
    return { title: `${changed} ${only.name}: ${states}`, body: listed(references, parcels) }
  }
  const largest = sizes
    .toSorted((one, other) => other.parcels - one.parcels)
    .map((one) => `${one.name}: ${number(one.parcels)}`)
  return { title: `${changed} ${customers.length} customers`, body: listed(largest, customers.length) }
}

/** The state as part of a sentence: “9 signed”. An unknown one stays as received (T12). */
function stateText(state: string): string {
  return VERBS[foldState(state)] === undefined ? `“${brief(state)}”` : stateLabel(state).toLowerCase()
}

/** The customer’s name, or else the id (T44). */
function customerText({ customerName, customerId }: Pick<ListedEntry, 'customerName' | 'customerId'>): string {
  return brief(customerName ?? (customerId === null ? 'Customer not known' : `Customer (id ${customerId})`))
}

function verbOf(state: string): string {
  return VERBS[foldState(state)] ?? `is now “${brief(state)}”`
}

function messageText({ actor, actorCompany, updatedDate }: ListedEntry): string {
  const who = [actor, actorCompany]
    .map((text) => brief(text ?? ''))
    .filter((text) => text !== '')
    .join(', ')
  const by = who === '' ? 'By whom was not said' : `By ${who}`
  return updatedDate === null ? by : `${by} · ${brief(updatedDate)}`
}

function checkText({ stateBefore }: ListedEntry): string {
  const before = stateBefore === null ? '' : ` Before it was ${stateText(stateBefore)}.`
  return `Found by a check; no message said who and when.${before}`
}

function listed(names: readonly string[], count: number): string {
  const shown = names.slice(0, MAX_NAMED).map(brief)
  const rest = count - shown.length
  if (shown.length === 0) return 'The inbox lists them.'
  return `${shown.join(', ')}${rest > 0 ? ` and ${number(rest)} more` : ''}`
}

function brief(text: string): string {
  return isolated(plainText(text, MAX_WORDS).replace(/ {2,}/g, ' '))
}

function number(count: number): string {
  return count.toLocaleString('en')
}

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const one of numbers) total += one
  return total
}
