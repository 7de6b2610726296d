import type { DatabaseSync } from 'node:sqlite'
import { isEarlierState, isSameState } from '../../../shared/text/fold-state.ts'
import { guardStorage, inTransaction } from '../../storage/database.ts'
import { textIn } from '../../storage/read-row.ts'
import type { KnownState, SeenState } from './set-states.ts'

/** Two checks that are this far apart: one at signing in and one on reconnecting may follow within a second. */
const CONFIRMED_AFTER_MS = 60_000

/** What a check saw and does not believe yet. */
export interface UnconfirmedState {
  status: string
  /** When a check first saw it; ISO. */
  since: string
}

/** What checks saw of the sets of a customer that is believed only when a second check sees it too. */
export interface UnconfirmedStates {
  unconfirmedStates(customerId: string): Map<string, UnconfirmedState>
  /** What a check that went through all of a customer’s sets leaves in doubt: everything before it is replaced. */
  replaceUnconfirmed(customerId: string, doubted: readonly SeenState[]): void
}

export function createUnconfirmedStates(database: DatabaseSync): UnconfirmedStates {
  const select = database.prepare('SELECT set_id, status, since FROM finding_doubts WHERE customer_id = ?')
  const clear = database.prepare('DELETE FROM finding_doubts WHERE customer_id = ?')
  const insert = database.prepare('INSERT INTO finding_doubts (customer_id, set_id, status, since) VALUES (?, ?, ?, ?)')
  const unconfirmedStates: UnconfirmedStates['unconfirmedStates'] = (customerId) => {
    const rows = guardStorage(database, () => select.all(customerId))
    return new Map(
      rows.map((row) => [textIn(row, 'set_id'), { status: textIn(row, 'status'), since: textIn(row, 'since') }]),
    )
  }
  return {
    unconfirmedStates,
    replaceUnconfirmed: (customerId, doubted) => {
      const before = unconfirmedStates(customerId)
      if (before.size === 0 && doubted.length === 0) return
      inTransaction(database, () => {
        clear.run(customerId)
        for (const { setId, status, seenAt } of doubted) {
          const earlier = before.get(setId)
          const since = earlier !== undefined && isSameState(earlier.status, status) ? earlier.since : seenAt
          insert.run(customerId, setId, status, since)
        }
      })
    },
  }
}

/**
 * Whether a search that shows another state than is known may merely lag: it shows a state that comes before, or the one
 * that was known until a message brought the next.
 */
export function mayLag(shown: string, { status, statusBefore, isFromCheck }: KnownState): boolean {
  const wasBefore = !isFromCheck && statusBefore !== null && isSameState(shown, statusBefore)
  return wasBefore || isEarlierState(shown, status)
}

/** Whether an earlier check saw the same, long enough before one that began at `startedAt`. */
export function isConfirmed(shown: string, doubt: UnconfirmedState | undefined, startedAt: Date): boolean {
  if (doubt === undefined || !isSameState(doubt.status, shown)) return false
  return startedAt.getTime() - Date.parse(doubt.since) >= CONFIRMED_AFTER_MS
}
