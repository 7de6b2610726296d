import type { FeedEntry } from '../../../../shared/model/feed-entry.ts'
import { type StoredBroker, type StoredFeed, streamBrokerOf } from '../../../../engine/feed/feed-settings.ts'
import type { QueueSource } from '../../../../engine/feed/queue/queue-source.ts'
import { createSubscription, type Subscription } from '../../../../engine/feed/queue/subscription.ts'
import { unexpectedFailure } from '../../../../engine/base/logger.ts'
import { createForeignCheck } from '../../../../engine/feed/stream/foreign-messages.ts'
import { streamKey, type StreamPlaces } from '../../../../engine/feed/stream/stream-places.ts'
import type { Delivery, StreamStart } from '../../../../engine/ports/link.ts'
import { accountOf, connectionKey, sourceOrRefusal } from './broker-source.ts'
import type { QueueDependencies } from './customer-queues.ts'
import type { Wanted } from './subscriptions.ts'

/** What was not as it should be in a stream, in a sentence: messages that are gone, or that nobody should have published. */
export interface FoundGap {
  /** Null for a stream that is no customer’s. */
  customerId: string | null
  sentence: string
}

export interface StreamDependencies extends Omit<QueueDependencies, 'store' | 'proveStorage' | 'onReconnected'> {
  places: () => StreamPlaces
  /** Stores durably and with its place, or throws. Returns what is new. */
  store: (batch: readonly Delivery[], stream: ReadStream) => FeedEntry[]
  onGap: (gap: FoundGap) => void
}

export interface ReadStream {
  /** `streamKey`. */
  name: string
  /** Whose it is; null for a stream that is no customer’s. */
  customerId: string | null
}

interface NamedStream {
  customerId: string | null
  broker: StoredBroker
}

/**
 * A subscription for the stream of every followed customer, and for each further one, all over one connection. Nothing is
 * missed while one is interrupted: it continues from its place.
 */
export function customerStreams(dependencies: StreamDependencies, feed: StoredFeed): Wanted[] {
  const broker = streamBrokerOf(feed.brokers)
  if (broker === undefined) return []
  const { brokerId } = broker
  const wanted = (id: string, stream: NamedStream): Wanted => ({
    id,
    brokerId,
    key: JSON.stringify([connectionKey(stream.broker, dependencies.isPlainAllowed()), feed.streams.from]),
    subscribe: () => subscribe(dependencies, stream, startOf(feed.streams.from)),
  })
  return [
    ...feed.followed.map(({ customerId }) => wanted(customerId, { customerId, broker })),
    ...feed.streams.more.map((name) =>
      wanted(streamId(name), { customerId: null, broker: { ...broker, queue: name } }),
    ),
  ]
}

/** No customer has such an id. */
export function streamId(name: string): string {
  return `stream ${name}`
}

function startOf(from: StoredFeed['streams']['from']): StreamStart {
  if (from === 'first') return 'first'
  // A day begins at midnight of this computer.
  return from === 'now' ? 'next' : new Date(`${from}T00:00:00`)
}

function subscribe(
  dependencies: StreamDependencies,
  { customerId, broker }: NamedStream,
  from: StreamStart,
): Subscription {
  const { environment, link, clock, logger, passwords, store, places, largestMessageBytes, onStatus, onGap } =
    dependencies
  const read = async (): Promise<string> => await passwords.read(accountOf(broker, environment))
  const queue = sourceOrRefusal(broker, customerId ?? '', read)
  const stream = streamKey(queue)
  const say = (sentence: string): void => onGap({ customerId, sentence })
  const noteForeign = createForeignCheck(queue.queue, say)
  const source: QueueSource = {
    ...queue,
    stream: {
      place: () => places().read(stream),
      from,
      waiting: {
        since: () => places().waitingSince(stream),
        begin: (at) => places().beginWaiting(stream, at),
      },
      onGone: say,
      onReplaced: say,
    },
  }
  return createSubscription({
    link,
    clock,
    largestMessageBytes,
    source,
    store: (batch) => noteForeign(store(batch, { name: stream, customerId })),
    toFailure: (thrown) => unexpectedFailure(logger, `stream ${queue.queue}`, thrown),
    onStatus,
  })
}
