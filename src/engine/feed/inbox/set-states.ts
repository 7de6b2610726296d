import type { DatabaseSync } from 'node:sqlite'
import { hash } from 'node:crypto'
import { foldId, foldState } from '../../../shared/text/set-fields.ts'
import { column, columnsOf, type ItemOf } from '../../storage/columns.ts'
import { guardStorage, inTransaction } from '../../storage/database.ts'
import { textIn } from '../../storage/read-row.ts'

/** Sorts after any hash that follows the key of a set. */
const AFTER_ALL = Buffer.alloc(33, 0xff)

/*
 * A key begins with 1 and the sixteen bytes of a UUID, or with 2, any other id as text, and a NUL character.
 */

/** An id of this form can be restored from its bytes. */
const PLAIN_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Identifies a repeated message: the key of its set and the SHA-256 of its body. */
export function entryKey(keyOfSet: Uint8Array, body: Uint8Array): Buffer {
  const key = Buffer.allocUnsafe(keyOfSet.length + 32)
  key.set(keyOfSet)
  // As text in between: a hash returned as bytes is allocated, which costs more than the hashing (measured).
  key.write(hash('sha256', body, 'binary'), keyOfSet.length, 'latin1')
  return key
}

/**
 * The common beginning of the keys of a set’s entries; '' stands for entries without a set. Short, because every message
 * touches a page of these keys.
 */
export function setKey(id: string): Buffer {
  const setId = foldId(id)
  return PLAIN_UUID.test(setId) ? Buffer.from(`01${setId.replaceAll('-', '')}`, 'hex') : Buffer.from(`\u{2}${setId}\0`)
}

/**
 * The two keys between which a set’s entries lie, both excluded. Those of a set whose id continues with a NUL character lie
 * there too, so the id itself must be compared as well.
 */
export function keysOfSet(setId: string): [after: Buffer, before: Buffer] {
  const after = setKey(setId)
  return [after, Buffer.concat([after, AFTER_ALL])]
}

/** A condition on entries that takes `keysOfSet`. */
export const IS_OF_SET = 'id IN (SELECT entry_id FROM set_states WHERE key > ? AND key < ?)'

const STATES = columnsOf({
  /** As received. */
  status: column.text('status'),
  /** The newest time of any message, even where a check has since seen another state; null where no message had one. */
  updatedAt: column.textOrNull('updated_at'),
  seenAt: column.text('seen_at'),
  /** A check saw this state. A search may lag behind the messages; a message is never behind. */
  isFromCheck: column.flag('is_found'),
  /** The state before the message that brought this one; as received. A search that shows it is lagging. */
  statusBefore: column.textOrNull('status_before'),
})

export interface KnownState extends ItemOf<typeof STATES> {
  /** The status, folded for comparing (T12). */
  state: string
}

/** A state seen by a check. */
export interface SeenState {
  setId: string
  status: string
  seenAt: string
}

/** The newest known state of each set, from a message or a check. */
export interface SetStates {
  knownState(setId: string): KnownState | undefined
  /** Records the baseline of a check, without entries. Keeps a state that was learnt after the check saw the set. */
  recordStates(sets: readonly SeenState[]): void
  /** When a check last went through all sets of a customer; undefined if never. */
  checkedAt(customerId: string): string | undefined
  recordCheck(customerId: string, at: string): void
}

/** The rows of states by `setKey`, for use inside the caller's transaction. */
export interface StateRows {
  read(key: Uint8Array): KnownState | undefined
  write(key: Uint8Array, state: Omit<KnownState, 'state'>): void
}

const UPSERT = `
  INSERT INTO set_states (key, ${STATES.list}) VALUES (?, ${STATES.places})
  ON CONFLICT (key) DO UPDATE SET ${STATES.names.map((name) => `${name} = excluded.${name}`).join(', ')}`

export function createSetStates(database: DatabaseSync): { states: SetStates; rows: StateRows } {
  const rows = createStateRows(database)
  const checked = database.prepare('SELECT checked_at FROM checked_customers WHERE customer_id = ?')
  const noteChecked = database.prepare(
    'INSERT OR REPLACE INTO checked_customers (customer_id, checked_at) VALUES (?, ?)',
  )
  const record = (set: SeenState): void => {
    const key = setKey(set.setId)
    const known = rows.read(key)
    const isNewer = known === undefined || (known.state !== foldState(set.status) && known.seenAt <= set.seenAt)
    if (isNewer) rows.write(key, stateFromCheck(set, known))
  }
  const states: SetStates = {
    knownState: (setId) => guardStorage(database, () => rows.read(setKey(setId))),
    recordStates: (sets) => {
      inTransaction(database, () => sets.forEach(record))
    },
    checkedAt: (customerId) => {
      const row = guardStorage(database, () => checked.get(customerId))
      return row === undefined ? undefined : textIn(row, 'checked_at')
    },
    recordCheck: (customerId, at) => {
      guardStorage(database, () => noteChecked.run(customerId, at))
    },
  }
  return { states, rows }
}

function createStateRows(database: DatabaseSync): StateRows {
  const select = database.prepare(`SELECT ${STATES.list} FROM set_states WHERE key = ?`)
  const upsert = database.prepare(UPSERT)
  return {
    read: (key) => {
      const row = select.get(key)
      if (row === undefined) return undefined
      const known = STATES.read(row)
      return { ...known, state: foldState(known.status) }
    },
    write: (key, state) => {
      upsert.run(key, ...STATES.cells(state))
    },
  }
}

/** The state as a check saw it. The newest time of a message stays, by which older messages are recognised. */
export function stateFromCheck(
  { status, seenAt }: Pick<SeenState, 'status' | 'seenAt'>,
  known: KnownState | undefined,
): Omit<KnownState, 'state'> {
  return { status, seenAt, updatedAt: known?.updatedAt ?? null, isFromCheck: true, statusBefore: null }
}
