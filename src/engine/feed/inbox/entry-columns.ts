import type { Environment } from '../../../shared/model/connection.ts'
import type { FeedEntry, ListedEntry } from '../../../shared/model/feed-entry.ts'
import { isInstant } from '../../../shared/text/dates.ts'
import { choiceIn, numberIn, type Row, textIn, textOrNullIn } from '../../storage/read-row.ts'
import { bodyText } from './parse-message.ts'

/** The columns of `entries` that `listedIn` reads; all but the body. */
export const LISTED_COLUMNS = `
  id, source, reason, set_id, transaction_id, parcel_reference, customer_id, new_status, action, instance, actor,
  actor_company, updated_date, state, updated_at, seen_at, received, is_redelivered, is_outdated, state_before,
  shipment_ref, customer_name, is_read, is_done, is_flagged,
  is_done = 0 AND id > (SELECT entry_id FROM last_seen) AS is_new`

/** An earlier version took any text of a journal for a time (W-H2). */
const NO_TIME = 'The time that is stored with it is none.'

export function listedIn(row: Row, environment: Environment): ListedEntry {
  const seenAt = textIn(row, 'seen_at')
  const isDated = isInstant(seenAt)
  const reason = isDated ? textOrNullIn(row, 'reason') : NO_TIME
  return {
    id: numberIn(row, 'id'),
    environment,
    source: choiceIn(row, 'source', ['queue', 'check', 'journal']),
    isReadable: reason === null,
    reason,
    ...messageFieldsIn(isDated ? row : NO_FIELDS),
    seenAt,
    received: numberIn(row, 'received'),
    isRedelivered: isTrueIn(row, 'is_redelivered'),
    isOutdated: isTrueIn(row, 'is_outdated'),
    stateBefore: textOrNullIn(row, 'state_before'),
    shipmentRef: textOrNullIn(row, 'shipment_ref'),
    customerName: textOrNullIn(row, 'customer_name'),
    isNew: isTrueIn(row, 'is_new'),
    isRead: isTrueIn(row, 'is_read'),
    isDone: isTrueIn(row, 'is_done'),
    isFlagged: isTrueIn(row, 'is_flagged'),
  }
}

/** A listed entry with its body, which is a column `raw` of the row. */
export function entryIn(row: Row, environment: Environment): FeedEntry {
  const { raw } = row
  if (!(raw instanceof Uint8Array)) throw new Error('column raw has not the type of its table')
  return { ...listedIn(row, environment), raw: bodyText(raw) }
}

const MESSAGE_COLUMNS = [
  'set_id',
  'transaction_id',
  'parcel_reference',
  'customer_id',
  'new_status',
  'action',
  'instance',
  'actor',
  'actor_company',
  'updated_date',
  'state',
  'updated_at',
]
const NO_FIELDS: Row = Object.fromEntries(MESSAGE_COLUMNS.map((column) => [column, null]))

function messageFieldsIn(row: Row) {
  return {
    setId: textOrNullIn(row, 'set_id'),
    transactionId: textOrNullIn(row, 'transaction_id'),
    parcelReference: textOrNullIn(row, 'parcel_reference'),
    customerId: textOrNullIn(row, 'customer_id'),
    newStatus: textOrNullIn(row, 'new_status'),
    action: textOrNullIn(row, 'action'),
    instance: textOrNullIn(row, 'instance'),
    actor: textOrNullIn(row, 'actor'),
    actorCompany: textOrNullIn(row, 'actor_company'),
    updatedDate: textOrNullIn(row, 'updated_date'),
    state: textOrNullIn(row, 'state'),
    updatedAt: textOrNullIn(row, 'updated_at'),
  }
}

function isTrueIn(row: Row, column: string): boolean {
  return numberIn(row, column) === 1
}
