import type { QueueSource } from '../../engine/feed/queue/queue-source.ts'
import type { QueueStatus } from '../../engine/feed/queue/queue-status.ts'
import type { ClockPort } from '../../engine/ports/clock.ts'

/** What `/healthz` answers (command-line.md). */
export interface HealthReport {
  /** `standby`: another collector has a queue, and this one waits for it. */
  state: 'live' | 'standby' | 'connecting' | 'trouble'
  queues: { queue: string; virtualHost: string; state: string; sentence: string }[]
  /** ISO. */
  lastStoredAt: string | null
  lastPublishedAt: string | null
  stored: number
  published: number
}

/** What a collector has done so far, and how its queues are. */
export interface CollectorHealth {
  onStatus(source: QueueSource, status: QueueStatus): void
  stored(count: number): void
  published(count: number): void
  report(): HealthReport
}

export function createCollectorHealth(sources: readonly QueueSource[], clock: ClockPort): CollectorHealth {
  const statuses = new Map<QueueSource, QueueStatus>()
  let [stored, published] = [0, 0]
  let lastStoredAt: string | null = null
  let lastPublishedAt: string | null = null
  const now = (): string => clock.now().toISOString()
  return {
    onStatus: (source, status) => statuses.set(source, status),
    stored: (count) => {
      stored += count
      lastStoredAt = now()
    },
    published: (count) => {
      published += count
      lastPublishedAt = now()
    },
    report: () => ({
      state: stateOf(sources.map((source) => statuses.get(source))),
      queues: sources.map((source) => {
        const { state = 'off', sentence = 'Not connected yet.' } = statuses.get(source) ?? {}
        return { queue: source.queue, virtualHost: source.virtualHost, state, sentence }
      }),
      lastStoredAt,
      lastPublishedAt,
      stored,
      published,
    }),
  }
}

/** The worst of its queues. */
function stateOf(statuses: readonly (QueueStatus | undefined)[]): HealthReport['state'] {
  const states = statuses.map((status) => {
    // First: a standby tries again every few seconds, and is healthy meanwhile.
    if (status?.failure?.tag === 'queue-held') return 'standby'
    if (status === undefined || status.state === 'off' || status.state === 'connecting') return 'connecting'
    return status.state === 'live' ? 'live' : 'trouble'
  })
  return (['trouble', 'connecting', 'standby'] as const).find((state) => states.includes(state)) ?? 'live'
}
