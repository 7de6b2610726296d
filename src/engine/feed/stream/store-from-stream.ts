import type { FeedEntry } from '../../../shared/model/feed-entry.ts'
import type { Delivery } from '../../ports/link.ts'
import { type CheckResult, readOwnMessage } from '../checks/check-message.ts'
import type { Arrival, BeforeCommit, Finding } from '../inbox/inbox-arrivals.ts'
import type { FeedStore } from '../inbox/inbox-store.ts'
import { hashOfBody, type StreamPlaces } from './stream-places.ts'

/** A stream that messages come from. */
export interface StreamStores {
  /** `streamKey`. */
  name: string
  places: Pick<StreamPlaces, 'write'>
  /** What a collector tells of its checks; ignored where nobody takes it. */
  checks?: StreamChecks
}

export interface StreamChecks {
  /** The changes that are news here; undefined where this installation cannot use the result. */
  news(result: CheckResult): Finding[] | undefined
  /** Called inside the transaction that stores them. */
  record(result: CheckResult): void
}

interface Stores {
  feed: Pick<FeedStore, 'add' | 'addFindings'>
  beforeCommit: BeforeCommit
  toArrival: (delivery: Delivery) => Arrival
}

/**
 * Stores a batch of a stream, in its order: status messages, and between them what a collector tells of its checks. The place
 * is written in the transaction of what it belongs to. Returns the entries that are new. Fails with storage-failed.
 */
export function storeFromStream(stores: Stores, stream: StreamStores, batch: readonly Delivery[]): FeedEntry[] {
  const added: FeedEntry[] = []
  let messages: Delivery[] = []
  const storeMessages = (): void => {
    const last = messages.at(-1)
    if (last === undefined) return
    const commit = (entries: readonly FeedEntry[]): void => {
      stores.beforeCommit(entries)
      writePlace(stream, last)
    }
    added.push(...stores.feed.add(messages.map(stores.toArrival), commit))
    messages = []
  }
  for (const delivery of batch) {
    const own = readOwnMessage(delivery)
    if (own === undefined) {
      messages.push(delivery)
      continue
    }
    storeMessages()
    added.push(...storeOwn(stores, stream, { own, delivery }))
  }
  storeMessages()
  return added
}

function storeOwn(
  { feed, beforeCommit }: Stores,
  stream: StreamStores,
  { own, delivery }: { own: CheckResult | 'ignored'; delivery: Delivery },
): FeedEntry[] {
  const news = own === 'ignored' ? undefined : stream.checks?.news(own)
  return feed.addFindings(news ?? [], (entries) => {
    beforeCommit(entries)
    if (own !== 'ignored' && news !== undefined) stream.checks?.record(own)
    writePlace(stream, delivery)
  })
}

function writePlace({ name, places }: StreamStores, { offset, body }: Delivery): void {
  if (offset !== undefined) places.write(name, { offset, bodyHash: hashOfBody(body) })
}
