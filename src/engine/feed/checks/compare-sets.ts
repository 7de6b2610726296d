import type { Counterparty, ParcelSet } from '../../../shared/model/parcel-set.ts'
import { foldState } from '../../../shared/text/set-fields.ts'
import { yieldingToEventLoop } from '../../base/async.ts'
import { isDoubtful } from '../../base/clock-tolerance.ts'
import type { Finding } from '../inbox/inbox-arrivals.ts'
import type { FeedStore } from '../inbox/inbox-store.ts'
import type { KnownState, SeenState } from '../inbox/set-states.ts'
import { isConfirmed, mayLag } from '../inbox/unconfirmed-states.ts'

/** The service’s search may lag behind its queue: it does not contradict a message that is younger than this. */
const SEARCH_LAG_MS = 60_000

export interface CustomerSets {
  customer: Counterparty
  /** When the search began. */
  startedAt: Date
  /** After it. */
  now: Date
  sets: Iterable<ParcelSet>
}

export interface Comparison {
  /** Sets with a state. */
  sets: number
  /** Changes that no message has announced. */
  findings: Finding[]
  /** What a first check records, for later ones to compare with. */
  baseline: SeenState[]
  /** Changes that a lagging search might show, and that no earlier check has seen. */
  unconfirmed: SeenState[]
}

/** Compares what a search found with the known states; stores nothing. */
export async function compareSets(
  store: Pick<FeedStore, 'knownState' | 'unconfirmedStates'>,
  searched: CustomerSets,
): Promise<Comparison> {
  const { customer, startedAt, now, sets } = searched
  const seenAt = startedAt.toISOString()
  const compared: Comparison = { sets: 0, findings: [], baseline: [], unconfirmed: [] }
  const doubts = store.unconfirmedStates(customer.customerId)
  for await (const { setId, status, parcelRef, shipmentRef } of yieldingToEventLoop(sets)) {
    if (status === null || status.trim() === '') continue
    compared.sets += 1
    const known = store.knownState(setId)
    if (known?.state === foldState(status) || (known !== undefined && isNewer(known, startedAt, now))) continue
    if (known !== undefined && mayLag(status, known) && !isConfirmed(status, doubts.get(setId), startedAt)) {
      compared.unconfirmed.push({ setId, status, seenAt })
      continue
    }
    const { customerId, customerName } = customer
    const change = { parcelReference: parcelRef, shipmentRef, status, stateBefore: known?.status ?? null }
    compared.findings.push({ setId, customerId, customerName, ...change, seenAt })
    compared.baseline.push({ setId, status, seenAt })
  }
  return compared
}

/**
 * Whether the state was learnt after the search began, or from a message so shortly before it that the search may lag. Not
 * where it was learnt later than now: the clock has been set back since, and checks would find nothing for as long.
 */
export function isNewer({ seenAt, isFromCheck }: KnownState, startedAt: Date, now: Date): boolean {
  if (isDoubtful(seenAt, now.toISOString())) return false
  const lagMs = isFromCheck ? 0 : SEARCH_LAG_MS
  return seenAt > new Date(startedAt.getTime() - lagMs).toISOString()
}
