import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createAmqpLink } from '../../../src/adapters/amqp/amqp-link.ts'
import { createAmqpPublisher } from '../../../src/adapters/amqp/amqp-publisher.ts'
import { createNetwork } from '../../../src/adapters/network/network.ts'
import { readScriptAnswer } from '../../../src/adapters/network/ways.ts'
import { createProxyPasswords, type ProxyPasswords } from '../../../src/engine/accounts/proxy-passwords.ts'
import { type BorrowedBroker, borrowBroker } from '../../support/borrow-broker.ts'
import type { ConnectProxy } from '../../support/connect-proxy.ts'
import { startConnectProxy } from '../../support/start-connect-proxy.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { createMemorySecrets } from '../../support/memory-secrets.ts'
import { type PrivateCa, privateCa } from '../../support/private-ca.ts'
import { expectWhole, type QueueTaker, SOON, stateOf, takeQueue } from '../../support/queue-taker.ts'
import { statusMessages } from '../../support/status-messages.ts'
import { openTlsFront } from '../../support/tls-front.ts'

/** Resolves nowhere: what reaches it went through the proxy. */
const HOST = 'mq.parcel-desk.invalid'
const LOGIN = { username: 'ops', password: 'CANARY-proxy' }
/** Twenty with PARCEL_DESK_PROXY_KILLS=20. */
const KILLS = Number(process.env['PARCEL_DESK_PROXY_KILLS'] ?? 3)
const BURST = 40
let folder: string
let pem: PrivateCa
let ca: string
let broker: BorrowedBroker

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parcel-desk-link-proxy-'))
  pem = await privateCa(folder, { names: `DNS:${HOST}` })
  ca = await readFile(pem.caFile, 'utf8')
  broker = await borrowBroker()
})
afterAll(async () => {
  await broker.stop()
  await rm(folder, { recursive: true, force: true })
})

interface ThroughProxy {
  taker: QueueTaker
  proxy: ConnectProxy
  passwords: ProxyPasswords
}

/** A queue of the broker, which is reached by TLS through a proxy that asks for a password. */
async function takeThroughProxy(queue: string, beforeStore: () => void = () => undefined): Promise<ThroughProxy> {
  await broker.declareQueue(queue)
  const front = await openTlsFront(pem, broker.port)
  onTestFinished(front.close)
  const { username, password } = LOGIN
  const proxy = await startConnectProxy({ login: `${username}:${password}`, targetPort: () => front.port })
  const network = createNetwork({
    findWays: () => Promise.resolve(readScriptAnswer(`PROXY ${proxy.place}`, 'here')),
  })
  const passwords = createProxyPasswords({ secrets: createMemorySecrets(), onSecret: () => undefined })
  network.useLogins(passwords)
  const source = {
    hosts: [{ host: HOST, port: 5671 }],
    queue,
    tls: () => Promise.resolve({ ca }),
    heartbeatSeconds: 10,
  }
  const taker = await takeQueue(source, { amqp: createAmqpLink({ network }), beforeStore })
  return { taker, proxy, passwords }
}

describe('a broker behind a proxy that asks for a password', () => {
  it('is reached once somebody has signed in there, and is not asked for twice', async () => {
    const { taker, proxy, passwords } = await takeThroughProxy('proxy-login')
    await expect.poll(() => taker.subscription.status().failure?.tag, SOON).toBe('proxy-login')
    expect(taker.subscription.status().sentence).toContain(
      `The proxy ${proxy.place} asks for a user name and a password.`,
    )
    await passwords.remember(proxy.place, LOGIN, false)
    taker.subscription.retryNow()
    await expect.poll(() => stateOf(taker), SOON).toBe('live')
    expect(new Set(proxy.asked)).toEqual(new Set([`${HOST}:5671`]))
    const published = statusMessages(BURST)
    await broker.publish('proxy-login', published)
    await expectWhole(taker, { broker, queue: 'proxy-login' }, published)
  })

  it(`loses and doubles nothing where the proxy is killed ${KILLS} times under messages`, async () => {
    const queue = 'proxy-kills'
    let isArmed = false
    // As a batch is stored: none of it can be acknowledged any more, and all of it comes again.
    const { taker, proxy, passwords } = await takeThroughProxy(queue, () => {
      if (!isArmed) return
      isArmed = false
      void proxy.kill()
    })
    await passwords.remember(proxy.place, LOGIN, false)
    taker.subscription.retryNow()
    const published = statusMessages(BURST * KILLS)
    for (let kill = 0; kill < KILLS; kill += 1) {
      await expect.poll(() => stateOf(taker), SOON).toBe('live')
      isArmed = true
      await broker.publish(queue, published.slice(kill * BURST, (kill + 1) * BURST))
      await expect.poll(() => stateOf(taker), SOON).not.toBe('live')
      await proxy.restart()
      taker.subscription.retryNow()
    }
    await expectWhole(taker, { broker, queue }, published)
    expect(taker.bodies()).toHaveLength(published.length)
  })

  it('whose proxy falls silent is given up after three heartbeats, not after one that is late, and reached anew', async () => {
    const queue = 'proxy-silent'
    // The heartbeat’s own.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const { taker, proxy, passwords } = await takeThroughProxy(queue)
    await passwords.remember(proxy.place, LOGIN, false)
    taker.subscription.retryNow()
    await expect.poll(() => stateOf(taker), SOON).toBe('live')
    proxy.goSilent()
    // In the first, something came before the silence; the second is the first that was missed.
    await vi.advanceTimersByTimeAsync(20_000)
    expect(stateOf(taker)).toBe('live')
    await vi.advanceTimersByTimeAsync(10_000)
    await expect.poll(() => taker.states().includes('waiting'), SOON).toBe(true)
    // Or the broker, whose clock is not driven, would give to the silent connection for half a minute more.
    await proxy.kill()
    await proxy.restart()
    taker.subscription.retryNow()
    const published = statusMessages(BURST)
    await broker.publish(queue, published)
    await expectWhole(taker, { broker, queue }, published)
  })
})

describe('a broker on another computer without encryption', () => {
  const plain = { hosts: [{ host: HOST, port: 5672 }], queue: 'plain' }

  it('is not connected to, however it came into the settings (W-L7)', async () => {
    const taker = await takeQueue(plain)
    await expect.poll(() => stateOf(taker), SOON).toBe('refused')
    expect(taker.subscription.status().sentence).toBe(
      `AMQP without encryption to ${HOST} is refused: user name, password and messages could be read on their way. Encrypt the connection in Settings, under its name. If the broker has no TLS, ask your administrator to allow it.`,
    )
  })

  it('is tried where the organisation allows it', async () => {
    const network = createNetwork({ isPlainAmqpAllowed: () => true })
    const taker = await takeQueue(plain, { amqp: createAmqpLink({ network }) })
    await expect.poll(() => taker.subscription.status().failure?.tag, SOON).toBe('service-unreachable')
  })

  it('is not published to', async () => {
    const target = { ...LOGIN, host: HOST, port: 5672, virtualHost: '/', exchange: 'parcel.status' }
    const limits = { heartbeatSeconds: 15, timeoutMs: 10_000, confirmTimeoutMs: 10_000 }
    const failure = await failureThrown(createAmqpPublisher().open({ ...target, ...limits }))
    expect(failure).toMatchObject({ tag: 'bad-usage', message: expect.stringContaining('is refused') })
  })
})
