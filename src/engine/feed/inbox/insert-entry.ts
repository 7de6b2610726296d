import type { DatabaseSync } from 'node:sqlite'
import type { Environment } from '../../../shared/model/connection.ts'
import type { EntrySource, FeedEntry } from '../../../shared/model/feed-entry.ts'
import { numberIn } from '../../storage/read-row.ts'
import { entryKey } from './entry-key.ts'
import { NEWEST_ID } from './inbox-filter.ts'
import type { Message } from './parse-message.ts'

/** What an entry tells, each field of it null where nothing is known. */
export type EntryMessage = { readonly [Field in keyof Message]: Message[Field] | null }

/** What is to be stored. */
export interface NewEntry {
  source: EntrySource
  /** `setKey` of its set. */
  keyOfSet: Uint8Array
  body: Uint8Array
  /** The body as text. */
  raw: string
  message: EntryMessage
  /** Why it could not be read; null where it could. */
  reason: string | null
  seenAt: string
  isRedelivered: boolean
  isOutdated: boolean
  stateBefore: string | null
  shipmentRef: string | null
  customerName: string | null
}

export interface EntryInsert {
  /** Once the transaction has begun: from then on no other process gives ids. */
  begin(): void
  /** Undefined where the same body came before: that is counted. */
  add(entry: NewEntry): FeedEntry | undefined
}

export const NO_MESSAGE: EntryMessage = {
  setId: null,
  transactionId: null,
  parcelReference: null,
  customerId: null,
  newStatus: null,
  action: null,
  instance: null,
  actor: null,
  actorCompany: null,
  updatedDate: null,
  state: null,
  updatedAt: null,
}

const INSERT = `
  INSERT INTO entries
    (id, source, kind, raw, reason, set_id, transaction_id, parcel_reference, customer_id, new_status, action, instance, actor,
     actor_company, updated_date, state, updated_at, seen_at, is_redelivered, is_outdated, state_before,
     shipment_ref, customer_name)
  VALUES (${Array.from({ length: 23 }, () => '?').join(', ')})`
/** Changes nothing where the same message is there already. */
const CLAIM = 'INSERT INTO set_states (key, entry_id) VALUES (?, ?) ON CONFLICT (key) DO NOTHING'
const COUNT_AGAIN =
  'UPDATE entries SET received = received + 1 WHERE id = (SELECT entry_id FROM set_states WHERE key = ?)'

export function createEntryInsert(database: DatabaseSync, environment: Environment): EntryInsert {
  const newest = database.prepare(NEWEST_ID)
  const claim = database.prepare(CLAIM)
  const insert = database.prepare(INSERT)
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
      const { source, reason, message } = entry
      insert.run(
        lastId,
        source,
        reason === null ? source : 'unreadable',
        entry.body,
        reason,
        message.setId,
        message.transactionId,
        message.parcelReference,
        message.customerId,
        message.newStatus,
        message.action,
        message.instance,
        message.actor,
        message.actorCompany,
        message.updatedDate,
        message.state,
        message.updatedAt,
        entry.seenAt,
        entry.isRedelivered ? 1 : 0,
        entry.isOutdated ? 1 : 0,
        entry.stateBefore,
        entry.shipmentRef,
        entry.customerName,
      )
      return storedEntry(lastId, environment, entry)
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
    isReadable: entry.reason === null,
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
    isNew: true,
    isRead: false,
    isDone: false,
    isFlagged: false,
    raw: entry.raw,
  }
}
