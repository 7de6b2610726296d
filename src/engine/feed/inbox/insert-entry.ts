import type { DatabaseSync } from 'node:sqlite'
import type { Environment } from '../../../shared/model/connection.ts'
import type { EntrySource, FeedEntry } from '../../../shared/model/feed-entry.ts'
import { numberIn } from '../../storage/read-row.ts'
import { INSERT_ENTRY, insertValues } from './entry-rows.ts'
import { entryKey } from './entry-key.ts'
import { NEWEST_ID } from './inbox-filter.ts'
import type { EntryMessage } from './parse-message.ts'

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
