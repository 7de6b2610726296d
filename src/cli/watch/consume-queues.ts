import { EXIT_CODES } from '../../shared/errors/exit-code.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import type { DescribedFailure, FailureTag } from '../../shared/errors/failure.ts'
import type { FeedEntry } from '../../shared/model/feed-entry.ts'
import type { StoredMessage } from '../../engine/feed/firm/outgoing.ts'
import type { BeforeCommit } from '../../engine/feed/inbox/inbox-arrivals.ts'
import type { FeedStore } from '../../engine/feed/inbox/inbox-store.ts'
import type { QueueSource } from '../../engine/feed/queue/queue-source.ts'
import type { QueueStatus } from '../../engine/feed/queue/queue-status.ts'
import type { Subscription } from '../../engine/feed/queue/subscription.ts'
import { createForeignCheck } from '../../engine/feed/stream/foreign-messages.ts'
import { type StreamPlaces, streamKey } from '../../engine/feed/stream/stream-places.ts'
import { type DeliveryStores, storeDeliveries } from '../../engine/feed/store-deliveries.ts'
import type { ParcelDesk } from '../../engine/parcel-desk.ts'
import type { ClockPort } from '../../engine/ports/clock.ts'
import type { Delivery } from '../../engine/ports/link.ts'

export interface ConsumeRequest {
  desk: Pick<ParcelDesk, 'subscribe'>
  feed: FeedStore
  clock: ClockPort
  sources: readonly QueueSource[]
  /** How many matching entries to take; undefined: any number. */
  count: number | undefined
  /** Whether an entry is about a customer that was named. */
  isMatch: (entry: FeedEntry) => boolean
  /** Given the matching entries inside the transaction that stores them; see `InboxArrivals.add`. */
  beforeCommit: BeforeCommit
  /** Given the same entries once they are stored. */
  onEntries: (entries: readonly FeedEntry[]) => void
  /** Where the sources are streams. */
  places?: StreamPlaces
  /** Given each batch once it is stored, returns what passes it on; see `SubscriptionOptions.store`. */
  passOn?: (batch: readonly StoredMessage[]) => () => Promise<void>
  /** See `SubscriptionOptions`. */
  provePassing?: () => Promise<void>
  /** Told what came, once it is stored. */
  onStored?: (batch: readonly Delivery[]) => void
  /** Shows a sentence about the queues. */
  note: (sentence: string) => void
  /** Told what an administrator has to look at; see `createForeignCheck`. */
  warn?: (where: string, message: string) => void
  onStatus?: (source: QueueSource, status: QueueStatus) => void
}

/** Queues that are being consumed. */
export interface Consumption {
  /** Resolves when enough is taken or a queue refuses for good. */
  ended: Promise<'count' | DescribedFailure>
  /** Messages that wait in each queue, in the order of the sources; undefined where that is not known. */
  countWaiting(): Promise<(number | undefined)[]>
  /** Disconnects once what is stored is acknowledged. */
  stop(): Promise<void>
  /** Why a queue was never live; undefined where all of them were. */
  neverLive(): DescribedFailure | undefined
}

/** Consumes the queues into the inbox. Fails with queue-forbidden. */
export function consumeQueues(request: ConsumeRequest): Consumption {
  const {
    desk,
    feed,
    clock,
    sources,
    count = Infinity,
    isMatch,
    beforeCommit,
    onEntries,
    places,
    passOn,
    provePassing,
    onStored,
    note,
    warn,
  } = request
  const ended = Promise.withResolvers<'count' | DescribedFailure>()
  const stores: DeliveryStores = { feed, clock, beforeCommit: (added) => beforeCommit(added.filter(isMatch)) }
  let remaining = count
  const storesOf = (source: QueueSource): DeliveryStores =>
    places === undefined ? stores : { ...stores, stream: { name: streamKey(source), places } }
  const take = (entries: readonly FeedEntry[]): void => {
    remaining -= entries.length
    onEntries(entries)
    if (remaining <= 0) ended.resolve('count')
  }
  const consumed = sources.map((source) => {
    const monitor = createQueueMonitor(note, ended.resolve)
    const onStatus = (status: QueueStatus): void => {
      request.onStatus?.(source, status)
      monitor.onStatus(status)
    }
    const target = storesOf(source)
    const checkForeign = createForeignCheck(source.stream === undefined ? '' : source.queue, (message) =>
      warn?.(`Stream “${source.queue}”`, message),
    )
    const store = (batch: readonly Delivery[]): (() => Promise<void>) | undefined => {
      const added = storeDeliveries(target, batch)
      onStored?.(batch)
      checkForeign(added)
      take(added.filter(isMatch))
      return passOn?.(storedMessages(batch, added))
    }
    const use = passOn !== undefined ? 'collector' : 'own'
    const proofs = {
      // What a stream delivers stays in it.
      ...(source.stream === undefined ? { proveStorage: feed.proveStorage } : {}),
      ...(provePassing === undefined ? {} : { provePassing }),
    }
    const subscription = desk.subscribe({ source, use, store, ...proofs, batchLimit: () => remaining, onStatus })
    return { monitor, subscription }
  })
  for (const { subscription } of consumed) subscription.start()
  return {
    ended: ended.promise,
    countWaiting: () => Promise.all(consumed.map(({ subscription }) => subscription.countWaiting())),
    stop: async () => {
      await Promise.all(consumed.map(({ subscription }): ReturnType<Subscription['stop']> => subscription.stop()))
    },
    neverLive: () => consumed.flatMap(({ monitor }) => monitor.whyNeverLive() ?? [])[0],
  }
}

/** With their customers, so that they need not be read once more, unless some of the batch were known already. */
function storedMessages(batch: readonly Delivery[], added: readonly FeedEntry[]): StoredMessage[] {
  const isAllNew = added.length === batch.length
  return batch.map(({ body, isRedelivered, properties }, place) => ({
    body,
    isRedelivered,
    properties,
    customerId: isAllNew ? added[place]?.customerId : undefined,
  }))
}

interface QueueMonitor {
  onStatus(status: QueueStatus): void
  whyNeverLive(): DescribedFailure | undefined
}

function createQueueMonitor(
  note: (sentence: string) => void,
  refuse: (failure: DescribedFailure) => void,
): QueueMonitor {
  let wasLive = false
  let lastNote = ''
  let last: DescribedFailure | undefined
  return {
    onStatus: ({ state, sentence, failure, nextTryAt }) => {
      if (state === 'live' || state === 'blocked') wasLive = true
      last = describedFailure(failure) ?? last
      // A broker that is starting also refuses its virtual hosts: a queue that was live is waited for.
      const isFinal = state === 'refused' && !(wasLive && nextTryAt !== null)
      if (isFinal && last !== undefined) return refuse(last)
      // Another attempt is not news as long as it ends like the one before.
      if (state === 'off' || sentence === lastNote || (state === 'connecting' && lastNote !== '')) return undefined
      lastNote = sentence
      return note(sentence)
    },
    whyNeverLive: () => (wasLive ? undefined : (last ?? NOT_YET)),
  }
}

/** In the contract a tag is any text. */
function describedFailure(failure: QueueStatus['failure']): DescribedFailure | undefined {
  if (failure === null) return undefined
  const { tag, message, next } = failure
  return isFailureTag(tag) ? { tag, message, next } : undefined
}

function isFailureTag(tag: string): tag is FailureTag {
  return Object.hasOwn(EXIT_CODES, tag)
}

const NOT_YET = describeFailure({
  tag: 'connection-lost',
  endpoint: 'connecting to the queue',
  reason: 'the time was up',
})
