import { type ListedEntry, SCHEDULE_ACTIONS } from '../../../../shared/model/feed-entry.ts'
import { stateLabel, stateVerbs } from '../../../../shared/text/set-fields.ts'
import { counted } from '../../../../shared/text/format.ts'
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
 * backlogs. What comes back from a snooze has not changed, and is counted apart.
 */
export interface GatheredChanges {
  add(entry: ListedEntry): void
  readonly isEmpty: boolean
  /** How many entries were added, and how many sets have changed. */
  readonly entries: number
  readonly sets: number
  /** The first entry that was added. */
  readonly firstId: number | undefined
  /** `heldBack` is a sentence that says why it comes only now. */
  notice(heldBack?: string): GatheredNotice
}

interface CurrentState {
  customer: CustomerChanges
  state: string
}

export function createGatheredChanges(): GatheredChanges {
  const customers = new Map<string, CustomerChanges>()
  const sets = new Map<string, CurrentState>()
  const references: string[] = []
  const returned = createReturned()
  /** The last run of a schedule that failed, and how many there are. */
  let failedRun: ListedEntry | undefined
  let failedRuns = 0
  /** The only set so far, kept in full. */
  let only: ChangedSet | undefined
  let firstId: number | undefined
  let entries = 0
  const count = ({ customer, state }: CurrentState, by: number): void => {
    const left = (customer.states.get(state) ?? 0) + by
    if (left === 0) customer.states.delete(state)
    else customer.states.set(state, left)
  }
  const noticeOfChanges = (): GatheredNotice => {
    if (only !== undefined) return { ...noticeOfSet(only), entry: only.newest }
    const { title, body } = summaryOf([...customers.values()], references)
    const more =
      entries > sets.size + returned.count + failedRuns
        ? ` · ${number(entries - returned.count - failedRuns)} entries in the inbox`
        : ''
    return { title, body: `${body}${more}`, entry: null }
  }
  return {
    get isEmpty() {
      return entries === 0
    },
    get entries() {
      return entries
    },
    get sets() {
      return sets.size
    },
    get firstId() {
      return firstId
    },
    add: (entry) => {
      entries += 1
      firstId ??= entry.id
      if (entry.source === 'schedule' && entry.returnedAt === null) {
        failedRun = entry
        failedRuns += 1
        return
      }
      if (entry.returnedAt !== null) {
        returned.add(entry)
        return
      }
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
    notice: (heldBack) => {
      if (failedRun !== undefined && sets.size === 0 && returned.count === 0)
        return withReason(noticeOfRuns(failedRun, failedRuns), heldBack)
      const notice = sets.size === 0 ? returned.notice() : noticeOfChanges()
      const more = sets.size > 0 && returned.count > 0 ? `${number(returned.count)} back from a snooze` : undefined
      const runs = failedRuns > 0 ? `${counted(failedRuns, 'schedule')} failed` : undefined
      const body = [notice.body, more, runs, heldBack].filter((part) => part !== undefined).join(' · ')
      return { ...notice, body }
    },
  }
}

function noticeOfRuns(last: ListedEntry, count: number): GatheredNotice {
  const one = noticeOfRun(last)
  return count === 1
    ? { ...one, entry: last }
    : { title: `${number(count)} schedules failed`, body: one.body, entry: null }
}

/** “Schedule “Morning” failed”, and below it why. */
function noticeOfRun({ parcelReference, action, reason }: ListedEntry): DesktopNotice {
  const ended = action === SCHEDULE_ACTIONS.failed ? 'failed' : 'ran'
  return { title: `Schedule “${brief(parcelReference ?? '')}” ${ended}`, body: plainText(reason ?? '', MAX_WORDS) }
}

function withReason(notice: GatheredNotice, heldBack: string | undefined): GatheredNotice {
  return heldBack === undefined ? notice : { ...notice, body: `${notice.body} · ${heldBack}` }
}

interface ReturnedEntries {
  readonly count: number
  add(entry: ListedEntry): void
  notice(): GatheredNotice
}

/** Entries whose snooze has ended. */
function createReturned(): ReturnedEntries {
  const references: string[] = []
  let last: ListedEntry | undefined
  let count = 0
  return {
    get count() {
      return count
    },
    add: (entry) => {
      count += 1
      last = entry
      if (references.length < MAX_REFERENCES && entry.parcelReference !== null) references.push(entry.parcelReference)
    },
    notice: () => {
      if (last === undefined || count > 1)
        return {
          title: `${number(count)} entries are back from a snooze`,
          body: listed(references, count),
          entry: null,
        }
      const isRun = last.source === 'schedule'
      const { title, body } = isRun ? noticeOfRun(last) : noticeOfSet({ newest: last, states: [last.newStatus ?? ''] })
      return {
        title: `Back from a snooze: ${last.isReadable ? title : 'a message that could not be read'}`,
        body,
        entry: last,
      }
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
/** All that the service documents, and one of its own. */
const MAX_STATES = 6

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

/** “12 parcels changed for Aurora Grain: 9 signed, 3 issued”; below it references or, for several customers, the parcels of each. */
function summaryOf(customers: readonly CustomerChanges[], references: readonly string[]): DesktopNotice {
  const sizes = customers.map(({ name, states }) => ({ name, parcels: sum(states.values()) }))
  const parcels = sum(sizes.map((one) => one.parcels))
  const changed = `${number(parcels)} ${parcels === 1 ? 'parcel' : 'parcels'} changed for`
  const states = stateCounts(customers)
  const [only, second] = customers
  if (only !== undefined && second === undefined) {
    return { title: `${changed} ${only.name}: ${states}`, body: listed(references, parcels) }
  }
  const largest = sizes
    .toSorted((one, other) => other.parcels - one.parcels)
    .map((one) => `${one.name}: ${number(one.parcels)}`)
  return { title: `${changed} ${customers.length} customers: ${states}`, body: listed(largest, customers.length) }
}

/** “9 signed, 3 issued”, the most frequent first. */
function stateCounts(customers: readonly CustomerChanges[]): string {
  const all = new Map<string, number>()
  for (const { states } of customers) for (const [state, count] of states) all.set(state, (all.get(state) ?? 0) + count)
  const mostFirst = [...all].toSorted(([, one], [, other]) => other - one)
  return listed(
    mostFirst.map(([state, count]) => `${number(count)} ${state}`),
    mostFirst.length,
    MAX_STATES,
  )
}

/** The state as part of a sentence: “9 signed”. An unknown one stays as received (T12). */
function stateText(state: string): string {
  return stateVerbs(state) !== undefined ? stateLabel(state).toLowerCase() : `“${brief(state)}”`
}

/** The customer’s name, or else the id (T44). */
function customerText({ customerName, customerId }: Pick<ListedEntry, 'customerName' | 'customerId'>): string {
  return brief(customerName ?? (customerId === null ? 'Customer not known' : `Customer (id ${customerId})`))
}

function verbOf(state: string): string {
  return stateVerbs(state)?.passive ?? `is now “${brief(state)}”`
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

function listed(names: readonly string[], count: number, most = MAX_NAMED): string {
  const shown = names.slice(0, most).map(brief)
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
