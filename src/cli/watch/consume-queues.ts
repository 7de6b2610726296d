import type { ParcelDesk } from '../../engine/parcel-desk.ts'
import type { FeedStore } from '../../engine/feed/inbox/inbox-store.ts'
import type { Journal } from '../../engine/feed/journal/journal.ts'
import type { QueueSource } from '../../engine/feed/queue/queue-source.ts'
import type { QueueStatus } from '../../engine/feed/queue/queue-status.ts'
import type { Subscription } from '../../engine/feed/queue/subscription.ts'
import type { Delivery } from '../../engine/ports/link.ts'
import { describeFailure } from '../../shared/errors/failure-texts.ts'
import { EXIT_CODES } from '../../shared/errors/exit-code.ts'
import type { DescribedFailure, FailureTag } from '../../shared/errors/failure.ts'
import type { FeedEntry } from '../../shared/model/feed-entry.ts'

export interface ConsumeRequest {
  desk: Pick<ParcelDesk, 'subscribe'>
  feed: FeedStore
  sources: readonly QueueSource[]
  journal: Journal | undefined
  /** How many new entries to take; undefined: any number. */
  count: number | undefined
  /** Whether a new entry is one of those asked for. */
  isWanted: (entry: FeedEntry) => boolean
  /** Those asked for, once they are stored. */
  onEntries: (entries: readonly FeedEntry[]) => void
  /** Sentences about the queues. */
  note: (sentence: string) => void
}

export interface Consumption {
  /** Resolves when enough is taken or a queue refuses for good. */
  ended: Promise<'count' | DescribedFailure>
  /** Lets go of the queues once what is stored is acknowledged. */
  stop(): Promise<void>
  /** Of a queue that never brought anything because it was never there; undefined where all of them were. */
  neverLive(): DescribedFailure | undefined
}

/** Takes messages from the queues into journal and store. Fails with queue-forbidden. */
export function consumeQueues(parts: ConsumeRequest): Consumption {
  const { desk, sources, count = Infinity } = parts
  const ended = Promise.withResolvers<'count' | DescribedFailure>()
  let remaining = count
  const store = (batch: readonly Delivery[]): void => {
    const entries = storeBatch(parts, batch)
    remaining -= entries.length
    parts.onEntries(entries)
    if (remaining <= 0) ended.resolve('count')
  }
  const followed = sources.map((source) => {
    const follower = createQueueMonitor(parts.note, ended.resolve)
    const onStatus = follower.onStatus
    return { follower, subscription: desk.subscribe({ source, store, batchLimit: () => remaining, onStatus }) }
  })
  for (const { subscription } of followed) subscription.start()
  return {
    ended: ended.promise,
    stop: async () => {
      await Promise.all(followed.map(({ subscription }): ReturnType<Subscription['stop']> => subscription.stop()))
    },
    neverLive: () => followed.flatMap(({ follower }) => follower.whyNeverLive() ?? [])[0],
  }
}

/** The journal first: what it refuses is not stored either, and so is told as new when it comes again. */
function storeBatch({ journal, feed, isWanted }: ConsumeRequest, batch: readonly Delivery[]): FeedEntry[] {
  const seenAt = new Date().toISOString()
  const source = 'queue' as const
  const arrivals = batch.map(({ body, isRedelivered }) => ({
    source,
    body,
    isRedelivered,
    seenAt,
    journal: journal?.id,
  }))
  journal?.append(arrivals)
  return feed.add(arrivals).filter(isWanted)
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
      // A broker that is just starting also refuses its virtual hosts: where it was live, that is waited for.
      const isFinal = state === 'refused' && !(wasLive && nextTryAt !== null)
      if (isFinal && last !== undefined) return refuse(last)
      // An attempt after the first is nothing new, as long as it ends like the one before.
      if (state === 'off' || sentence === lastNote || (state === 'connecting' && lastNote !== '')) return undefined
      lastNote = sentence
      return note(sentence)
    },
    whyNeverLive: () => (wasLive ? undefined : (last ?? NOT_YET)),
  }
}

/** As it came through the contract, where a tag is any text. */
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
