import type { DatabaseSync } from 'node:sqlite'
import type { Environment } from '../../shared/model/connection.ts'
import type { FeedEntry } from '../../shared/model/feed-entry.ts'
import { foldState } from '../../shared/text/fold-state.ts'
import { inTransaction } from '../storage/in-transaction.ts'
import { numberIn } from '../storage/read-row.ts'
import { entryKey, setKey } from './entry-key.ts'
import { type Message, readMessage, type WholeMessage } from './read-message.ts'
import type { KnownState, StateRows } from './set-states.ts'

/** A message as it came, before it is read. */
export interface Arrival {
  source: 'queue' | 'journal'
  body: Buffer
  /** As the broker said. */
  isRedelivered: boolean
  /** When this installation, or the one that wrote the journal, first had it; ISO. */
  seenAt: string
}

/** A change that a check by search found. */
export interface Finding {
  setId: string
  customerId: string
  customerName: string
  parcelReference: string | null
  shipmentRef: string | null
  status: string
  /** The state that was known before, as text; null where the set was not known. */
  stateBefore: string | null
  seenAt: string
}

/** What comes in. */
export interface InboxArrivals {
  /**
   * Stores messages in one transaction, the unreadable ones too, and returns those that are new, in order. The same body
   * again is counted, not repeated (T39, T40); an older message never rewinds the state of its set (T42).
   */
  add(arrivals: readonly Arrival[]): FeedEntry[]
  /**
   * Stores changes that a check found, remembers the states, and returns the entries. A finding whose state before is no
   * longer what is known is left out: a message came while the check was under way.
   */
  addFindings(findings: readonly Finding[]): FeedEntry[]
}

/** What is to be stored. */
type NewEntry = Omit<FeedEntry, 'id'>

const INSERT = `
  INSERT INTO entries
    (id, source, kind, raw, reason, set_id, transaction_id, parcel_reference, customer_id, new_status, action, instance, actor,
     actor_company, updated_date, state, updated_at, seen_at, is_redelivered, is_outdated, state_before,
     shipment_ref, customer_name)
  VALUES (${Array.from({ length: 23 }, () => '?').join(', ')})`
/** Changes nothing where the same message is there already. */
const CLAIM = 'INSERT INTO by_set (key, entry_id) VALUES (?, ?) ON CONFLICT (key) DO NOTHING'
const COUNT_AGAIN = 'UPDATE entries SET received = received + 1 WHERE id = (SELECT entry_id FROM by_set WHERE key = ?)'

const NO_SET = setKey('')
const NO_MESSAGE = {
  ...{ setId: null, transactionId: null, parcelReference: null, customerId: null, newStatus: null, action: null },
  ...{ instance: null, actor: null, actorCompany: null, updatedDate: null, state: null, updatedAt: null },
}

export function createInboxArrivals(
  database: DatabaseSync,
  environment: Environment,
  states: StateRows,
): InboxArrivals {
  const insert = createInsert(database)
  const collect = <One>(ones: readonly One[], addOne: (one: One) => FeedEntry | undefined): FeedEntry[] => {
    const added: FeedEntry[] = []
    inTransaction(database, () => {
      insert.begin()
      for (const one of ones) {
        const entry = addOne(one)
        if (entry !== undefined) added.push(entry)
      }
    })
    return added
  }
  return {
    add: (arrivals) =>
      collect(arrivals, (arrival) => {
        const { body } = arrival
        const read = readMessage(body)
        const arrived = arrivedEntry(arrival, environment)
        if (!('message' in read)) return insert.add(unreadableEntry(arrived, read), NO_SET, body)
        const { message } = read
        const key = setKey(message.setId)
        const known = states.read(key)
        const entry = insert.add(messageEntry(arrived, read, known), key, body)
        if (entry !== undefined && !entry.isOutdated) states.write(key, stateAfter(message, known, arrival.seenAt))
        return entry
      }),
    addFindings: (findings) =>
      collect(findings, (finding) => {
        const key = setKey(finding.setId)
        if (!isStillNews(finding, states.read(key))) return undefined
        states.write(key, { ...finding, updatedAt: null })
        const entry = findingEntry(finding, environment)
        return insert.add(entry, key, Buffer.from(entry.raw))
      }),
  }
}

