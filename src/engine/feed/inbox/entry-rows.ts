import type { SQLInputValue } from 'node:sqlite'
import type { Environment } from '../../../shared/model/connection.ts'
import type { FeedEntry, ListedEntry } from '../../../shared/model/feed-entry.ts'
import { isInstant } from '../../../shared/text/dates.ts'
import { choiceIn, numberIn, type Row, textIn, textOrNullIn } from '../../storage/read-row.ts'
import { bodyText, NO_MESSAGE } from './parse-message.ts'

/** The fields of a listed entry that have a column of their own. */
type ColumnField = Exclude<keyof ListedEntry, 'environment' | 'isReadable' | 'snoozedUntil' | 'returnedAt' | 'note'>
type ColumnFields = Pick<ListedEntry, ColumnField>
type Column<Value> = readonly [name: string, read: (row: Row, name: string) => Value]

/** The columns of `entries`, all but `kind` and `raw`: INSERT, SELECT and the row mapper derive from this list alone. */
const COLUMNS: { readonly [Field in ColumnField]: Column<ListedEntry[Field]> } = {
  id: ['id', numberIn],
  source: ['source', (row, name) => choiceIn(row, name, ['queue', 'check', 'journal', 'stream', 'schedule'])],
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

/** Takes `insertValues`. */
export const INSERT_ENTRY = `
  INSERT INTO entries (${namesOf(INSERTED).join(', ')}, kind, raw) VALUES (${INSERTED.map(() => '?').join(', ')}, ?, ?)`

export function insertValues(entry: ListedEntry, body: Uint8Array): SQLInputValue[] {
  const values: SQLInputValue[] = []
  for (const field of INSERTED) values.push(sqlValue(entry[field]))
  values.push(entry.isReadable ? entry.source : 'unreadable', body)
  return values
}

/** An earlier version stored any text as the time of an entry from a journal (W-H2). */
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
