import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { borrowBroker, type BorrowedBroker } from '../../support/borrow-broker.ts'
import { readStream } from '../../support/read-stream.ts'
import { statusMessages } from '../../support/status-messages.ts'
import { addressOf, type Firm, openFirm, QUEUE, STREAM } from './firm.ts'

/** More than a Shovel takes at once. */
const WAITING = 2_000
const ROUNDS = 2

let service: BorrowedBroker
let broker: BorrowedBroker
let firm: Firm
beforeAll(async () => {
  ;[service, broker] = await Promise.all([borrowBroker(), borrowBroker()])
  firm = await openFirm(broker)
})
afterAll(async () => {
  await firm.close()
  await Promise.all([service.stop(), broker.stop()])
})

describe('a Shovel whose broker starts while messages wait at the service', () => {
  it('moves them only once their stream is there', async () => {
    await service.declareQueue(QUEUE)
    await firm.importTopology()
    await firm.importTopology('--shovel', '--keep-users', '--amqp-url', addressOf(service, 'guest'), '--queue', QUEUE)
    const bodies: string[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const next = statusMessages(WAITING, bodies.length)
      bodies.push(...next)
      await broker.stopApp()
      await service.publish(QUEUE, next)
      await broker.startApp()
      expect(await readStream(broker, STREAM, { count: bodies.length, skipsEqual: true })).toEqual(bodies)
    }
  })
})
