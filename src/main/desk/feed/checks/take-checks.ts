import { newsOf } from '../../../../engine/feed/checks/collector-checks.ts'
import type { FeedSettings } from '../../../../engine/feed/feed-settings.ts'
import type { Feed } from '../../../../engine/feed/open-feed.ts'
import type { StreamChecks } from '../../../../engine/feed/stream/store-from-stream.ts'
import type { ClockPort } from '../../../../engine/ports/clock.ts'

interface TakeDependencies {
  settings: Pick<FeedSettings, 'read'>
  store: () => Pick<Feed, 'knownState' | 'checkedAt' | 'collectorChecks'>
  clock: Pick<ClockPort, 'now'>
  onStatus: () => void
}

/**
 * Takes what a collector tells of its checks in the stream of a customer. Without a check of its own a desk has nothing that
 * the collector’s changes could be compared with.
 */
export function takesChecks(
  { settings, store, clock, onStatus }: TakeDependencies,
  streamOf: string | null,
): StreamChecks {
  return {
    news: (result) => {
      const customer = settings.read().followed.find(({ customerId }) => customerId === streamOf)
      const isOfStream = customer?.customerId.toLowerCase() === result.customerId.toLowerCase()
      if (customer === undefined || !isOfStream || store().checkedAt(customer.customerId) === undefined)
        return undefined
      return newsOf(store(), customer, { ...result, now: clock.now() })
    },
    record: ({ startedAt, sets, isLast }) => {
      if (streamOf === null || !isLast) return
      store().collectorChecks.record(streamOf, { at: startedAt, sets })
      onStatus()
    },
  }
}
