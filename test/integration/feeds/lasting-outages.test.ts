import type { GetMessage } from 'amqplib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createAmqpLink } from '../../../src/adapters/amqp/amqp-link.ts'
import { createAmqpPublisher } from '../../../src/adapters/amqp/amqp-publisher.ts'
import { createFirmPublisher } from '../../../src/engine/feed/firm/firm-publisher.ts'
import { NO_CUSTOMER } from '../../../src/engine/feed/firm/outgoing.ts'
import { republishSetAside } from '../../../src/engine/feed/firm/republish.ts'
import { createSubscription } from '../../../src/engine/feed/queue/subscription.ts'
import { storeDeliveries } from '../../../src/engine/feed/store-deliveries.ts'
import type { Delivery } from '../../../src/engine/ports/link.ts'
import { AppError } from '../../../src/shared/errors/app-error.ts'
import { borrowBroker, type BorrowedBroker } from '../../support/borrow-broker.ts'
import { onChannel } from '../../support/broker-channel.ts'
import { startGate } from '../../support/gate.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { SOON } from '../../support/queue-taker.ts'
import { statusMessages } from '../../support/status-messages.ts'
import { memoryFeed } from '../../support/test-feed.ts'

const QUEUE = 'parcels'
const EXCHANGE = 'parcel.status'
const CUSTOMER = 'c0000000-0000-4000-8000-000000000001'
const STRANGER = 'c0000000-0000-4000-8000-000000000009'
const HOUR_MS = 3_600_000
const STEP_MS = 30_000
/** More than the prefetch, so that some wait in the queue. */
const BODIES = statusMessages(300)
/** Fewer than the twenty that RabbitMQ lets a message come back by itself. */
const LIMIT = 3

let broker: BorrowedBroker
beforeAll(async () => {
  broker = await borrowBroker()
})
afterAll(() => broker.stop())

beforeEach(async () => {
  await onChannel(broker.url, async (channel) => {
    await channel.assertExchange(EXCHANGE, 'topic')
    for (const key of [CUSTOMER, NO_CUSTOMER]) {
      await channel.assertQueue(key)
      await channel.bindQueue(key, EXCHANGE, key)
    }
  })
})
afterEach(async () => {
  await broker.setMemoryAlarm(false)
  await broker.reset()
})

/** A collector’s own parts at a quorum queue of real brokers, with a clock that the test drives. */
async function startCollecting(limit: number) {
  await broker.declareQueue(QUEUE, { 'x-queue-type': 'quorum', 'x-delivery-limit': limit })
  const gate = await startGate(broker.port)
  const [clock, feed] = [createManualClock(), memoryFeed()]
  const setAside = feed.setAside
  const account = { host: '127.0.0.1', username: 'guest', heartbeatSeconds: 15, virtualHost: '/' }
  const password = (): Promise<string> => Promise.resolve('guest')
  const publisher = createFirmPublisher(
    createAmqpPublisher(),
    { ...account, port: gate.port, password, exchange: EXCHANGE, timeoutMs: 10_000, confirmTimeoutMs: 15_000 },
    { setAside: (messages) => setAside.keep(messages, clock.now()), clock: { wait: () => Promise.resolve() } },
  )
  const disk = { isFull: false }
  const came: Delivery[] = []
  const subscription = createSubscription({
    link: createAmqpLink(),
    clock,
    source: { ...account, hosts: [{ host: broker.host, port: broker.port }], queue: QUEUE, password, prefetch: 100 },
    provePassing: publisher.ready,
    store: (batch) => {
      came.push(...batch)
      if (disk.isFull) throw new AppError({ tag: 'disk-full', folder: '/data' })
      storeDeliveries({ feed, clock, beforeCommit: () => undefined }, batch)
      return publisher.publishing(batch)
    },
    onStatus: () => undefined,
    toFailure: (thrown) => {
      throw thrown
    },
  })
  onTestFinished(async () => {
    await subscription.stop()
    await publisher.close()
  })
  subscription.start()
  const state = (): string => subscription.status().state
  /** Every wait ends by an attempt, which fails within milliseconds. */
  const passAnHour = async (): Promise<void> => {
    for (let ms = 0; ms < HOUR_MS; ms += STEP_MS) {
      await clock.advance(STEP_MS)
      const isWaiting = (): boolean => Date.parse(subscription.status().nextTryAt ?? '') > clock.now().getTime()
      await expect.poll(isWaiting, SOON).toBe(true)
    }
  }
  /** Until all of so many is stored and acknowledged, with which it ends. (A quorum queue tells its whole length seconds later.) */
  const goOn = async (total = BODIES.length): Promise<void> => {
    const isDone = async (): Promise<boolean> => {
      await clock.advance(1_000)
      return state() === 'live' && feed.counts().total === total && (await broker.count(QUEUE)) === 0
    }
    await expect.poll(isDone, { interval: 50, timeout: 30_000 }).toBe(true)
    await subscription.stop()
    expect(await broker.count(QUEUE)).toBe(0)
  }
  return { gate, clock, feed, setAside, publisher, disk, came, subscription, state, passAnHour, goOn }
}