interface EntryInsert {
  /** Once the transaction has begun: from then on no other process gives ids. */
  begin(): void
  /** Undefined where the same body came before. `keyOfSet` is `setKey` of the entry. */
  add(entry: NewEntry, keyOfSet: Uint8Array, body: Uint8Array): FeedEntry | undefined
}

function createInsert(database: DatabaseSync): EntryInsert {
  const newest = database.prepare('SELECT COALESCE(max(id), 0) AS id FROM entries')
  const claim = database.prepare(CLAIM)
  const insert = database.prepare(INSERT)
  const countAgain = database.prepare(COUNT_AGAIN)
  let lastId = 0
  return {
    begin: () => {
      lastId = numberIn(newest.get() ?? {}, 'id')
    },
    add: (e, keyOfSet, body) => {
      const key = entryKey(keyOfSet, body)
      if (claim.run(key, lastId + 1).changes === 0) {
        countAgain.run(key)
        return undefined
      }
      lastId += 1
      insert.run(
        ...[lastId, e.source, e.isReadable ? e.source : 'unreadable', body, e.reason],
        ...[e.setId, e.transactionId, e.parcelReference, e.customerId, e.newStatus, e.action, e.instance],
        ...[e.actor, e.actorCompany, e.updatedDate, e.state, e.updatedAt],
        ...[e.seenAt, e.isRedelivered ? 1 : 0, e.isOutdated ? 1 : 0, e.stateBefore],
        ...[e.shipmentRef, e.customerName],
      )
      return { ...e, id: lastId }
    },
  }
}

type Arrived = ReturnType<typeof arrivedEntry>

function arrivedEntry({ source, isRedelivered, seenAt }: Arrival, environment: Environment) {
  return { environment, source, isRedelivered, seenAt, ...UNRESOLVED, ...UNTOUCHED, received: 1 }
}

const UNRESOLVED = { stateBefore: null, shipmentRef: null, customerName: null } as const
const UNTOUCHED = { isNew: true, isRead: false, isDone: false, isFlagged: false } as const

function unreadableEntry(arrived: Arrived, { text: raw, reason }: { text: string; reason: string }): NewEntry {
  return { ...arrived, ...NO_MESSAGE, isReadable: false, reason, isOutdated: false, raw }
}

function messageEntry(arrived: Arrived, { text: raw, message }: WholeMessage, known: KnownState | undefined): NewEntry {
  const isOutdated = known !== undefined && isOlder(message, known)
  return { ...arrived, ...message, isReadable: true, reason: null, isOutdated, raw }
}

function findingEntry(finding: Finding, environment: Environment): NewEntry {
  const { setId, customerId, customerName, parcelReference, shipmentRef, status, stateBefore, seenAt } = finding
  return {
    ...{ environment, source: 'check', isReadable: true, reason: null },
    ...NO_MESSAGE,
    ...{ setId, customerId, parcelReference, newStatus: status, state: foldState(status) },
    ...{ seenAt, received: 1, isRedelivered: false, isOutdated: false, stateBefore, shipmentRef, customerName },
    ...UNTOUCHED,
    raw: JSON.stringify(finding),
  }
}

/** The clocks of service and desk differ, and messages tell whole seconds: so close to a check neither counts as older. */
const CLOCKS_DIFFER_MS = 60_000

/**
 * Whether a message tells of a time before what is known (T42). A state that a check saw has no time of its own but that
 * of seeing it; the message that announced just that state is not older than it.
 */
function isOlder({ updatedAt, state }: Message, known: KnownState): boolean {
  if (updatedAt === null) return false
  if (known.updatedAt !== null) return updatedAt < known.updatedAt
  return known.state !== state && Date.parse(updatedAt) < Date.parse(known.seenAt) - CLOCKS_DIFFER_MS
}

function stateAfter({ newStatus, updatedAt }: Message, known: KnownState | undefined, seenAt: string) {
  // A message without a readable time counts by its arrival; what comes after it is still measured by the time before.
  return { status: newStatus, updatedAt: updatedAt ?? known?.updatedAt ?? null, seenAt }
}

function isStillNews({ stateBefore, status }: Finding, known: KnownState | undefined): boolean {
  const isAsBefore = known?.state === (stateBefore === null ? undefined : foldState(stateBefore))
  return isAsBefore && known?.state !== foldState(status)
}
