import type { DatabaseSync } from 'node:sqlite'
import type { Environment } from '../../../shared/model/connection.ts'
import { type FeedEntry, SCHEDULE_ACTIONS } from '../../../shared/model/feed-entry.ts'
import { foldId, foldState, isEarlierState } from '../../../shared/text/set-fields.ts'
import { isDoubtful } from '../../base/clock-tolerance.ts'
import { guardStorage, inTransaction } from '../../storage/database.ts'
import { createBacklogRows, type KeptMessage } from './backlog-rows.ts'
import { type KnownState, setKey, stateFromCheck, type StateRows } from './set-states.ts'
import { createEntryInsert, type EntryInsert, type NewEntry } from './entry-rows.ts'
import { type Message, NO_MESSAGE, type ParsedMessage, parseMessage } from './parse-message.ts'

/** A message as it came, before it is read. */
export interface Arrival extends KeptMessage {
  source: 'queue' | 'stream'
}

/** A change found by a check, which searches. */
export interface Finding {
  setId: string
  customerId: string
  customerName: string
  parcelReference: string | null
  shipmentRef: string | null
  status: string
  /** The state known before, as text; null where the set was unknown. */
  stateBefore: string | null
  seenAt: string
}

/**
 * Writes what belongs to new entries inside the transaction that stores them, so that a kill leaves both or neither. Called
 * also where none is new. What it throws rolls everything back.
 */
export type BeforeCommit = (added: readonly FeedEntry[]) => void

/** How a run of a schedule ended. */
export interface ScheduleResult {
  schedule: string
  scheduleId: string
  runId: number
  startedAt: string
  /** A sentence. */
  text: string
  hasFailed: boolean
  seenAt: string
}

/** Where new entries enter the inbox. */
export interface InboxArrivals {
  /**
   * Stores messages in one transaction, unreadable ones too, and returns those that are new, in order. The same body
   * again is counted, not repeated (T39, T40). An older message never rewinds the state of its set (T42): it is outdated,
   * which only another message can make it, because what a check saw may be newer, or a search that lags. A message that is
   * dated later than it came has no time: the service’s clock must not outdate all that follows it.
   */
  add(arrivals: readonly Arrival[], beforeCommit?: BeforeCommit): FeedEntry[]
  /** Stores messages of a queue as they came: as safe as `add`, but no entries yet. See `openBacklog`. */
  keep(messages: readonly KeptMessage[]): void
  /** Makes entries of the oldest that are kept, a few hundred, in one transaction, and returns those that are new, as `add` does. */
  takeUp(): FeedEntry[]
  hasKept(): boolean
  /**
   * Stores changes that a check found, remembers the states, and returns the entries. A finding whose previous state is no
   * longer the known one is dropped: a message came during the check.
   */
  addFindings(findings: readonly Finding[], beforeCommit?: BeforeCommit): FeedEntry[]
  /** Stores how a run of a schedule ended, once, and returns its entry. */
  addRun(result: ScheduleResult): FeedEntry[]
}

const NO_SET = setKey('')

export function createInboxArrivals(
  database: DatabaseSync,
  environment: Environment,
  states: StateRows,
): InboxArrivals {
  const insert = createEntryInsert(database, environment)
  const backlog = createBacklogRows(database)
  const addArrival = (arrival: Arrival): FeedEntry | undefined => addMessage({ insert, states }, arrival)
  const addFinding = (finding: Finding): FeedEntry | undefined => {
    const keyOfSet = setKey(finding.setId)
    const known = states.read(keyOfSet)
    if (!isStillNews(finding, known)) return undefined
    states.write(keyOfSet, stateFromCheck(finding, known))
    return insert.add(entryOfFinding(finding, keyOfSet))
  }
  const store = (beforeCommit: BeforeCommit | undefined, addAll: () => (FeedEntry | undefined)[]): FeedEntry[] => {
    let added: FeedEntry[] = []
    inTransaction(database, () => {
      insert.begin()
      added = addAll().filter((entry) => entry !== undefined)
      beforeCommit?.(added)
    })
    return added
  }
  return {
    add: (arrivals, beforeCommit) => store(beforeCommit, () => arrivals.map(addArrival)),
    keep: (messages) => {
      inTransaction(database, () => messages.forEach(backlog.add))
    },
    takeUp: () => store(undefined, () => backlog.take().map((message) => addArrival({ ...message, source: 'queue' }))),
    hasKept: () => guardStorage(database, () => !backlog.isEmpty()),
    addFindings: (findings, beforeCommit) => store(beforeCommit, () => findings.map(addFinding)),
    addRun: (result) => store(undefined, () => [insert.add(entryOfRun(result))]),
  }
}

