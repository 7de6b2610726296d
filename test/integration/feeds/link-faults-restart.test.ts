import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { borrowBroker, type BorrowedBroker } from '../../support/borrow-broker.ts'
import { expectWhole, SOON, stateOf, takeQueue } from '../../support/queue-taker.ts'
import { statusMessage, statusMessages } from '../../support/status-messages.ts'
import { startStubbornPublisher } from '../../support/stubborn-publisher.ts'

/** Restarts of the broker’s application; benchmarks and campaigns do many. */
const TURNS = 2
/** Messages that come before each. */
const MANY = 250

let broker: BorrowedBroker
beforeAll(async () => {
  broker = await borrowBroker()
})
afterAll(() => broker.stop())

const here = (): { host: string; port: number }[] => [{ host: broker.host, port: broker.port }]

describe('a broker that is stopped and started', () => {
  it('again and again under load leaves every message in the inbox once', async () => {
    await broker.declareQueue('restarted')
    const taker = await takeQueue({ hosts: here(), queue: 'restarted' })
    const publisher = startStubbornPublisher(broker, 'restarted', statusMessage)
    for (let turn = 0; turn < TURNS; turn += 1) {
      await expect.poll(() => stateOf(taker), SOON).toBe('live')
      const before = taker.feed.counts().total
      await expect.poll(() => taker.feed.counts().total, SOON).toBeGreaterThan(before + MANY)
      // Not the whole program, which takes three times as long: connections, queues and messages behave the same.
      await broker.stopApp()
      await expect.poll(() => stateOf(taker), SOON).not.toBe('live')
      await broker.startApp()
    }
    await publisher.stop()
    await expectWhole(taker, { broker, queue: 'restarted' }, publisher.confirmed)
    expect(publisher.confirmed.length).toBeGreaterThan(500)
  })

  it('as a whole program is consumed again, and its messages are still there', { tags: 'soak' }, async () => {
    await broker.declareQueue('whole')
    const taker = await takeQueue({ hosts: here(), queue: 'whole' })
    await broker.publish('whole', statusMessages(100))
    await expect.poll(() => taker.feed.counts().total, SOON).toBe(100)
    await broker.restart()
    await broker.publish('whole', statusMessages(100, 100))
    await expectWhole(taker, { broker, queue: 'whole' }, statusMessages(200))
    expect(taker.states()).toContain('waiting')
  })
})
