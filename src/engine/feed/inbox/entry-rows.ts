import type { DatabaseSync } from 'node:sqlite'
import type { Environment } from '../../../shared/model/connection.ts'
import { ENTRY_SOURCES, type EntrySource, type FeedEntry, type ListedEntry } from '../../../shared/model/feed-entry.ts'
import { isInstant } from '../../../shared/text/dates.ts'
import { column, columnsOf } from '../../storage/columns.ts'
import { bytesIn, numberIn, type Row } from '../../storage/read-row.ts'
import { bodyText, type EntryMessage, NO_MESSAGE } from './parse-message.ts'
import { entryKey } from './set-states.ts'

/** What the table has defaults for in a new entry: each value that is bound costs time in a backlog (measured). */
type Mark = 'received' | 'isRead' | 'isDone' | 'isFlagged'
/** What other tables have of an entry. */
type Beside = 'snoozedUntil' | 'returnedAt' | 'note'

/** The columns of `entries`, all but marks, `kind` and `raw`. */
const ENTRIES = columnsOf<Omit<ListedEntry, 'environment' | 'isReadable' | Mark | Beside>>({
  id: column.number('id'),
  source: column.choice('source', ENTRY_SOURCES),
  reason: column.textOrNull('reason'),
  setId: column.textOrNull('set_id'),
  transactionId: column.textOrNull('transaction_id'),
  parcelReference: column.textOrNull('parcel_reference'),
  customerId: column.textOrNull('customer_id'),
  newStatus: column.textOrNull('new_status'),
  action: column.textOrNull('action'),
  instance: column.textOrNull('instance'),
  actor: column.textOrNull('actor'),
  actorCompany: column.textOrNull('actor_company'),
  updatedDate: column.textOrNull('updated_date'),
  state: column.textOrNull('state'),
  updatedAt: column.textOrNull('updated_at'),
  seenAt: column.text('seen_at'),
  isRedelivered: column.flag('is_redelivered'),
  isOutdated: column.flag('is_outdated'),
  stateBefore: column.textOrNull('state_before'),
  shipmentRef: column.textOrNull('shipment_ref'),
  customerName: column.textOrNull('customer_name'),
})

const MARKS = columnsOf<Pick<ListedEntry, Mark>>({
  received: column.number('received'),
  isRead: column.flag('is_read'),
  isDone: column.flag('is_done'),
  isFlagged: column.flag('is_flagged'),
})

const BESIDE = columnsOf<Pick<ListedEntry, Beside>>({
  snoozedUntil: column.textOrNull('snoozed_until'),
  returnedAt: column.textOrNull('returned_at'),
  note: column.textOrNull('note'),
})

/** What `listedIn` reads. */
export const LISTED_COLUMNS = `
  ${ENTRIES.list}, ${MARKS.list},
  (SELECT until FROM snoozes WHERE entry_id = entries.id) AS snoozed_until,
  (SELECT returned_at FROM snoozes WHERE entry_id = entries.id) AS returned_at,
  (SELECT text FROM notes WHERE entry_id = entries.id) AS note`

/** 0 where there are no entries. */
export const NEWEST_ID = 'SELECT COALESCE(max(id), 0) AS id FROM entries'

const INSERT_ENTRY = `INSERT INTO entries (${ENTRIES.list}, kind, raw) VALUES (${ENTRIES.places}, ?, ?)`

/** Of an entry whose stored time is any other text (W-H2). */
const NO_TIME = 'The time that is stored with it cannot be read.'

export function listedIn(row: Row, environment: Environment): ListedEntry {
  const fields = ENTRIES.read(row)
  const isDated = isInstant(fields.seenAt)
  const reason = isDated ? fields.reason : NO_TIME
  return {
    ...fields,
    ...(isDated ? undefined : NO_MESSAGE),
    ...MARKS.read(row),
    ...BESIDE.read(row),
    environment,
    reason,
    isReadable: isDated && (reason === null || fields.source === 'schedule'),
  }
}

/** A listed entry with its body, which is a column `raw` of the row. */
export function entryIn(row: Row, environment: Environment): FeedEntry {
  return { ...listedIn(row, environment), raw: bodyText(bytesIn(row, 'raw')) }
}

/** What is to be stored. */
export interface NewEntry {
  source: EntrySource
  /** `setKey` of its set. */
  keyOfSet: Uint8Array
  body: Uint8Array
  /** The body as text. */
  raw: string
  message: EntryMessage
  /** Why it could not be read, null where it could; of a schedule, how its run ended. */
  reason: string | null
  seenAt: string
  isRedelivered: boolean
  isOutdated: boolean
  stateBefore: string | null
  shipmentRef: string | null
  customerName: string | null
}

export interface EntryInsert {
  /** Called once the transaction has begun: from then on no other process assigns ids. */
  begin(): void
  /** Undefined where the same body came before, which is only counted. */
  add(entry: NewEntry): FeedEntry | undefined
}

/** Changes nothing where the same message is stored already. */
const CLAIM = 'INSERT INTO set_states (key, entry_id) VALUES (?, ?) ON CONFLICT (key) DO NOTHING'
const COUNT_AGAIN =
  'UPDATE entries SET received = received + 1 WHERE id = (SELECT entry_id FROM set_states WHERE key = ?)'

export function createEntryInsert(database: DatabaseSync, environment: Environment): EntryInsert {
  const newest = database.prepare(NEWEST_ID)
  const claim = database.prepare(CLAIM)
  const insert = database.prepare(INSERT_ENTRY)
  const countAgain = database.prepare(COUNT_AGAIN)
  let lastId = 0
  return {
    begin: () => {
      lastId = numberIn(newest.get() ?? {}, 'id')
    },
    add: (entry) => {
      const key = entryKey(entry.keyOfSet, entry.body)
      if (claim.run(key, lastId + 1).changes === 0) {
        countAgain.run(key)
        return undefined
      }
      lastId += 1
      const stored = storedEntry(lastId, environment, entry)
      const kind = stored.isReadable ? stored.source : 'unreadable'
      insert.run(...ENTRIES.cells(stored), kind, entry.body)
      return stored
    },
  }
}

/** Field by field: spread objects would be much of what a backlog costs (measured). */
function storedEntry(id: number, environment: Environment, entry: NewEntry): FeedEntry {
  const { message } = entry
  return {
    id,
    environment,
    source: entry.source,
    isReadable: entry.reason === null || entry.source === 'schedule',
    reason: entry.reason,
    setId: message.setId,
    transactionId: message.transactionId,
    parcelReference: message.parcelReference,
    customerId: message.customerId,
    newStatus: message.newStatus,
    action: message.action,
    instance: message.instance,
    actor: message.actor,
    actorCompany: message.actorCompany,
    updatedDate: message.updatedDate,
    state: message.state,
    updatedAt: message.updatedAt,
    seenAt: entry.seenAt,
    received: 1,
    isRedelivered: entry.isRedelivered,
    isOutdated: entry.isOutdated,
    stateBefore: entry.stateBefore,
    shipmentRef: entry.shipmentRef,
    customerName: entry.customerName,
    isRead: false,
    isDone: false,
    isFlagged: false,
    snoozedUntil: null,
    returnedAt: null,
    note: null,
    raw: entry.raw,
  }
}
