import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../../src/shared/errors/app-error.ts'
import { borrowBroker, type BorrowedBroker } from '../../support/borrow-broker.ts'
import { expectWhole, SOON, stateOf, takeQueue } from '../../support/queue-taker.ts'
import { startSilentProxy } from '../../support/silent-proxy.ts'
import { statusMessage, statusMessages } from '../../support/status-messages.ts'
import { startStubbornPublisher } from '../../support/stubborn-publisher.ts'

let broker: BorrowedBroker
beforeAll(async () => {
  broker = await borrowBroker()
})
afterAll(() => broker.stop())

const here = (): { host: string; port: number }[] => [{ host: broker.host, port: broker.port }]

describe('a queue that is deleted under its consumer', () => {
  it('is reported as gone, and consumed again once it is back', async () => {
    await broker.declareQueue('deleted')
    const taker = await takeQueue({ hosts: here(), queue: 'deleted' })
    await broker.publish('deleted', statusMessages(10))
    await expect.poll(() => taker.feed.counts().total, SOON).toBe(10)
    await broker.deleteQueue('deleted')
    await expect.poll(() => taker.states(), SOON).toContain('queue-missing')
    expect(taker.states()).toEqual(['connecting', 'live', 'cancelled', 'connecting', 'queue-missing'])
    await broker.declareQueue('deleted')
    await broker.publish('deleted', statusMessages(10, 10))
    await expectWhole(taker, { broker, queue: 'deleted' }, statusMessages(20))
  })
})

describe('connections that the broker closes', () => {
  it('are replaced, and lose nothing in transit', async () => {
    await broker.declareQueue('closed')
    const taker = await takeQueue({ hosts: here(), queue: 'closed' })
    const publisher = startStubbornPublisher(broker, 'closed', statusMessage)
    for (let turn = 0; turn < 3; turn += 1) {
      await expect.poll(() => stateOf(taker), SOON).toBe('live')
      await broker.closeConnections('maintenance')
      await expect.poll(() => taker.attempts, SOON).toBeGreaterThan(turn + 1)
    }
    await publisher.stop()
    await expectWhole(taker, { broker, queue: 'closed' }, publisher.confirmed)
    const said = taker.statuses.map(({ failure }) => failure?.message ?? '')
    expect(said.join(' ')).toContain('the broker ended it with “CONNECTION_FORCED - maintenance”')
  })
})

describe('a connection that dies silently', { tags: 'soak' }, () => {
  it('is noticed by the heartbeat, and nothing in transit is lost', async () => {
    await broker.declareQueue('silent')
    const proxy = await startSilentProxy(broker.port)
    let isSilenced = false
    // After the first batch arrived, before it is acknowledged.
    const beforeStore = (): void => {
      if (!isSilenced) proxy.goSilent()
      isSilenced = true
    }
    const source = { hosts: [{ host: '127.0.0.1', port: proxy.port }], queue: 'silent', heartbeatSeconds: 1 }
    const taker = await takeQueue(source, { beforeStore })
    await expect.poll(() => stateOf(taker), SOON).toBe('live')
    await broker.publish('silent', statusMessages(50))
    await expect
      .poll(() => taker.statuses.map(({ failure }) => failure?.message ?? ''), SOON)
      .toContainEqual(
        `The connection was lost during the feed from 127.0.0.1:${proxy.port}: nothing came from the broker any more.`,
      )
    proxy.recover()
    taker.subscription.retryNow()
    await broker.publish('silent', statusMessages(50, 50))
    await expectWhole(taker, { broker, queue: 'silent' }, statusMessages(100))
    // What was stored but not acknowledged came again, and was counted.
    expect([...taker.feed.all()].some(({ received }) => received > 1)).toBe(true)
  })
})

describe('a full disk', { tags: 'soak' }, () => {
  it('leaves the messages with the broker until there is space', async () => {
    await broker.declareQueue('full')
    let refusals = 3
    const beforeStore = (): void => {
      refusals -= 1
      if (refusals >= 0) throw new AppError({ tag: 'disk-full', folder: '/data' })
    }
    const taker = await takeQueue({ hosts: here(), queue: 'full' }, { beforeStore })
    await broker.publish('full', statusMessages(300))
    await expectWhole(taker, { broker, queue: 'full' }, statusMessages(300))
    expect(taker.states()).toEqual(['connecting', 'live', 'not-stored', 'live', 'off'])
    expect(refusals).toBeLessThan(0)
  })
})

describe('a computer that wakes up under load', { tags: 'soak' }, () => {
  it('replaces its link and loses nothing', async () => {
    await broker.declareQueue('woken')
    const taker = await takeQueue({ hosts: here(), queue: 'woken' })
    const publisher = startStubbornPublisher(broker, 'woken', statusMessage)
    for (let turn = 1; turn <= 5; turn += 1) {
      await expect.poll(() => taker.feed.counts().total, SOON).toBeGreaterThan(turn * 100)
      taker.subscription.reconnect()
      await expect.poll(() => taker.attempts, SOON).toBe(turn + 1)
    }
    await publisher.stop()
    await expectWhole(taker, { broker, queue: 'woken' }, publisher.confirmed)
  })
})
