import type { Metric } from '../../adapters/prometheus.ts'
import type { HealthReport } from './collector-health.ts'

/** What `/metrics` answers. Names and meanings are in docs/command-line.md, and alarms depend on them. */
export function metricsOf(report: HealthReport, waiting: readonly (number | undefined)[]): Metric[] {
  const { queues, state } = report
  const labelsOf = ({ queue, virtualHost }: HealthReport['queues'][number]) => ({ queue, vhost: virtualHost })
  const counter = (name: string, help: string, value: number): Metric => ({
    name,
    help,
    kind: 'counter',
    values: [{ value }],
  })
  const gauge = (name: string, help: string, value: number): Metric => ({
    name,
    help,
    kind: 'gauge',
    values: [{ value }],
  })
  const perQueue = (of: (queue: HealthReport['queues'][number], place: number) => number | undefined) =>
    queues.flatMap((queue, place) => {
      const value = of(queue, place)
      return value === undefined ? [] : [{ value, labels: labelsOf(queue) }]
    })
  return [
    counter('parcel_desk_messages_stored_total', 'Messages stored in the inbox, new ones.', report.stored),
    counter('parcel_desk_messages_published_total', 'Messages that the firm’s broker has confirmed.', report.published),
    counter('parcel_desk_messages_redelivered_total', 'Messages that came once more.', report.redelivered),
    counter('parcel_desk_messages_unreadable_total', 'Messages that could not be read.', report.unreadable),
    counter('parcel_desk_messages_unroutable_total', 'Messages that no stream was bound for.', report.unroutable),
    gauge('parcel_desk_set_aside_messages', 'Messages that wait for --republish set-aside.', report.setAside),
    gauge(
      'parcel_desk_returns_max',
      'How often a message had come back to its queue, where the broker counts.',
      report.mostReturns,
    ),
    gauge(
      'parcel_desk_oldest_unpublished_seconds',
      'Since when the oldest message is stored and not published; 0 for none.',
      report.oldestUnpublishedSeconds,
    ),
    gauge(
      'parcel_desk_last_stored_timestamp_seconds',
      'When a message was last stored; 0 for never.',
      seconds(report.lastStoredAt),
    ),
    gauge(
      'parcel_desk_last_published_timestamp_seconds',
      'When a message was last confirmed; 0 for never.',
      seconds(report.lastPublishedAt),
    ),
    gauge('parcel_desk_firm_broker_up', '1 while messages can be published.', report.canPublish ? 1 : 0),
    gauge('parcel_desk_healthy', '1 while /healthz answers 200.', state === 'live' || state === 'standby' ? 1 : 0),
    {
      name: 'parcel_desk_queue_live',
      help: '1 while messages of the queue arrive.',
      kind: 'gauge',
      values: perQueue((queue) => (queue.state === 'live' ? 1 : 0)),
    },
    {
      name: 'parcel_desk_queue_reconnects_total',
      help: 'Connections to the queue after the first.',
      kind: 'counter',
      values: perQueue(({ reconnects }) => reconnects),
    },
    {
      name: 'parcel_desk_queue_messages',
      help: 'Messages that wait in the queue; missing where that is not known.',
      kind: 'gauge',
      values: perQueue((_, place) => waiting[place]),
    },
  ]
}

function seconds(iso: string | null): number {
  return iso === null ? 0 : Date.parse(iso) / 1_000
}
