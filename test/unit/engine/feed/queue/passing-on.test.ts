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

  it('holds what could not be passed on, takes nothing new, and acknowledges in order once it can be', async () => {
    const test = await passingSubscription()
    await deliver(test, 1)
    await deliver(test, 2)
    await test.passing[0]?.refuse()
    await test.passing[1]?.confirm()
    await deliver(test, 3)
    expect(test.link.latest()).toMatchObject({ acknowledged: [], isClosed: false, isPaused: true })
    expect(test.stored).toHaveLength(2)
    expect(statesOf(test).at(-1)).toBe('not-stored')
    expect(test.subscription.status().sentence).toBe(
      'Messages could not be published. mq.firm:5671 has not confirmed messages for “parcel.status”: so. Until they can be, nothing new is taken, and what was taken is held: the queue keeps it until it is confirmed. Have its memory and disk looked at, and whether all its nodes run. It is tried again automatically.',
    )
    await test.clock.advance(1_000)
    await settled()
    expect(test.passing.map(({ tags }) => tags)).toEqual([[1], [2], [1]])
    await test.passing[2]?.confirm()
    await test.passing[3]?.confirm()
    expect(test.link.latest()).toMatchObject({ acknowledged: [1, 2, 3], isClosed: false, isPaused: false })
    expect(test.link.attempts).toHaveLength(1)
    expect(statesOf(test).at(-1)).toBe('live')
  })

  it('passes a batch on again at once that failed behind another which now works', async () => {
    const test = await passingSubscription()
    await deliver(test, 1)
    await deliver(test, 2)
    await test.passing[0]?.refuse()
    await test.passing[1]?.refuse()
    await test.clock.advance(1_000)
    await settled()
    await test.passing[2]?.confirm()
    await test.passing[3]?.confirm()
    expect(test.link.latest().acknowledged).toEqual([1, 2])
    expect(statesOf(test)).toEqual(['connecting', 'live', 'not-stored', 'live'])
  })

  it('acknowledges what was passed on before a batch that was refused sooner', async () => {
    const test = await passingSubscription()
    await deliver(test, 1)
    await deliver(test, 2)
    await test.passing[1]?.refuse()
    expect(test.link.latest().acknowledged).toEqual([])
    await test.passing[0]?.confirm()
    expect(test.link.latest()).toMatchObject({ acknowledged: [1], isClosed: false })
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

describe('the firm’s side', () => {
  it('is proved before anything is taken, and again and again while nothing comes', async () => {
    let isDown = true
    let proofs = 0
    const provePassing = (): Promise<void> => {
      proofs += 1
      return isDown ? Promise.reject(new AppError(NOT_PUBLISHED)) : Promise.resolve()
    }
    const test = await startedSubscription({ provePassing })
    await test.clock.advance(3_600_000)
    await settled()
    expect(test.link.attempts).toHaveLength(0)
    expect(statesOf(test).at(-1)).toBe('not-stored')
    isDown = false
    await test.clock.advance(30_000)
    await settled()
    await test.link.latest().succeed()
    expect(statesOf(test).at(-1)).toBe('live')
    const before = proofs
    isDown = true
    await test.clock.advance(30_000)
    await settled()
    expect(proofs).toBe(before + 1)
    expect(test.link.latest()).toMatchObject({ isClosed: false, isPaused: true })
    expect(statesOf(test).at(-1)).toBe('not-stored')
    isDown = false
    await test.clock.advance(30_000)
    await settled()
    expect(test.link.latest()).toMatchObject({ isClosed: false, isPaused: false })
    expect(statesOf(test).at(-1)).toBe('live')
  })

  it('is tried with a refused password once, and nothing is taken', async () => {
    let proofs = 0
    const provePassing = (): Promise<void> => {
      proofs += 1
      return Promise.reject(
        new AppError({ tag: 'broker-refused', username: 'parcel-collector', broker: 'mq.firm:5671' }),
      )
    }
    const test = await startedSubscription({ provePassing })
    await test.clock.advance(3_600_000)
    await settled()
    expect(proofs).toBe(1)
    expect(test.link.attempts).toHaveLength(0)
    expect(statesOf(test).at(-1)).toBe('refused')
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
