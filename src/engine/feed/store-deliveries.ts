import type { FeedEntry } from '../../shared/model/feed-entry.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { Delivery } from '../ports/link.ts'
import type { Arrival, BeforeCommit } from './inbox/inbox-arrivals.ts'
import type { FeedStore } from './inbox/inbox-store.ts'
import type { Journal } from './journal/journal.ts'
import { storeFromStream, type StreamStores } from './stream/store-from-stream.ts'

export interface DeliveryStores {
  /** Undefined where this installation does not collect for others. */
  journal: Pick<Journal, 'id' | 'append'> | undefined
  feed: Pick<FeedStore, 'add' | 'addFindings'>
  clock: Pick<ClockPort, 'now'>
  /** What rules are to do about the new entries, written in their transaction. */
  beforeCommit: BeforeCommit
  /** The stream that the batch comes from, if it does: its place is written in the same transaction. */
  stream?: StreamStores | undefined
}

/**
 * Journal first, then inbox, then acknowledge (T39): the caller acknowledges a batch once this has returned, and nothing of
 * it if this throws, so that the broker sends all of it again. The journal is first because what it refuses must not be in
 * the inbox: redelivered, it would count as a repetition, and followers would never see it. Whatever else has to be true at
 * once before a message is acknowledged becomes a step at the end of this function; what another program has to confirm
 * comes after it (`SubscriptionOptions.store`).
 *
 * Returns the entries that are new. Fails with storage-failed, journal-held.
 */
export function storeDeliveries(stores: DeliveryStores, batch: readonly Delivery[]): FeedEntry[] {
  const { journal, feed, clock, beforeCommit, stream } = stores
  const seenAt = clock.now().toISOString()
  const source = stream === undefined ? 'queue' : 'stream'
  const toArrival = ({ body, isRedelivered }: Delivery): Arrival => {
    return { source, body, isRedelivered, seenAt, journal: journal?.id }
  }
  if (stream !== undefined) return storeFromStream({ feed, beforeCommit, toArrival }, stream, batch)
  const arrivals = batch.map(toArrival)
  journal?.append(arrivals)
  return feed.add(arrivals, beforeCommit)
}
