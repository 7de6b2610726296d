import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { badUsage } from '../../shared/errors/app-error.ts'
import { prometheusText, type Metric } from '../../adapters/prometheus.ts'
import type { CollectorHealth, HealthReport } from './collector-health.ts'

/** Answers `/healthz` and `/metrics` on this computer alone. Fails with bad-usage where the port is taken. */
export async function startHealthServer(port: number, health: CollectorHealth): Promise<Server> {
  const server = createServer((request, response) => {
    void answer(request.url ?? '', health).then(({ status, type, text }) => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
    })
  })
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (thrown) {
    throw badUsage(`Port ${port} of this computer cannot be used: ${String(thrown)}.`, 'Give --health another port.')
  }
  // Whoever scrapes keeps connections open: they must not keep a collector from ending.
  server.unref()
  return server
}

interface Answer {
  status: number
  type: string
  text: string
}

async function answer(path: string, health: CollectorHealth): Promise<Answer> {
  const report = health.report()
  if (path === '/metrics') {
    const { type, text } = await prometheusText(metricsOf(report))
    return { status: 200, type, text }
  }
  if (path !== '/healthz') return { status: 404, type: 'text/plain', text: 'Here are /healthz and /metrics.\n' }
  const isWell = report.state === 'live' || report.state === 'standby'
  return { status: isWell ? 200 : 503, type: 'application/json', text: `${JSON.stringify(report)}\n` }
}

function metricsOf({ queues, stored, published, lastStoredAt, lastPublishedAt }: HealthReport): Metric[] {
  const seconds = (iso: string | null): number => (iso === null ? 0 : Date.parse(iso) / 1_000)
  return [
    {
      name: 'parcel_desk_messages_stored_total',
      help: 'Messages stored in the inbox, new ones.',
      kind: 'counter',
      values: [{ value: stored }],
    },
    {
      name: 'parcel_desk_messages_published_total',
      help: 'Messages that the firm’s broker has confirmed.',
      kind: 'counter',
      values: [{ value: published }],
    },
    {
      name: 'parcel_desk_last_stored_timestamp_seconds',
      help: 'When a message was last stored; 0 for never.',
      kind: 'gauge',
      values: [{ value: seconds(lastStoredAt) }],
    },
    {
      name: 'parcel_desk_last_published_timestamp_seconds',
      help: 'When a message was last confirmed; 0 for never.',
      kind: 'gauge',
      values: [{ value: seconds(lastPublishedAt) }],
    },
    {
      name: 'parcel_desk_queue_live',
      help: '1 while messages of the queue arrive.',
      kind: 'gauge',
      values: queues.map(({ queue, virtualHost, state }) => ({
        value: state === 'live' ? 1 : 0,
        labels: { queue, vhost: virtualHost },
      })),
    },
  ]
}
