import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { ParcelSet } from '../../shared/model/parcel-set.ts'
import { parseJson } from '../exchange/parse-json.ts'
import { readSet, type Owner } from '../exchange/parse-set.ts'
import type { PagingMemory } from '../exchange/search-sets.ts'
import type { PaceMemory } from '../pace/pace.ts'
import { column, columnsOf } from '../storage/columns.ts'
import { guardStorage, inTransaction } from '../storage/database.ts'
import { numberIn, textIn, textOrNullIn } from '../storage/read-row.ts'
import type { SetFinder } from './known/set-finder.ts'
import { createRowChangeReader, type RowChange } from './row-changes.ts'

export interface ServiceMemory {
  paging: PagingMemory
  pace: PaceMemory
}

/** The local index of every set seen, by id (T5): its owner (T6) and the row as last received. */
export interface SetIndex {
  /** What was learned of the service. */
  readonly memory: ServiceMemory
  /** Stores the sets of one page in one transaction. A known owner is never forgotten. */
  store(sets: readonly ParcelSet[]): void
  read(setId: string): ParcelSet | undefined
  ownerOf(setId: string): Owner | undefined
  setOwner(setId: string, owner: Owner): void
  /** The state changes that searches saw; undefined for an unknown set. */
  history(setId: string): SetHistory | undefined
  /** What searches showed differently in the row of a set, oldest first. */
  rowChanges(setId: string): RowChange[]
  /** The addresses of the services that sent the set: this one alone, if it is one of them. */
  servicesOf(setId: string): string[]
}

const SETS = columnsOf<Pick<ParcelSet, 'setId' | 'customerId' | 'customerName' | 'status'> & { received: string }>({
  setId: column.text('set_id'),
  customerId: column.textOrNull('customer_id'),
  customerName: column.textOrNull('customer_name'),
  received: column.text('received'),
  status: column.textOrNull('status'),
})
const OWNED = SETS.only('customerId', 'customerName', 'received')

const CHANGES = columnsOf<StateChange>({
  seenAt: column.text('seen_at'),
  before: column.text('status_before'),
  after: column.text('status'),
})

/** A known owner is kept when a search for several customers finds the set again; a known state is kept if none is sent. */
const INSERT = `
  INSERT INTO sets_seen (base_url, first_seen_at, last_seen_at, ${SETS.list}) VALUES (?, ?, ?, ${SETS.places})
  ON CONFLICT (base_url, set_id) DO UPDATE SET
    customer_id = COALESCE(excluded.customer_id, customer_id),
    customer_name = COALESCE(excluded.customer_name, customer_name),
    received = excluded.received,
    status = COALESCE(excluded.status, status),
    last_seen_at = excluded.last_seen_at`
/** Messages have UUIDs in lower case, and the service is asked for them as it writes them. */
const OF_SET = 'base_url = ?1 AND set_id IN (?2, upper(?2))'
const SELECT = `SELECT ${OWNED.list} FROM sets_seen WHERE ${OF_SET}`
/** Reads the whole index by service and set: only for a set that this service never sent. */
const SELECT_SERVICES = 'SELECT DISTINCT base_url FROM sets_seen WHERE set_id IN (?1, upper(?1))'
const UPDATE = 'UPDATE sets_seen SET customer_id = ?, customer_name = ? WHERE base_url = ? AND set_id = ?'

/** What hears of changes, once they are stored. */
type SetListener = Pick<SetFinder, 'noteStored' | 'noteOwner'>

