import type { FeedEntry } from '../../shared/model/feed-entry.ts'
import type { ClockPort } from '../ports/clock.ts'
import type { Delivery } from '../ports/link.ts'
import type { Arrival, BeforeCommit } from './inbox/inbox-arrivals.ts'
import type { FeedStore } from './inbox/inbox-store.ts'
import { storeFromStream, type StreamStores } from './stream/store-from-stream.ts'

export interface DeliveryStores {
  feed: Pick<FeedStore, 'add' | 'addFindings'>
  clock: Pick<ClockPort, 'now'>
  /** What rules are to do about the new entries, written in their transaction. */
  beforeCommit: BeforeCommit
  /** The stream that the batch comes from, if it does: its place is written in the same transaction. */
  stream?: StreamStores | undefined
}

/**
 * Inbox, then acknowledge (T39): the caller acknowledges a batch once this has returned, and nothing of it if this throws, so
 * that the broker sends all of it again. Whatever else has to be true at once before a message is acknowledged becomes a step
 * at the end of this function; what another program has to confirm comes after it (`SubscriptionOptions.store`).
 *
 * Returns the entries that are new. Fails with storage-failed.
 */
export function storeDeliveries(stores: DeliveryStores, batch: readonly Delivery[]): FeedEntry[] {
  const { feed, clock, beforeCommit, stream } = stores
  const seenAt = clock.now().toISOString()
  const source = stream === undefined ? 'queue' : 'stream'
  const toArrival = ({ body, isRedelivered }: Delivery): Arrival => {
    return { source, body, isRedelivered, seenAt }
  }
  if (stream !== undefined) return storeFromStream({ feed, beforeCommit, toArrival }, stream, batch)
  return feed.add(batch.map(toArrival), beforeCommit)
}
