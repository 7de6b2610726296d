import type { DatabaseSync } from 'node:sqlite'
import type { Counterparty } from '../../../shared/model/parcel-set.ts'
import { foldId } from '../../../shared/text/set-fields.ts'
import { column, columnsOf, type ItemOf } from '../../storage/columns.ts'
import { guardStorage } from '../../storage/database.ts'
import type { Finding } from '../inbox/inbox-arrivals.ts'
import type { FeedStore } from '../inbox/inbox-store.ts'
import type { CheckResult } from './check-message.ts'
import { isNewer } from './compare-sets.ts'

const CHECKS = columnsOf({
  /** ISO; when its search began. */
  at: column.text('at'),
  sets: column.number('sets'),
  /** Changes that were news here. */
  found: column.number('found'),
})

/** The last check of a customer of which a collector told. */
export type CollectorCheck = ItemOf<typeof CHECKS>

/** What collectors have told of their checks, in the database of the inbox. */
export interface CollectorChecks {
  last(customerId: string): CollectorCheck | undefined
  /**
   * Called inside the transaction that stores the last findings. They are counted by their entries, because earlier ones may
   * have come in messages of their own.
   */
  record(customerId: string, check: Omit<CollectorCheck, 'found'>): void
}

export function createCollectorChecks(database: DatabaseSync): CollectorChecks {
  const select = database.prepare(`SELECT ${CHECKS.list} FROM collector_checks WHERE customer_id = ?`)
  const upsert = database.prepare(`
    INSERT OR REPLACE INTO collector_checks (customer_id, at, sets, found) SELECT ?1, ?2, ?3, count(*)
    FROM entries INDEXED BY entries_by_time WHERE seen_at = ?2 AND kind = 'check' AND customer_id = ?4`)
  return {
    last: (customerId) => guardStorage(database, () => select.all(customerId)).map(CHECKS.read)[0],
    record: (customerId, { at, sets }) => void upsert.run(customerId, at, sets, foldId(customerId)),
  }
}

/** What of a collector’s check is news here: a desk that follows the same stream usually knows as much as the collector. */
export function newsOf(
  store: Pick<FeedStore, 'knownState'>,
  { customerId, customerName }: Counterparty,
  { startedAt, found, now }: Pick<CheckResult, 'startedAt' | 'found'> & { now: Date },
): Finding[] {
  return found.flatMap((one): Finding[] => {
    const known = store.knownState(one.setId)
    if (known !== undefined && isNewer(known, new Date(startedAt), now)) return []
    // The store leaves out a state that is known already.
    return [{ ...one, customerId, customerName, stateBefore: known?.status ?? null, seenAt: startedAt }]
  })
}