interface Tables {
  insert: EntryInsert
  states: StateRows
}

function addMessage(tables: Tables, arrival: Arrival): FeedEntry | undefined {
  const parsed = parseMessage(arrival.body)
  if ('message' in parsed) return addReadable(tables, arrival, parsed)
  const { text: raw, reason } = parsed
  const facts = { keyOfSet: NO_SET, message: NO_MESSAGE, raw, reason, isOutdated: false, stateBefore: null }
  return tables.insert.add(entryOfArrival(arrival, facts))
}

function addReadable({ insert, states }: Tables, arrival: Arrival, parsed: ParsedMessage): FeedEntry | undefined {
  const { text: raw } = parsed
  const believed = (time: string | null | undefined): string | null =>
    time === undefined || time === null || isDoubtful(time, arrival.seenAt) ? null : time
  const message = { ...parsed.message, updatedAt: believed(parsed.message.updatedAt) }
  const keyOfSet = setKey(message.setId)
  const stored = states.read(keyOfSet)
  const known = stored && { ...stored, updatedAt: believed(stored.updatedAt) }
  const isOutdated = isOlder(message.updatedAt, known?.updatedAt ?? null)
  const wasChecked = known !== undefined && !isOutdated && wasCheckedSince(message, known, arrival.seenAt)
  const stateBefore = wasChecked ? null : (known?.status ?? null)
  const entry = insert.add(entryOfArrival(arrival, { keyOfSet, message, raw, reason: null, isOutdated, stateBefore }))
  if (entry === undefined || isOutdated) return entry
  // A message without a readable time counts by its arrival; later ones are still compared with the time before it.
  const updatedAt = message.updatedAt ?? known?.updatedAt ?? null
  if (wasChecked) states.write(keyOfSet, { ...known, updatedAt })
  else states.write(keyOfSet, { ...stateFromMessage(message, known), updatedAt, seenAt: arrival.seenAt })
  return entry
}

type MessageFacts = Pick<NewEntry, 'keyOfSet' | 'message' | 'raw' | 'reason' | 'isOutdated' | 'stateBefore'>

function entryOfArrival({ source, body, seenAt, isRedelivered }: Arrival, facts: MessageFacts): NewEntry {
  return { ...facts, source, body, seenAt, isRedelivered, shipmentRef: null, customerName: null }
}

function entryOfFinding(finding: Finding, keyOfSet: Uint8Array): NewEntry {
  const { customerName, parcelReference, shipmentRef, status, stateBefore, seenAt } = finding
  const [setId, customerId] = [foldId(finding.setId), foldId(finding.customerId)]
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

function entryOfRun(result: ScheduleResult): NewEntry {
  const { schedule, text, hasFailed, seenAt } = result
  const raw = JSON.stringify(result)
  const action = hasFailed ? SCHEDULE_ACTIONS.failed : SCHEDULE_ACTIONS.ran
  return {
    source: 'schedule',
    keyOfSet: NO_SET,
    body: Buffer.from(raw),
    raw,
    reason: text,
    seenAt,
    message: { ...NO_MESSAGE, parcelReference: schedule, action },
    isRedelivered: false,
    isOutdated: false,
    stateBefore: null,
    shipmentRef: null,
    customerName: null,
  }
}

/**
 * The clocks of service and desk differ, and messages carry whole seconds: this close to a check, neither counts as older.
 */
const CLOSE_TO_CHECK_MS = 60_000

/** Whether a message carries an earlier time than the newest of another message (T42). */
function isOlder(updatedAt: string | null, known: string | null): boolean {
  return updatedAt !== null && known !== null && updatedAt < known
}

/**
 * Whether a check has seen the set in another state since the time of a message. The only time a check has is when it ran;
 * and a state that comes before the message’s in a set’s life was shown by a search that lags.
 */
function wasCheckedSince({ updatedAt, newStatus, state }: Message, known: KnownState, now: string): boolean {
  if (!known.isFromCheck || known.state === state || updatedAt === null || isDoubtful(known.seenAt, now)) return false
  return (
    Date.parse(updatedAt) < Date.parse(known.seenAt) - CLOSE_TO_CHECK_MS && !isEarlierState(known.status, newStatus)
  )
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
