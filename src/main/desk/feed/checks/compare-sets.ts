import type { ParcelSet } from '../../../../shared/model/parcel-set.ts'
import { foldState } from '../../../../shared/text/fold-state.ts'
import { withPauses } from '../../../../engine/base/with-pauses.ts'
import type { StoredFollowed } from '../../../../engine/feed/feed-settings.ts'
import { isSeenTwice, mayLag } from '../../../../engine/feed/inbox/finding-doubts.ts'
import type { Finding } from '../../../../engine/feed/inbox/inbox-arrivals.ts'
import type { FeedStore } from '../../../../engine/feed/inbox/inbox-store.ts'
import type { KnownState, SeenState } from '../../../../engine/feed/inbox/set-states.ts'

/** The service's search may lag behind its queue: what a message said so shortly before is not contradicted. */
const LONGEST_LAG_MS = 60_000

export interface Searched {
  customer: StoredFollowed
  /** When the search began. */
  startedAt: Date
  sets: Iterable<ParcelSet>
}

export interface Compared {
  /** Sets with a state. */
  sets: number
  /** What no message has announced. */
  findings: Finding[]
  /** What there is to compare with from now on, where there was nothing before. */
  baseline: SeenState[]
  /** What may be a search that lags, and no earlier check has seen. */
  doubted: SeenState[]
}

/** Compares what a search found with the states that are known; stores nothing. */
export async function compareSets(
  store: Pick<FeedStore, 'knownState' | 'doubts'>,
  searched: Searched,
): Promise<Compared> {
  const { customer, startedAt, sets } = searched
  const seenAt = startedAt.toISOString()
  const compared: Compared = { sets: 0, findings: [], baseline: [], doubted: [] }
  const doubts = store.doubts(customer.customerId)
  for await (const { setId, status, parcelRef, shipmentRef } of withPauses(sets)) {
    if (status === null || status.trim() === '') continue
    compared.sets += 1
    const known = store.knownState(setId)
    if (known?.state === foldState(status) || (known !== undefined && isNewer(known, startedAt))) continue
    if (known !== undefined && mayLag(status, known) && !isSeenTwice(status, doubts.get(setId), startedAt)) {
      compared.doubted.push({ setId, status, seenAt })
      continue
    }
    const { customerId, customerName } = customer
    const change = { parcelReference: parcelRef, shipmentRef, status, stateBefore: known?.status ?? null }
    compared.findings.push({ setId, customerId, customerName, ...change, seenAt })
    compared.baseline.push({ setId, status, seenAt })
  }
  return compared
}

/** Whether what is known was learnt after the search began, or from a message so shortly before that it may not show yet. */
function isNewer({ seenAt, isFound }: KnownState, startedAt: Date): boolean {
  const lagMs = isFound ? 0 : LONGEST_LAG_MS
  return seenAt > new Date(startedAt.getTime() - lagMs).toISOString()
}
