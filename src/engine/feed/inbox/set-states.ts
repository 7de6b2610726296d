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
  /** The newest time that a message told, whether or not a check has seen another state since; null where none told any. */
  updatedAt: string | null
  seenAt: string
  /** A check saw this state. What a search shows may lag behind the messages; what a message says does not. */
  isFromCheck: boolean
  /** What was known when a message brought the state; as received. A search that shows it still lags. */
  statusBefore: string | null
}

/** A state that a check saw. */
export interface SeenState {
  setId: string
  status: string
  seenAt: string
}

/** The newest state of each set that is known, by message or by check. */
export interface SetStates {
  knownState(setId: string): KnownState | undefined
  /** The baseline of a check: no entries. What was learnt after the check saw the set stays. */
  recordStates(sets: readonly SeenState[]): void
  /** When a check went through all sets of a customer; undefined: never. */
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
  const note = (set: SeenState): void => {
    const key = setKey(set.setId)
    const known = rows.read(key)
    const isNewer = known === undefined || (known.state !== foldState(set.status) && known.seenAt <= set.seenAt)
    if (isNewer) rows.write(key, stateFromCheck(set, known))
  }
  const states: SetStates = {
    knownState: (setId) => guardStorage(database, () => rows.read(setKey(setId))),
    recordStates: (sets) => {
      inTransaction(database, () => sets.forEach(note))
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
  // Written by an earlier version, only a state that a check saw had no time.
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

/** A state that a check saw; what messages told before stays the measure of older ones. */
export function stateFromCheck(
  { status, seenAt }: Pick<SeenState, 'status' | 'seenAt'>,
  known: KnownState | undefined,
): Omit<KnownState, 'state'> {
  return { status, seenAt, updatedAt: known?.updatedAt ?? null, isFromCheck: true, statusBefore: null }
}
