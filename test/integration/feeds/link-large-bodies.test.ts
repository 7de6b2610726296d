import { afterAll, beforeAll, expect, describe, it, onTestFinished } from 'vitest'
import { createAmqpLink } from '../../../src/adapters/amqp/amqp-link.ts'
import type { Link } from '../../../src/engine/ports/link.ts'
import { describeFailure } from '../../../src/shared/errors/failure-texts.ts'
import { borrowBroker, type BorrowedBroker } from '../../support/borrow-broker.ts'

let broker: BorrowedBroker
beforeAll(async () => {
  broker = await borrowBroker()
})
afterAll(() => broker.stop())

const MAX_BODY_BYTES = 500_000
const SOON = { interval: 20 }

/** A link with a limit for bodies, and what it delivered. */
async function take(queue: string): Promise<{ link: Link; sizes: number[]; lost: string[]; begun: () => number }> {
  const sizes: number[] = []
  let begun = 0
  const lost: string[] = []
  const link = await createAmqpLink({ largestBodyBytes: MAX_BODY_BYTES }).connect(
    {
      host: broker.host,
      port: broker.port,
      virtualHost: '/',
      username: 'guest',
      password: 'guest',
      queue,
      heartbeatSeconds: 15,
      prefetch: 100,
      timeoutMs: 10_000,
    },
    {
      delivered: ({ body }) => void sizes.push(body.length),
      arriving: () => void (begun += 1),
      blocked: () => undefined,
      lost: (failure) => void lost.push(describeFailure(failure, 'desk').message),
    },
  )
  onTestFinished(link.close)
  return { link, sizes, lost, begun: () => begun }
}

describe('a message larger than any broker allows (W-L1)', () => {
  it('ends the link when it is announced, before its body is gathered, and says why', async () => {
    await broker.declareQueue('large')
    const { sizes, lost } = await take('large')
    await broker.publish('large', [
      Buffer.alloc(MAX_BODY_BYTES),
      Buffer.alloc(0),
      Buffer.alloc(MAX_BODY_BYTES + 1),
      Buffer.alloc(10),
    ])
    await expect
      .poll(() => lost, SOON)
      .toEqual([
        `The connection was lost during the feed from ${broker.host}:${broker.port}: a message of 500 kB came, and no more than 500 kB are taken; the operator of the broker has to remove it from the queue.`,
      ])
    expect(sizes).toEqual([MAX_BODY_BYTES, 0])
    // Nothing was acknowledged, so nothing is lost.
    await expect.poll(() => broker.count('large'), SOON).toBe(4)
  })

  it('is distinguished from the largest allowed, whichever frame announces it', async () => {
    await broker.declareQueue('largest')
    await broker.publish('largest', [Buffer.alloc(MAX_BODY_BYTES), Buffer.alloc(1), Buffer.alloc(MAX_BODY_BYTES)])
    const { sizes, lost, begun } = await take('largest')
    await expect.poll(() => sizes, SOON).toEqual([MAX_BODY_BYTES, 1, MAX_BODY_BYTES])
    expect({ lost, begun: begun() }).toEqual({ lost: [], begun: 3 })
  })
})
