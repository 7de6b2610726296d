import type { DatabaseSync } from 'node:sqlite'
import { foldState } from '../../../shared/text/fold-state.ts'
import { guardStorage, inTransaction } from '../../storage/database.ts'
import { numberIn, textIn, textOrNullIn } from '../../storage/read-row.ts'
import { setKey } from './entry-key.ts'

export interface KnownState {
  /** As received. */
  status: string
  /** Folded for comparing (T12). */
  state: string
  /** The newest time of any message, even where a check has since seen another state; null where no message had one. */
  updatedAt: string | null
  seenAt: string
  /** A check saw this state. A search may lag behind the messages; a message is never behind. */
  isFromCheck: boolean
  /** The state before the message that brought this one; as received. A search that shows it is lagging. */
  statusBefore: string | null
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
  INSERT INTO set_states (key, status, updated_at, seen_at, is_found, status_before) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (key) DO UPDATE SET
    status = excluded.status, updated_at = excluded.updated_at, seen_at = excluded.seen_at,
    is_found = excluded.is_found, status_before = excluded.status_before`

export function createSetStates(database: DatabaseSync): { states: SetStates; rows: StateRows } {
  const rows = createStateRows(database)
  const checked = database.prepare('SELECT checked_at FROM checked_customers WHERE customer_id = ?')
  const noteChecked = database.prepare('INSERT OR REPLACE INTO checked_customers VALUES (?, ?)')
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
  // In rows of an earlier version, the states without a time are those that a check saw.
  const select = database.prepare(
    `SELECT status, updated_at, seen_at, COALESCE(is_found, updated_at IS NULL) AS is_found, status_before
     FROM set_states WHERE key = ?`,
  )
  const upsert = database.prepare(UPSERT)
  return {
    read: (key) => {
      const row = select.get(key)
      if (row === undefined) return undefined
      const status = textIn(row, 'status')
      return {
        status,
        state: foldState(status),
        updatedAt: textOrNullIn(row, 'updated_at'),
        seenAt: textIn(row, 'seen_at'),
        isFromCheck: numberIn(row, 'is_found') === 1,
        statusBefore: textOrNullIn(row, 'status_before'),
      }
    },
    write: (key, { status, updatedAt, seenAt, isFromCheck, statusBefore }) => {
      upsert.run(key, status, updatedAt, seenAt, isFromCheck ? 1 : 0, statusBefore)
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
