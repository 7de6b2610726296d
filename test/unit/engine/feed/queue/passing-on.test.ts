import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../../src/shared/errors/app-error.ts'
import type { Failure } from '../../../../../src/shared/errors/failure.ts'
import type { Delivery } from '../../../../../src/engine/ports/link.ts'
import { settled } from '../../../../support/scripted-link.ts'
import {
  delivery,
  startedSubscription,
  statesOf,
  type TestSubscription,
} from '../../../../support/test-subscription.ts'

const NOT_PUBLISHED: Failure = {
  tag: 'not-published',
  exchange: 'parcel.status',
  broker: 'mq.firm:5671',
  reason: 'so',
}

interface Passing {
  tags: number[]
  confirm(): Promise<void>
  refuse(failure?: Failure): Promise<void>
}

interface PassingSubscription extends TestSubscription {
  passing: Passing[]
}

async function passingSubscription(): Promise<PassingSubscription> {
  const passing: Passing[] = []
  const passOn = async (batch: readonly Delivery[]): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const confirm = async (): Promise<void> => {
      resolve()
      await settled()
    }
    const refuse = async (failure: Failure = NOT_PUBLISHED): Promise<void> => {
      reject(new AppError(failure))
      await settled()
    }
    passing.push({ tags: batch.map(({ tag }) => tag), confirm, refuse })
    await promise
  }
  const test = await startedSubscription({ passOn })
  await test.link.latest().succeed()
  return { ...test, passing }
}

async function deliver({ link }: TestSubscription, ...tags: number[]): Promise<void> {
  for (const tag of tags) link.latest().receiver.delivered(delivery(tag))
  await settled()
}

describe('a subscription that passes messages on', () => {
  it('stores, then passes on, then acknowledges', async () => {
    const test = await passingSubscription()
    await deliver(test, 1, 2)
    expect(test.stored).toHaveLength(1)
    expect(test.passing.map(({ tags }) => tags)).toEqual([[1, 2]])
    expect(test.link.latest().acknowledged).toEqual([])
    await test.passing[0]?.confirm()
    expect(test.link.latest().acknowledged).toEqual([2])
  })

  it('stores and passes on the next batch while one waits, and acknowledges in order', async () => {
    const test = await passingSubscription()
    await deliver(test, 1)
    await deliver(test, 2)
    expect(test.passing.map(({ tags }) => tags)).toEqual([[1], [2]])
    await test.passing[1]?.confirm()
    expect(test.link.latest().acknowledged).toEqual([])
    await test.passing[0]?.confirm()
    expect(test.link.latest().acknowledged).toEqual([1, 2])
  })

  it('acknowledges nothing from the first batch on that could not be passed on, and connects again', async () => {
    const test = await passingSubscription()
    await deliver(test, 1)
    await deliver(test, 2)
    const [first] = test.link.attempts
    await test.passing[0]?.refuse()
    await test.passing[1]?.confirm()
    expect(first).toMatchObject({ acknowledged: [], isClosed: true })
    expect(statesOf(test).at(-1)).toBe('not-stored')
    expect(test.subscription.status().sentence).toBe(
      'Messages could not be published. mq.firm:5671 has not confirmed messages for “parcel.status”: so. None is lost: they stay in the queue. Have its memory and disk looked at, and whether all its nodes run. It is tried again automatically.',
    )
    await test.clock.advance(1_000)
    await test.link.latest().succeed()
    await deliver(test, 1, 2)
    await test.passing.at(-1)?.confirm()
    expect(test.link.latest().acknowledged).toEqual([2])
    expect(statesOf(test).at(-1)).toBe('live')
  })

  it('acknowledges what was passed on before a batch that was refused sooner, and only then connects again', async () => {
    const test = await passingSubscription()
    await deliver(test, 1)
    await deliver(test, 2)
    const [first] = test.link.attempts
    await test.passing[1]?.refuse()
    expect(first).toMatchObject({ acknowledged: [], isClosed: false })
    await test.passing[0]?.confirm()
    expect(first).toMatchObject({ acknowledged: [1], isClosed: true })
    expect(statesOf(test).at(-1)).toBe('not-stored')
  })

  it('tries no password again that was refused where they are passed on', async () => {
    const test = await passingSubscription()
    await deliver(test, 1)
    await test.passing[0]?.refuse({ tag: 'broker-refused', username: 'parcel-collector', broker: 'mq.firm:5671' })
    expect(statesOf(test).at(-1)).toBe('refused')
    await test.clock.advance(3_600_000)
    expect(test.link.attempts).toHaveLength(1)
    expect(test.link.latest().acknowledged).toEqual([])
  })

  it('waits for what is on its way before it stops, and acknowledges it', async () => {
    const test = await passingSubscription()
    await deliver(test, 1)
    let isStopped = false
    const stopping = test.subscription.stop().then(() => (isStopped = true))
    await settled()
    expect(isStopped).toBe(false)
    await test.passing[0]?.confirm()
    await stopping
    expect(test.link.latest().acknowledged).toEqual([1])
  })
})

describe('a standby', () => {
  it('tries again within half a heartbeat, however often the queue was held', async () => {
    const source = { isExclusive: true, heartbeatSeconds: 10 }
    const test = await startedSubscription({ source })
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      expect(test.link.attempts).toHaveLength(attempt)
      expect(test.link.latest().target.isExclusive).toBe(true)
      await test.link.latest().fail({ tag: 'queue-held', queue: 'parcels', broker: 'mq.example:5671' })
      await test.clock.advance(5_000)
      await settled()
    }
  })
})
