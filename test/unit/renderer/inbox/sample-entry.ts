import type { InboxCounts } from '../../../../src/renderer/inbox/store/inbox-state.ts'
import type { InboxEntry } from '../../../../src/renderer/parcel/entry-words.ts'

/** A message about one set, signed by somebody, not looked at yet. */
export function sampleEntry(changed: Partial<InboxEntry> & { readonly entryId: number }): InboxEntry {
  return {
    source: 'queue',
    isReadable: true,
    reason: null,
    setId: 'set',
    transactionId: null,
    parcelReference: 'PR-1',
    shipmentRef: 'SHP-1',
    customerId: 'aurora',
    customerName: 'Aurora Grain AG',
    newStatus: 'Signed',
    stateBefore: null,
    action: 'Sign',
    instance: 'DocEx',
    actor: 'Maria Santos',
    actorCompany: 'Aurora Grain AG',
    updatedDate: null,
    updatedAt: null,
    seenAt: '2026-03-03T14:05:00.000Z',
    received: 1,
    isRedelivered: false,
    isOutdated: false,
    isRead: false,
    isDone: false,
    isFlagged: false,
    snoozedUntil: null,
    returnedAt: null,
    note: null,
    ruleRuns: [],
    ...changed,
  }
}

/** With these ids, in this order. */
export function sampleEntries(...ids: readonly number[]): InboxEntry[] {
  return ids.map((entryId) => sampleEntry({ entryId }))
}

export const NO_COUNTS: InboxCounts = { total: 0, unread: 0, flagged: 0, done: 0, snoozed: 0 }

export function idsOf(entries: readonly InboxEntry[]): number[] {
  return entries.map(({ entryId }) => entryId)
}
