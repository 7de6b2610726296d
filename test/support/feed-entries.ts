import type { ListedEntry } from '../../src/shared/model/feed-entry.ts'
import { foldState } from '../../src/shared/text/set-fields.ts'

let entries = 0

/** A message from the queue as the inbox lists it, each with its own id. */
export function feedEntry(parts: Partial<ListedEntry> = {}): ListedEntry {
  entries += 1
  const newStatus = parts.newStatus ?? 'Signed'
  return {
    id: entries,
    environment: 'production',
    source: 'queue',
    isReadable: true,
    reason: null,
    setId: `set-${entries}`,
    transactionId: null,
    parcelReference: `PR-${entries}`,
    customerId: 'aurora',
    newStatus,
    state: foldState(newStatus),
    action: 'Sign',
    instance: 'DocEx',
    actor: 'Maria Lopes',
    actorCompany: 'Aurora Grain',
    updatedDate: 'Fri Nov 20 10:11:12 UTC 2026',
    updatedAt: '2026-11-20T10:11:12.000Z',
    seenAt: '2026-11-20T10:11:13.000Z',
    received: 1,
    isRedelivered: false,
    isOutdated: false,
    stateBefore: null,
    shipmentRef: null,
    customerName: 'Aurora Grain',
    isRead: false,
    isDone: false,
    isFlagged: false,
    snoozedUntil: null,
    returnedAt: null,
    note: null,
    ...parts,
  }
}