/** The index of one service. Every call fails with storage-failed if the database cannot be used. */
export function createSetIndex(database: DatabaseSync, baseUrl: string, listener?: SetListener): SetIndex {
  const insert = database.prepare(INSERT)
  const select = database.prepare(SELECT)
  const update = database.prepare(UPDATE)
  const selectServices = database.prepare(SELECT_SERVICES)
  const readChanges = createRowChangeReader(database, baseUrl)
  const find = (setId: string) => guardStorage(database, () => select.all(baseUrl, setId)).map(OWNED.read)[0]
  const read = (setId: string): ParcelSet | undefined => {
    const found = find(setId)
    return found === undefined ? undefined : readSet(parseJson(found.received), ownerOf(found))
  }
  return {
    memory: { paging: createPagingMemory(database, baseUrl), pace: createPaceMemory(database, baseUrl) },
    store: (sets) => {
      const seenAt = new Date().toISOString()
      inTransaction(database, () => {
        for (const set of sets) {
          insert.run(baseUrl, seenAt, seenAt, ...SETS.cells({ ...set, received: JSON.stringify(set.received) }))
        }
      })
      listener?.noteStored(sets)
    },
    read,
    ownerOf: (setId) => {
      const found = find(setId)
      return found === undefined ? undefined : ownerOf(found)
    },
    history: createHistoryReader(database, baseUrl),
    rowChanges: (setId) => {
      const current = read(setId)
      return current === undefined ? [] : readChanges(current.setId, current)
    },
    servicesOf: (setId) =>
      find(setId) === undefined
        ? guardStorage(database, () => selectServices.all(setId).map((row) => textIn(row, 'base_url')))
        : [baseUrl],
    setOwner: (setId, { customerId, customerName }) => {
      guardStorage(database, () => update.run(customerId, customerName, baseUrl, setId))
      listener?.noteOwner(setId, customerId)
    },
  }
}

export function ownerOf({
  customerId,
  customerName,
}: Pick<ParcelSet, 'customerId' | 'customerName'>): Owner | undefined {
  return customerId === null ? undefined : { customerId, customerName: customerName ?? customerId }
}

const pagingMode = z.enum(['query', 'body'])

/** Which paging mode worked for a service (T1). */
function createPagingMemory(database: DatabaseSync, baseUrl: string): PagingMemory {
  const select = database.prepare('SELECT mode FROM paging WHERE base_url = ?')
  const insert = database.prepare('INSERT OR REPLACE INTO paging (base_url, mode) VALUES (?, ?)')
  return {
    recall: () => pagingMode.safeParse(guardStorage(database, () => select.get(baseUrl))?.['mode']).data,
    remember: (mode) => {
      guardStorage(database, () => insert.run(baseUrl, mode))
    },
  }
}

/** A service changes; what it bore long ago is asked again. */
const PACE_VALID_DAYS = 7

/** How many calls at once a service bore. */
function createPaceMemory(database: DatabaseSync, baseUrl: string): PaceMemory {
  const select = database.prepare(`SELECT at_once FROM pace WHERE base_url = ? AND noted_at > datetime('now', ?)`)
  const insert = database.prepare(
    `INSERT OR REPLACE INTO pace (base_url, at_once, noted_at) VALUES (?, ?, datetime('now'))`,
  )
  return {
    recall: () => {
      const row = guardStorage(database, () => select.get(baseUrl, `-${PACE_VALID_DAYS} days`))
      return row && numberIn(row, 'at_once')
    },
    remember: (atOnce) => {
      guardStorage(database, () => insert.run(baseUrl, atOnce))
    },
  }
}

export interface StateChange {
  /** When a search first saw it; the change may have happened long before. */
  seenAt: string
  /** As received. */
  before: string
  after: string
}

export interface SetHistory {
  firstSeenAt: string
  /** State when it was first seen, if it had one. */
  firstStatus: string | null
  /** Oldest first. */
  changes: StateChange[]
}

const SELECT_FIRST = `SELECT first_seen_at, status FROM sets_seen WHERE ${OF_SET}`
const SELECT_CHANGES = `SELECT ${CHANGES.list} FROM set_history WHERE ${OF_SET} ORDER BY seen_at, rowid`

/** Reads the state changes that a trigger of the database records (`storage/schema.ts`). */
function createHistoryReader(database: DatabaseSync, baseUrl: string): (setId: string) => SetHistory | undefined {
  const selectFirst = database.prepare(SELECT_FIRST)
  const selectChanges = database.prepare(SELECT_CHANGES)
  return (setId) =>
    guardStorage(database, () => {
      const first = selectFirst.get(baseUrl, setId)
      if (first === undefined) return undefined
      const changes = selectChanges.all(baseUrl, setId).map(CHANGES.read)
      const firstStatus = changes[0]?.before ?? textOrNullIn(first, 'status')
      return { firstSeenAt: textIn(first, 'first_seen_at'), firstStatus, changes }
    })
}
