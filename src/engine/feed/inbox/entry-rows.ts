import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Environment } from '../../../shared/model/connection.ts'
import type { EntrySource, FeedEntry, ListedEntry } from '../../../shared/model/feed-entry.ts'
import { isInstant } from '../../../shared/text/dates.ts'
import { choiceIn, numberIn, type Row, textIn, textOrNullIn } from '../../storage/read-row.ts'
import { bodyText, type EntryMessage, NO_MESSAGE } from './parse-message.ts'
import { entryKey } from './set-states.ts'

/** The fields of a listed entry that have a column of their own. */
type ColumnField = Exclude<keyof ListedEntry, 'environment' | 'isReadable' | 'snoozedUntil' | 'returnedAt' | 'note'>
type ColumnFields = Pick<ListedEntry, ColumnField>
type Column<Value> = readonly [name: string, read: (row: Row, name: string) => Value]

/** The columns of `entries`, all but `kind` and `raw`: INSERT, SELECT and the row mapper derive from this list alone. */
const COLUMNS: { readonly [Field in ColumnField]: Column<ListedEntry[Field]> } = {
  id: ['id', numberIn],
  source: ['source', (row, name) => choiceIn(row, name, ['queue', 'check', 'stream', 'schedule'])],
  reason: ['reason', textOrNullIn],
  setId: ['set_id', textOrNullIn],
  transactionId: ['transaction_id', textOrNullIn],
  parcelReference: ['parcel_reference', textOrNullIn],
  customerId: ['customer_id', textOrNullIn],
  newStatus: ['new_status', textOrNullIn],
  action: ['action', textOrNullIn],
  instance: ['instance', textOrNullIn],
  actor: ['actor', textOrNullIn],
  actorCompany: ['actor_company', textOrNullIn],
  updatedDate: ['updated_date', textOrNullIn],
  state: ['state', textOrNullIn],
  updatedAt: ['updated_at', textOrNullIn],
  seenAt: ['seen_at', textIn],
  received: ['received', numberIn],
  isRedelivered: ['is_redelivered', isTrueIn],
  isOutdated: ['is_outdated', isTrueIn],
  stateBefore: ['state_before', textOrNullIn],
  shipmentRef: ['shipment_ref', textOrNullIn],
  customerName: ['customer_name', textOrNullIn],
  isRead: ['is_read', isTrueIn],
  isDone: ['is_done', isTrueIn],
  isFlagged: ['is_flagged', isTrueIn],
}
const FIELDS = Object.keys(COLUMNS).filter(isColumnField)
/** The table has defaults for a new entry: each value that is bound costs time in a backlog (measured). */
const DEFAULTED: readonly ColumnField[] = ['received', 'isRead', 'isDone', 'isFlagged']
const INSERTED = FIELDS.filter((field) => !DEFAULTED.includes(field))

/** What `listedIn` reads. */
export const LISTED_COLUMNS = `
  ${namesOf(FIELDS).join(', ')},
  (SELECT until FROM snoozes WHERE entry_id = entries.id) AS snoozed_until,
  (SELECT returned_at FROM snoozes WHERE entry_id = entries.id) AS returned_at,
  (SELECT text FROM notes WHERE entry_id = entries.id) AS note`

/** 0 where there are no entries. */
export const NEWEST_ID = 'SELECT COALESCE(max(id), 0) AS id FROM entries'

/** Takes `insertValues`. */
const INSERT_ENTRY = `
  INSERT INTO entries (${namesOf(INSERTED).join(', ')}, kind, raw) VALUES (${INSERTED.map(() => '?').join(', ')}, ?, ?)`

function insertValues(entry: ListedEntry, body: Uint8Array): SQLInputValue[] {
  const values: SQLInputValue[] = []
  for (const field of INSERTED) values.push(sqlValue(entry[field]))
  values.push(entry.isReadable ? entry.source : 'unreadable', body)
  return values
}

/** Of an entry whose stored time is any other text (W-H2). */
const NO_TIME = 'The time that is stored with it cannot be read.'

export function listedIn(row: Row, environment: Environment): ListedEntry {
  const fields = fieldsIn(row)
  const isDated = isInstant(fields.seenAt)
  const reason = isDated ? fields.reason : NO_TIME
  return {
    ...fields,
    ...(isDated ? undefined : NO_MESSAGE),
    environment,
    reason,
    isReadable: isDated && (reason === null || fields.source === 'schedule'),
    snoozedUntil: textOrNullIn(row, 'snoozed_until'),
    returnedAt: textOrNullIn(row, 'returned_at'),
    note: textOrNullIn(row, 'note'),
  }
}

/** A listed entry with its body, which is a column `raw` of the row. */
export function entryIn(row: Row, environment: Environment): FeedEntry {
  const { raw } = row
  if (!(raw instanceof Uint8Array)) throw new Error('column raw has not the type of its table')
  return { ...listedIn(row, environment), raw: bodyText(raw) }
}

function fieldsIn(row: Row): ColumnFields {
  const fields: Partial<ColumnFields> = {}
  for (const field of FIELDS) readField(fields, field, row)
  if (!hasAllFields(fields)) throw new Error('an entry lacks a field')
  return fields
}

function readField<Field extends ColumnField>(fields: Partial<Pick<ListedEntry, Field>>, field: Field, row: Row): void {
  const [name, read] = COLUMNS[field]
  fields[field] = read(row, name)
}

/** `fieldsIn` has filled all of them, so checking the last is enough: a page has 2,000 rows. */
function hasAllFields(fields: Partial<ColumnFields>): fields is ColumnFields {
  return fields.isFlagged !== undefined
}

function namesOf(fields: readonly ColumnField[]): string[] {
  return fields.map((field) => COLUMNS[field][0])
}

function isColumnField(name: string): name is ColumnField {
  return Object.hasOwn(COLUMNS, name)
}

function isTrueIn(row: Row, name: string): boolean {
  return numberIn(row, name) === 1
}

function sqlValue(value: string | number | boolean | null): string | number | null {
  return typeof value === 'boolean' ? Number(value) : value
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
      insert.run(...insertValues(stored, entry.body))
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
