import type { DatabaseSync } from 'node:sqlite'
import type { ParcelSet } from '../../shared/model/parcel-set.ts'
import { readSet, type Owner } from '../exchange/parse-set.ts'
import type { PagingMemory } from '../exchange/search-sets.ts'
import { guardStorage } from '../storage/guard-storage.ts'
import { inTransaction } from '../storage/in-transaction.ts'
import { type Row, textIn, textOrNullIn } from '../storage/read-row.ts'
import { createPagingMemory } from './paging-memory.ts'
import { createHistoryReader, type SetHistory } from './set-history.ts'

/** The local index of every set that was seen, by id (T5): who owns it (T6) and the row as it last came. */
export interface SetIndex extends PagingMemory {
  /** Stores the sets of one page in one transaction. A known owner is never forgotten. */
  store(sets: readonly ParcelSet[]): void
  read(setId: string): ParcelSet | undefined
  ownerOf(setId: string): Owner | undefined
  setOwner(setId: string, owner: Owner): void
  /** What searching saw happen to a set; undefined for one that was never seen. */
  history(setId: string): SetHistory | undefined
}

/** A known owner stays when a search for several customers finds the set again, a known state when none is told. */
const INSERT = `
  INSERT INTO sets_seen (base_url, set_id, customer_id, customer_name, received, first_seen_at, last_seen_at, status)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7)
  ON CONFLICT (base_url, set_id) DO UPDATE SET
    customer_id = COALESCE(excluded.customer_id, customer_id),
    customer_name = COALESCE(excluded.customer_name, customer_name),
    received = excluded.received,
    status = COALESCE(excluded.status, status),
    last_seen_at = excluded.last_seen_at`
const SELECT = 'SELECT customer_id, customer_name, received FROM sets_seen WHERE base_url = ? AND set_id = ?'
const UPDATE = 'UPDATE sets_seen SET customer_id = ?, customer_name = ? WHERE base_url = ? AND set_id = ?'

/** The index of one service. Every call fails with storage-failed when the database cannot be used. */
export function createSetIndex(database: DatabaseSync, baseUrl: string): SetIndex {
  const insert = database.prepare(INSERT)
  const select = database.prepare(SELECT)
  const update = database.prepare(UPDATE)
  const find = (setId: string): Row | undefined => guardStorage(database, () => select.get(baseUrl, setId))
  return {
    ...createPagingMemory(database, baseUrl),
    store: (sets) => {
      const seenAt = new Date().toISOString()
      inTransaction(database, () => {
        for (const { setId, customerId, customerName, received, status } of sets) {
          insert.run(baseUrl, setId, customerId, customerName, JSON.stringify(received), seenAt, status)
        }
      })
    },
    read: (setId) => {
      const found = find(setId)
      return found === undefined ? undefined : readSet(JSON.parse(textIn(found, 'received')), ownerIn(found))
    },
    ownerOf: (setId) => {
      const found = find(setId)
      return found === undefined ? undefined : ownerIn(found)
    },
    history: createHistoryReader(database, baseUrl),
    setOwner: (setId, { customerId, customerName }) => {
      guardStorage(database, () => update.run(customerId, customerName, baseUrl, setId))
    },
  }
}

function ownerIn(row: Row): Owner | undefined {
  const customerId = textOrNullIn(row, 'customer_id')
  return customerId === null
    ? undefined
    : { customerId, customerName: textOrNullIn(row, 'customer_name') ?? customerId }
}
