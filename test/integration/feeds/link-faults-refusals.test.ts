import { createServer as createHttpServer } from 'node:http'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createAmqpLink } from '../../../src/adapters/amqp/amqp-link.ts'
import type { Link, LinkTarget } from '../../../src/engine/ports/link.ts'
import { failureThrown } from '../../support/failure-thrown.ts'
import { borrowBroker, type BorrowedBroker } from '../../support/borrow-broker.ts'
import { listenHere } from '../../support/listen-here.ts'
import { ALL_RIGHTS } from '../../support/private-broker.ts'
import { takeQueue, type QueueTaker } from '../../support/queue-taker.ts'
import { startRawServer } from '../../support/raw-server.ts'
import { statusMessages } from '../../support/status-messages.ts'

let broker: BorrowedBroker
beforeAll(async () => {
  broker = await borrowBroker()
  await broker.declareQueue('parcels')
})
afterAll(() => broker.stop())

const SOON = { interval: 20 }
const SECRET = 's3cret-w0rd/#@:'
const nobody = { delivered: () => undefined, blocked: () => undefined, lost: () => undefined }

function connect(target: Partial<LinkTarget> = {}): Promise<Link> {
  const usual = { host: broker.host, port: broker.port, virtualHost: '/', username: 'guest', password: 'guest' }
  const limits = { queue: 'parcels', heartbeatSeconds: 15, prefetch: 100, timeoutMs: 10_000 }
  return createAmqpLink().connect({ ...usual, ...limits, ...target }, nobody)
}

const stateOf = ({ subscription }: QueueTaker): string => subscription.status().state
const here = (): { host: string; port: number }[] => [{ host: broker.host, port: broker.port }]

describe('a wrong login', () => {
  it('is tried only once, so that the account is not locked', async () => {
    const taker = await takeQueue({ hosts: [...here(), ...here()], password: () => Promise.resolve(SECRET) })
    await expect.poll(() => stateOf(taker), SOON).toBe('refused')
    const { failure, nextTryAt, sentence } = taker.subscription.status()
    expect({ tag: failure?.tag, nextTryAt, attempts: taker.attempts }).toEqual({
      tag: 'broker-refused',
      nextTryAt: null,
      attempts: 1,
    })
    expect(sentence).toContain('refused the user name or password of guest')
    taker.subscription.reconnect()
    taker.subscription.retryNow()
    await expect.poll(() => taker.attempts, SOON).toBe(2)
    await expect.poll(() => stateOf(taker), SOON).toBe('refused')
  })

  it('leaves no password in errors or states', async () => {
    const thrown: unknown = await connect({ password: SECRET }).catch((reason: unknown) => reason)
    const missing: unknown = await connect({ port: 1, password: SECRET }).catch((reason: unknown) => reason)
    for (const one of [thrown, missing]) {
      expect(one).toBeInstanceOf(Error)
      expect(inspect(one, { depth: 20, showHidden: true })).not.toMatch(/s3cret|w0rd/)
    }
  })
})

describe('a virtual host', () => {
  it('that does not exist, or is closed to the user, is refused by its name', async () => {
    await broker.addVirtualHost('closed')
    for (const virtualHost of ['nowhere', 'closed']) {
      expect(await failureThrown(connect({ virtualHost }))).toMatchObject({ tag: 'virtual-host-refused', virtualHost })
    }
  })

  it('is found whatever characters its name has', async () => {
    await broker.addVirtualHost('a%20b/ü')
    await broker.setRights('guest', ALL_RIGHTS, 'a%20b/ü')
    expect(await failureThrown(connect({ virtualHost: 'a%20b/ü' }))).toMatchObject({ tag: 'queue-missing' })
  })
})

describe('a queue', () => {
  it('that is missing is consumed as soon as it exists', async () => {
    const taker = await takeQueue({ hosts: here(), queue: 'later' })
    await expect.poll(() => stateOf(taker), SOON).toBe('queue-missing')
    await broker.declareQueue('later')
    await broker.publish('later', statusMessages(3))
    await expect.poll(() => taker.bodies(), SOON).toEqual(statusMessages(3))
    expect(stateOf(taker)).toBe('live')
  })

  it('that the user may not read is refused, in the broker’s words', async () => {
    await broker.addUser('blind', 'pw')
    await broker.setRights('blind', { ...ALL_RIGHTS, read: '^$' })
    const taker = await takeQueue({ hosts: here(), username: 'blind', password: () => Promise.resolve('pw') })
    await expect.poll(() => stateOf(taker), SOON).toBe('refused')
    expect(taker.subscription.status().sentence).toContain("access to queue 'parcels' in vhost '/' refused")
    expect(taker.attempts).toBe(1)
  })

  it('that another program uses exclusively is waited for', async () => {
    await broker.declareQueue('held')
    const holder = await broker.hold('held')
    const taker = await takeQueue({ hosts: here(), queue: 'held' })
    await expect.poll(() => taker.subscription.status().failure?.tag, SOON).toBe('queue-held')
    await holder.close()
    await expect.poll(() => stateOf(taker), SOON).toBe('live')
  })

  it('that others consume too is consumed with a remark about them', async () => {
    await broker.declareQueue('shared')
    const [first, second] = [await connect({ queue: 'shared' }), await connect({ queue: 'shared' })]
    const taker = await takeQueue({ hosts: here(), queue: 'shared' })
    await expect.poll(() => stateOf(taker), SOON).toBe('live')
    expect(taker.subscription.status().otherConsumers).toBe(2)
    await first.close()
    await second.close()
  })

  it('is not declared, bound or purged by being consumed', async () => {
    expect(await failureThrown(connect({ queue: 'never-made' }))).toMatchObject({ tag: 'queue-missing' })
    expect(await broker.ctl('list_queues', 'name')).not.toContain('never-made')
  })
})

describe('what answers on the port', () => {
  it('with HTTP is not a broker', async () => {
    const server = createHttpServer((_asked, answer) => answer.end('hello'))
    const port = await listenHere(server)
    onTestFinished(() => void server.close())
    expect(await failureThrown(connect({ port }))).toEqual({
      tag: 'service-unreachable',
      origin: `127.0.0.1:${port}`,
      reason: 'what answers there does not speak AMQP',
    })
  })

  it('with silence is left after the timeout', async () => {
    const server = await startRawServer(() => undefined)
    onTestFinished(server.close)
    for (const tls of [undefined, {}]) {
      const target = { port: server.port, timeoutMs: 300, ...(tls === undefined ? {} : { tls }) }
      expect(await failureThrown(connect(target))).toMatchObject({ tag: 'timed-out', timeoutMs: 300 })
    }
  })

  it('with a refusal gives way to the next host', async () => {
    const taker = await takeQueue({ hosts: [{ host: '127.0.0.1', port: 1 }, ...here()] })
    await expect.poll(() => stateOf(taker), SOON).toBe('live')
    expect(taker.states()).toEqual(['connecting', 'live'])
    expect(taker.subscription.status().host).toBe(`127.0.0.1:${broker.port}`)
  })

  it('is not waited for once the attempt is aborted', async () => {
    const server = await startRawServer(() => undefined)
    onTestFinished(server.close)
    const taker = await takeQueue({ hosts: [{ host: '127.0.0.1', port: server.port }] })
    await expect.poll(() => taker.attempts, SOON).toBe(1)
    await taker.subscription.stop()
    expect(stateOf(taker)).toBe('off')
  })
})
