import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { badUsage } from '../../shared/errors/app-error.ts'
import { bareHost, hostPort } from '../../shared/text/addresses.ts'
import { prometheusText } from '../../adapters/prometheus.ts'
import type { HealthPlace } from '../options/option-types.ts'
import type { CollectorHealth } from './collector-health.ts'
import { metricsOf } from './collector-metrics.ts'

/** One for each program that watches, and some to spare: everything else of this computer is to have its share. */
const MOST_CONNECTIONS = 16

export interface Watchable {
  health: CollectorHealth
  /** Messages that wait in each queue of the health, in its order. */
  countWaiting: () => Promise<(number | undefined)[]>
}

/** Answers `/healthz` and `/metrics`. Fails with bad-usage where the port is taken, or the address is not this computer’s. */
export async function startHealthServer(place: HealthPlace, watchable: Watchable): Promise<Server> {
  const server = createServer((request, response) => {
    void answer(request, place, watchable).then(({ status, type, text, allow }) => {
      const headers = { 'content-type': type, 'cache-control': 'no-store', ...(allow === undefined ? {} : { allow }) }
      response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : text)
    })
  })
  server.maxConnections = MOST_CONNECTIONS
  server.listen(place.port, place.host)
  try {
    await once(server, 'listening')
  } catch (thrown) {
    throw badUsage(
      `${hostPort(place)} of this computer cannot be used: ${String(thrown)}.`,
      'Give --health another port.',
    )
  }
  // Whoever scrapes keeps connections open: they must not keep a collector from ending.
  server.unref()
  return server
}

interface Answer {
  status: number
  type: string
  text: string
  allow?: string
}

async function answer(
  request: IncomingMessage,
  place: HealthPlace,
  { health, countWaiting }: Watchable,
): Promise<Answer> {
  const plain = (status: number, text: string): Answer => ({ status, type: 'text/plain', text: `${text}\n` })
  if (!isOwnName(request.headers.host ?? '', place)) return plain(421, 'This is not the collector of that host.')
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return { ...plain(405, 'Only GET and HEAD are answered.'), allow: 'GET, HEAD' }
  }
  if (request.url === '/metrics') {
    const { type, text } = await prometheusText(metricsOf(health.report(), await countWaiting()))
    return { status: 200, type, text }
  }
  if (request.url !== '/healthz') return plain(404, 'Here are /healthz and /metrics.')
  const report = health.report()
  const isWell = report.state === 'live' || report.state === 'standby'
  return { status: isWell ? 200 : 503, type: 'application/json', text: `${JSON.stringify(report)}\n` }
}

/**
 * A page of the web can have its own name lead to this computer and then read what answers here. It cannot have it lead by a
 * number, nor by a name of this computer.
 */
function isOwnName(header: string, { host }: HealthPlace): boolean {
  const name = bareHost(header.replace(/:\d+$/, '')).toLowerCase()
  const own = hostname().toLowerCase()
  return isIP(name) !== 0 || ['localhost', host.toLowerCase(), own].includes(name) || name.startsWith(`${own}.`)
}
