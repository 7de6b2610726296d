import { request, type IncomingMessage } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { connect } from 'node:net'
import { hostname } from 'node:os'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createCollectorHealth } from '../../../../src/cli/collect/collector-health.ts'
import { startHealthServer } from '../../../../src/cli/collect/health-server.ts'
import type { HealthPlace } from '../../../../src/cli/options/option-types.ts'
import { freePorts } from '../../../support/free-ports.ts'
import { createManualClock } from '../../../support/manual-clock.ts'

const SOURCE = {
  hosts: [{ host: 'mq.example', port: 5671 }],
  virtualHost: 'aurora',
  queue: 'parcels',
  username: 'desk',
  password: () => Promise.resolve(''),
  heartbeatSeconds: 10,
  prefetch: 100,
}

async function serve(host = '127.0.0.1') {
  const [port = 0] = await freePorts(1)
  const clock = createManualClock()
  const publisher = { isReady: true }
  const setAside = { count: () => 7 }
  const health = createCollectorHealth({ sources: [SOURCE], publisher, setAside, clock })
  const place: HealthPlace = { host, port }
  const server = await startHealthServer(place, { health, countWaiting: () => Promise.resolve([42]) })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const ask = async (path: string, options: { method?: string; headers?: Record<string, string> } = {}) => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path, agent: false, ...options }, resolve)
        .on('error', reject)
        .end()
    })
    return { status: response.statusCode, headers: response.headers, text: await textOf(response) }
  }
  return { port, ask, health, clock, publisher }
}

describe('the health of a collector over HTTP', () => {
  it.each(['127.0.0.1', 'localhost:9180', '[::1]:9180', '10.0.0.7', hostname(), `${hostname()}.firm.example:9180`])(
    'is answered under the name %s, which no page of the web can have',
    async (host) => {
      const { ask } = await serve()
      expect(await ask('/healthz', { headers: { host } })).toMatchObject({ status: 503 })
    },
  )

  it.each(['evil.example', '127.0.0.1.evil.example:9180', 'localhost.evil.example'])(
    'is not answered under the name “%s”, as which a page may have led here',
    async (host) => {
      const { ask } = await serve()
      const { status, text } = await ask('/metrics', { headers: { host } })
      expect(status).toBe(421)
      expect(text).not.toContain('parcels')
    },
  )

  it('is answered under the name that it was given', async () => {
    const { ask } = await serve('localhost')
    expect(await ask('/metrics', { headers: { host: 'localhost' } })).toMatchObject({ status: 200 })
  })

  it('is only read: other methods are refused, and HEAD has no body', async () => {
    const { ask } = await serve()
    expect(await ask('/healthz', { method: 'POST' })).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } })
    expect(await ask('/metrics', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
    expect(await ask('/')).toMatchObject({ status: 404 })
  })

  it('takes a few connections, and drops more', async () => {
    const { port } = await serve()
    const sockets = Array.from({ length: 40 }, () => connect({ host: '127.0.0.1', port }))
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
    })
    const dropped = new Set<object>()
    for (const socket of sockets)
      socket
        .on('error', () => undefined)
        .on('close', () => dropped.add(socket))
        .resume()
    await expect.poll(() => dropped.size).toBe(24)
  })

  it('shows what an operator alarms on', async () => {
    const { ask, health, clock } = await serve()
    health.onStatus(SOURCE, {
      state: 'connecting',
      sentence: '',
      host: null,
      nextTryAt: null,
      since: '',
      otherConsumers: null,
      failure: null,
    })
    health.came([
      { tag: 1, body: Buffer.alloc(0), isRedelivered: false },
      { tag: 2, body: Buffer.alloc(0), isRedelivered: true, returns: 3 },
    ])
    health.unroutable(2)
    health.watched(() => Promise.resolve(), 1)
    const published = health.watched(() => Promise.resolve(), 5)
    await published()
    await clock.advance(90_000)
    const { text } = await ask('/metrics')
    const lines = text.split('\n')
    for (const line of [
      'parcel_desk_messages_redelivered_total 1',
      'parcel_desk_returns_max 3',
      'parcel_desk_messages_unroutable_total 2',
      'parcel_desk_set_aside_messages 7',
      'parcel_desk_messages_published_total 5',
      'parcel_desk_oldest_unpublished_seconds 90',
      'parcel_desk_firm_broker_up 1',
      'parcel_desk_healthy 0',
      'parcel_desk_queue_messages{queue="parcels",vhost="aurora"} 42',
      'parcel_desk_queue_reconnects_total{queue="parcels",vhost="aurora"} 0',
    ]) {
      expect(lines).toContain(line)
    }
  })

  it('is bad while nothing can be published, although messages would arrive', async () => {
    const { ask, health, publisher } = await serve()
    const live = { sentence: '', host: null, nextTryAt: null, since: '', otherConsumers: 0, failure: null }
    health.onStatus(SOURCE, { ...live, state: 'live' })
    expect(await ask('/healthz')).toMatchObject({ status: 200 })
    publisher.isReady = false
    expect(await ask('/healthz')).toMatchObject({ status: 503 })
  })
})