/** All that a queue has, taken from it. */
async function drain(queue: string): Promise<GetMessage[]> {
  return await onChannel(broker.url, async (channel) => {
    const messages: GetMessage[] = []
    for (;;) {
      const message = await channel.get(queue, { noAck: true })
      if (message === false) return messages
      messages.push(message)
    }
  })
}

const bodiesOf = (messages: readonly GetMessage[]): string[] => messages.map(({ content }) => content.toString())
const mostReturns = (came: readonly Delivery[]): number => Math.max(...came.map(({ returns = 0 }) => returns))

describe('an hour of an outage, at a quorum queue that drops what came back three times', () => {
  it('costs nothing where the disk is full: what was taken goes back once, and all is published once', async () => {
    const { disk, came, state, passAnHour, goOn } = await startCollecting(LIMIT)
    disk.isFull = true
    await broker.publish(QUEUE, BODIES)
    await expect.poll(state, SOON).toBe('not-stored')
    // The prefetch at most: it stops taking as soon as it can.
    expect(await broker.count(QUEUE)).toBeGreaterThanOrEqual(200)
    await passAnHour()
    expect(await broker.count(QUEUE)).toBe(300)
    disk.isFull = false
    await goOn()
    expect(mostReturns(came)).toBe(1)
    const published = bodiesOf(await drain(CUSTOMER))
    expect(published).toHaveLength(300)
    expect(new Set(published)).toEqual(new Set(BODIES))
  })

  it('costs nothing where the firm’s broker is dead, and nothing is published twice', async () => {
    const { gate, clock, came, state, passAnHour, goOn } = await startCollecting(LIMIT)
    await expect.poll(state, SOON).toBe('live')
    gate.shut()
    await broker.publish(QUEUE, BODIES)
    await expect.poll(state, SOON).toBe('not-stored')
    await passAnHour()
    expect(await broker.count(QUEUE)).toBe(300)
    await gate.open()
    await clock.advance(STEP_MS)
    await goOn()
    expect(mostReturns(came)).toBe(1)
    const published = bodiesOf(await drain(CUSTOMER))
    expect(published).toHaveLength(300)
    expect(new Set(published)).toEqual(new Set(BODIES))
  })

  it('takes nothing at all where the firm’s broker was dead before', async () => {
    const { gate, came, state, passAnHour, goOn, subscription, clock } = await startCollecting(LIMIT)
    await expect.poll(state, SOON).toBe('live')
    await subscription.stop()
    gate.shut()
    await broker.publish(QUEUE, BODIES)
    subscription.start()
    await expect.poll(state, SOON).toBe('not-stored')
    await passAnHour()
    expect(came).toEqual([])
    await gate.open()
    await clock.advance(STEP_MS)
    await goOn()
    expect(mostReturns(came)).toBe(0)
    expect(bodiesOf(await drain(CUSTOMER))).toEqual(BODIES)
  })

  it('costs nothing where an alarm begins amid publishing, and each message is in its stream once', async () => {
    const { disk, clock, came, state, passAnHour, goOn, subscription } = await startCollecting(LIMIT)
    disk.isFull = true
    await broker.publish(QUEUE, BODIES)
    await expect.poll(state, SOON).toBe('not-stored')
    await broker.setMemoryAlarm(true)
    disk.isFull = false
    await clock.advance(1_000)
    await expect.poll(() => subscription.status().sentence, SOON).toContain('short of memory or disk space')
    await passAnHour()
    await broker.setMemoryAlarm(false)
    await clock.advance(STEP_MS)
    await goOn()
    expect(mostReturns(came)).toBe(1)
    const published = bodiesOf(await drain(CUSTOMER))
    expect(published).toHaveLength(300)
    expect(new Set(published)).toEqual(new Set(BODIES))
  })

  it('does not come of one message without a stream: that is set aside, and the rest goes on once and in order', async () => {
    const { came, goOn, setAside, publisher } = await startCollecting(LIMIT)
    const [foreign = ''] = BODIES.map((body) => body.replace(CUSTOMER, STRANGER))
    await broker.publish(QUEUE, [foreign, ...BODIES])
    await goOn(BODIES.length + 1)
    expect(mostReturns(came)).toBe(0)
    expect(bodiesOf(await drain(CUSTOMER))).toEqual(BODIES)
    const [copy, ...more] = await drain(NO_CUSTOMER)
    expect(more).toEqual([])
    expect(copy?.content.toString()).toBe(foreign)
    expect(copy?.properties.headers).toMatchObject({
      'parcel-desk': 'status',
      'parcel-desk-key': STRANGER,
      'parcel-desk-reason': `no stream is bound to it for “${STRANGER}”`,
    })
    const again = async () => await republishSetAside(publisher, setAside, new AbortController().signal)
    expect(await again()).toEqual({ published: 0, left: 1 })
    await onChannel(broker.url, async (channel) => {
      await channel.assertQueue(STRANGER)
      await channel.bindQueue(STRANGER, EXCHANGE, STRANGER)
    })
    expect(await again()).toEqual({ published: 1, left: 0 })
    expect(await again()).toEqual({ published: 0, left: 0 })
    expect(bodiesOf(await drain(STRANGER))).toEqual([foreign])
    expect(await drain(NO_CUSTOMER)).toEqual([])
  })
})
