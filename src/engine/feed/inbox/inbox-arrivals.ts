import type { DatabaseSync } from 'node:sqlite'
import type { Environment } from '../../../shared/model/connection.ts'
import type { FeedEntry } from '../../../shared/model/feed-entry.ts'
import { foldState, isEarlierState } from '../../../shared/text/fold-state.ts'
import { inTransaction } from '../../storage/database.ts'
import { createEntryInsert, type EntryInsert, type NewEntry, NO_MESSAGE } from './insert-entry.ts'
import { setKey } from './entry-key.ts'
import { type Message, parseMessage, type ParsedMessage } from './parse-message.ts'
import { stateFromCheck, type KnownState, type StateRows } from './set-states.ts'

/** A message as it came, before it is read. */
export interface Arrival {
  source: 'queue' | 'journal'
  body: Buffer
  /** As the broker said. */
  isRedelivered: boolean
  /** When this installation, or the one that wrote the journal, first had it; ISO. */
  seenAt: string
  /** The journal that it was written into, by its record (`journal-record.ts`). */
  journal?: number | undefined
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
   * again is counted, not repeated (T39, T40); an older message never rewinds the state of its set (T42). Outdated is only
   * what is older than another message: what a check saw may be newer, or a search that lags.
   */
  add(arrivals: readonly Arrival[]): FeedEntry[]
  /**
   * Stores changes that a check found, remembers the states, and returns the entries. A finding whose state before is no
   * longer what is known is left out: a message came while the check was under way.
   */
  addFindings(findings: readonly Finding[]): FeedEntry[]
}

const NO_SET = setKey('')

export function createInboxArrivals(
  database: DatabaseSync,
  environment: Environment,
  states: StateRows,
): InboxArrivals {
  const insert = createEntryInsert(database, environment)
  const noteJournal = database.prepare('INSERT INTO journaled (entry_id, journal) VALUES (?, ?)')
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
        const entry = addArrival({ insert, states }, arrival)
        if (entry !== undefined && arrival.journal !== undefined) noteJournal.run(entry.id, arrival.journal)
        return entry
      }),
    addFindings: (findings) =>
      collect(findings, (finding) => {
        const keyOfSet = setKey(finding.setId)
        const known = states.read(keyOfSet)
        if (!isStillNews(finding, known)) return undefined
        states.write(keyOfSet, stateFromCheck(finding, known))
        return insert.add(entryOfFinding(finding, keyOfSet))
      }),
  }
}

interface Tables {
  insert: EntryInsert
  states: StateRows
}

function addArrival(tables: Tables, arrival: Arrival): FeedEntry | undefined {
  const read = parseMessage(arrival.body)
  if ('message' in read) return addMessage(tables, arrival, read)
  const { text: raw, reason } = read
  return tables.insert.add(
    entryOfArrival(arrival, { keyOfSet: NO_SET, message: NO_MESSAGE, raw, reason, isOutdated: false }),
  )
}

function addMessage({ insert, states }: Tables, arrival: Arrival, read: ParsedMessage): FeedEntry | undefined {
  const { message, text: raw } = read
  const keyOfSet = setKey(message.setId)
  const known = states.read(keyOfSet)
  const isOutdated = isOlder(message.updatedAt, known?.updatedAt)
  const entry = insert.add(entryOfArrival(arrival, { keyOfSet, message, raw, reason: null, isOutdated }))
  if (entry === undefined || isOutdated) return entry
  // A message without a readable time counts by its arrival; what comes after it is still measured by the time before.
  const updatedAt = message.updatedAt ?? known?.updatedAt ?? null
  if (known !== undefined && wasCheckedSince(message, known)) states.write(keyOfSet, { ...known, updatedAt })
  else states.write(keyOfSet, { ...stateFromMessage(message, known), updatedAt, seenAt: arrival.seenAt })
  return entry
}

type MessageFacts = Pick<NewEntry, 'keyOfSet' | 'message' | 'raw' | 'reason' | 'isOutdated'>

function entryOfArrival({ source, body, seenAt, isRedelivered }: Arrival, judged: MessageFacts): NewEntry {
  return { ...judged, source, body, seenAt, isRedelivered, stateBefore: null, shipmentRef: null, customerName: null }
}

function entryOfFinding(finding: Finding, keyOfSet: Uint8Array): NewEntry {
  const { setId, customerId, customerName, parcelReference, shipmentRef, status, stateBefore, seenAt } = finding
  const raw = JSON.stringify(finding)
  return {
    source: 'check',
    keyOfSet,
    body: Buffer.from(raw),
    raw,
    reason: null,
    seenAt,
    message: { ...NO_MESSAGE, setId, customerId, parcelReference, newStatus: status, state: foldState(status) },
    isRedelivered: false,
    isOutdated: false,
    stateBefore,
    shipmentRef,
    customerName,
  }
}

/** The clocks of service and desk differ, and messages tell whole seconds: so close to a check neither counts as older. */
const CLOCKS_DIFFER_MS = 60_000

/** Whether a message tells of a time before the newest that another told (T42). */
function isOlder(updatedAt: string | null, known: string | null | undefined): boolean {
  return updatedAt !== null && known !== null && known !== undefined && updatedAt < known
}

/**
 * Whether a check has seen the set in another state since the time that a message tells. A check has no time but that of
 * its looking; and what it saw too early in a set’s life to come after the message was a search that lags.
 */
function wasCheckedSince({ updatedAt, newStatus, state }: Message, known: KnownState): boolean {
  if (!known.isFromCheck || known.state === state || updatedAt === null) return false
  return Date.parse(updatedAt) < Date.parse(known.seenAt) - CLOCKS_DIFFER_MS && !isEarlierState(known.status, newStatus)
}

function stateFromMessage(
  { newStatus, state }: Message,
  known: KnownState | undefined,
): Pick<KnownState, 'status' | 'isFromCheck' | 'statusBefore'> {
  const statusBefore = (known?.state === state ? known.statusBefore : known?.status) ?? null
  return { status: newStatus, isFromCheck: false, statusBefore }
}

function isStillNews({ stateBefore, status }: Finding, known: KnownState | undefined): boolean {
  const isAsBefore = known?.state === (stateBefore === null ? undefined : foldState(stateBefore))
  return isAsBefore && known?.state !== foldState(status)
}
