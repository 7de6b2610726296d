import type { DatabaseSync } from 'node:sqlite'
import { isEarlierState, isSameState } from '../../../shared/text/set-fields.ts'
import { column, columnsOf, type ItemOf } from '../../storage/columns.ts'
import { guardStorage, inTransaction } from '../../storage/database.ts'
import type { KnownState, SeenState } from './set-states.ts'

/** A confirming check must be this much later: one at sign-in and one after reconnecting may be a second apart. */
const CONFIRMED_AFTER_MS = 60_000

const DOUBTS = columnsOf({
  setId: column.text('set_id'),
  status: column.text('status'),
  /** When a check first saw it; ISO. */
  since: column.text('since'),
})

/** A state that one check saw and that is not believed yet. */
export type UnconfirmedState = Omit<ItemOf<typeof DOUBTS>, 'setId'>

/** States of a customer’s sets that are believed only once a second check sees them too. */
export interface UnconfirmedStates {
  unconfirmedStates(customerId: string): Map<string, UnconfirmedState>
  /** Replaces a customer’s unconfirmed states by those of a check that went through all sets. */
  replaceUnconfirmed(customerId: string, doubted: readonly SeenState[]): void
}

export function createUnconfirmedStates(database: DatabaseSync): UnconfirmedStates {
  const select = database.prepare(`SELECT ${DOUBTS.list} FROM finding_doubts WHERE customer_id = ?`)
  const clear = database.prepare('DELETE FROM finding_doubts WHERE customer_id = ?')
  const insert = database.prepare(
    `INSERT INTO finding_doubts (customer_id, ${DOUBTS.list}) VALUES (?, ${DOUBTS.places})`,
  )
  const unconfirmedStates: UnconfirmedStates['unconfirmedStates'] = (customerId) => {
    const doubts = guardStorage(database, () => select.all(customerId)).map(DOUBTS.read)
    return new Map(doubts.map(({ setId, ...doubt }) => [setId, doubt]))
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
          insert.run(customerId, ...DOUBTS.cells({ setId, status, since }))
        }
      })
    },
  }
}

/**
 * Whether a search that shows another state than the known one may merely lag: it shows a state that comes earlier in a set’s
 * life, or the one before the last message.
 */
export function mayLag(shown: string, { status, statusBefore, isFromCheck }: KnownState): boolean {
  const wasBefore = !isFromCheck && statusBefore !== null && isSameState(shown, statusBefore)
  return wasBefore || isEarlierState(shown, status)
}

/** Whether an earlier check saw the same state, long enough before the one that began at `startedAt`. */
export function isConfirmed(shown: string, doubt: UnconfirmedState | undefined, startedAt: Date): boolean {
  if (doubt === undefined || !isSameState(doubt.status, shown)) return false
  // Also where the clock has been set back since.
  return Math.abs(startedAt.getTime() - Date.parse(doubt.since)) >= CONFIRMED_AFTER_MS
}
