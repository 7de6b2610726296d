import type { FeedEntry } from '../../shared/model/feed-entry.ts'
import type { FirmPublisher } from '../../engine/feed/firm/firm-publisher.ts'
import type { SetAsideMessages } from '../../engine/feed/firm/set-aside.ts'
import type { QueueSource } from '../../engine/feed/queue/queue-source.ts'
import type { QueueStatus } from '../../engine/feed/queue/queue-status.ts'
import type { ClockPort } from '../../engine/ports/clock.ts'
import type { Delivery } from '../../engine/ports/link.ts'

/** What `/healthz` answers (command-line.md). */
export interface HealthReport {
  /** `standby`: another collector has a queue, and this one waits for it. */
  state: 'live' | 'standby' | 'connecting' | 'trouble'
  queues: { queue: string; virtualHost: string; state: string; sentence: string; reconnects: number }[]
  /** Whether messages can be published to the firm’s broker, as far as is known. */
  canPublish: boolean
  /** ISO. */
  lastStoredAt: string | null
  lastPublishedAt: string | null
  stored: number
  published: number
  /** Stored messages that no desk can read. */
  unreadable: number
  /** Messages that came once more, and how often one of them had come back to its queue, where the broker counts. */
  redelivered: number
  mostReturns: number
  /** Messages that no stream was bound for since the start, and those of all starts that wait to be published again. */
  unroutable: number
  setAside: number
  /** How long the oldest message waits that is stored and not published; 0 where none does. */
  oldestUnpublishedSeconds: number
}

/** What a collector has done so far, and how its queues are. */
export interface CollectorHealth {
  onStatus(source: QueueSource, status: QueueStatus): void
  came(batch: readonly Delivery[]): void
  stored(entries: readonly FeedEntry[]): void
  unroutable(count: number): void
  /** The same work, with how long it takes and that it was done. */
  watched(publish: () => Promise<void>, count: number): () => Promise<void>
  report(): HealthReport
}

interface Watched {
  sources: readonly QueueSource[]
  publisher: Pick<FirmPublisher, 'isReady'>
  setAside: Pick<SetAsideMessages, 'count'>
  clock: ClockPort
}

export function createCollectorHealth({ sources, publisher, setAside, clock }: Watched): CollectorHealth {
  const statuses = new Map<QueueSource, QueueStatus>()
  const timesLive = new Map<QueueSource, number>()
  const counts = { stored: 0, published: 0, unreadable: 0, redelivered: 0, mostReturns: 0, unroutable: 0 }
  const publishingSinceMs = new Set<{ ms: number }>()
  let lastStoredAt: string | null = null
  let lastPublishedAt: string | null = null
  const now = (): string => clock.now().toISOString()
  return {
    onStatus: (source, status) => {
      const before = statuses.get(source)?.state
      statuses.set(source, status)
      // One that is blocked was live, and is again without another connection; so is one that could not store.
      if (status.state === 'live' && before === 'connecting') timesLive.set(source, (timesLive.get(source) ?? 0) + 1)
    },
    came: (batch) => {
      for (const { isRedelivered, returns = 0 } of batch) {
        if (isRedelivered) counts.redelivered += 1
        counts.mostReturns = Math.max(counts.mostReturns, returns)
      }
    },
    stored: (entries) => {
      counts.stored += entries.length
      counts.unreadable += entries.filter(({ isReadable }) => !isReadable).length
      lastStoredAt = now()
    },
    unroutable: (count) => (counts.unroutable += count),
    watched: (publish, count) => {
      const since = { ms: clock.monotonicMs() }
      publishingSinceMs.add(since)
      return async () => {
        await publish()
        publishingSinceMs.delete(since)
        counts.published += count
        lastPublishedAt = now()
      }
    },
    report: () => {
      const [oldest] = publishingSinceMs
      return {
        state: stateOf(
          sources.map((source) => statuses.get(source)),
          publisher.isReady,
        ),
        queues: sources.map((source) => {
          const { state = 'off', sentence = 'Not connected yet.' } = statuses.get(source) ?? {}
          const reconnects = Math.max(0, (timesLive.get(source) ?? 0) - 1)
          return { queue: source.queue, virtualHost: source.virtualHost, state, sentence, reconnects }
        }),
        canPublish: publisher.isReady,
        lastStoredAt,
        lastPublishedAt,
        ...counts,
        setAside: setAside.count(),
        oldestUnpublishedSeconds: oldest === undefined ? 0 : (clock.monotonicMs() - oldest.ms) / 1_000,
      }
    },
  }
}

/** The worst of its queues. */
function stateOf(statuses: readonly (QueueStatus | undefined)[], canPublish: boolean): HealthReport['state'] {
  const states = statuses.map((status) => {
    // First: a standby tries again every few seconds, and is healthy meanwhile.
    if (status?.failure?.tag === 'queue-held') return 'standby'
    if (status === undefined || status.state === 'off' || status.state === 'connecting') return 'connecting'
    return status.state === 'live' && canPublish ? 'live' : 'trouble'
  })
  return (['trouble', 'connecting', 'standby'] as const).find((state) => states.includes(state)) ?? 'live'
}
