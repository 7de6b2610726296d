import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../../src/shared/errors/app-error.ts'
import { settled } from '../../../../support/scripted-link.ts'
import {
  BROKER,
  createTestSubscription,
  CUT,
  delivery,
  startedSubscription,
  statesOf,
  UNREACHABLE,
} from '../../../../support/test-subscription.ts'

describe('a subscription that starts', () => {
  it('is off until it is started', () => {
    const { subscription, link } = createTestSubscription()
    expect(subscription.status()).toMatchObject({ state: 'off', host: null, failure: null, nextTryAt: null })
    expect(subscription.status().sentence).toBe('Off: no messages are taken from this queue.')
    expect(link.attempts).toEqual([])
  })

  it('connects to the first host as its source says, and is live once messages flow', async () => {
    const { link, subscription, ...test } = await startedSubscription()
    expect(link.latest().target).toMatchObject({
      host: 'mq.example',
      port: 5671,
      virtualHost: 'aurora',
      queue: 'parcels',
      username: 'desk',
      password: 's3cret-w0rd',
      heartbeatSeconds: 15,
      prefetch: 100,
    })
    expect(subscription.status()).toMatchObject({ state: 'connecting', sentence: `Connecting to ${BROKER}.` })
    await link.latest().succeed({ otherConsumers: 2 })
    expect(subscription.status()).toMatchObject({ state: 'live', host: BROKER, otherConsumers: 2 })
    expect(subscription.status().sentence).toContain('2 other programs take messages from the same queue')
    expect(statesOf({ link, subscription, ...test })).toEqual(['connecting', 'live'])
  })

  it('starts once, however often start is called', async () => {
    const { subscription, link } = await startedSubscription()
    subscription.start()
    await settled()
    expect(link.attempts).toHaveLength(1)
  })
})

describe('a store that refuses a batch', () => {
  const diskFull = (): never => {
    throw new AppError({ tag: 'disk-full', folder: '/data' })
  }

  it('keeps it on the open link, takes nothing new, says why, and acknowledges it once it is stored', async () => {
    let isFull = true
    const { link, subscription, stored, clock } = await startedSubscription({
      beforeStore: () => (isFull ? diskFull() : undefined),
    })
    await link.latest().succeed({ waiting: 3 })
    link.latest().receiver.delivered(delivery(1))
    await settled()
    link.latest().receiver.delivered(delivery(2))
    await settled()
    expect(link.latest()).toMatchObject({ acknowledged: [], isClosed: false, isPaused: true })
    expect(subscription.status()).toMatchObject({ state: 'not-stored', failure: { tag: 'disk-full' } })
    expect(subscription.status().sentence).toBe(
      'Messages could not be stored. The disk that holds /data is full. Until they can be, nothing new is taken, and what was taken is held: the queue keeps it until it is confirmed. Check the disk. It is tried again automatically.',
    )
    isFull = false
    await clock.advance(1_000)
    await settled()
    expect(stored.flat().map(({ tag }) => tag)).toEqual([1, 2])
    expect(link.latest()).toMatchObject({ acknowledged: [1, 2], isClosed: false, isPaused: false })
    expect(link.attempts).toHaveLength(1)
    expect(subscription.status().state).toBe('live')
  })

  it('waits longer each time, and shows since when', async () => {
    const { link, subscription, clock } = await startedSubscription({ beforeStore: diskFull })
    const waitsMs: number[] = []
    const since = new Set<string>()
    await link.latest().succeed({ waiting: 1 })
    link.latest().receiver.delivered(delivery(1))
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await settled()
      waitsMs.push(Date.parse(subscription.status().nextTryAt ?? '') - clock.now().getTime())
      since.add(subscription.status().since)
      await clock.advance(30_000)
    }
    expect(waitsMs).toEqual([375, 750, 1_500, 3_000, 6_000, 12_000, 22_500, 22_500])
    expect(since.size).toBe(1)
  })

  it('is tried again at once when asked to', async () => {
    let isFull = true
    const { link, subscription } = await startedSubscription({ beforeStore: () => (isFull ? diskFull() : undefined) })
    await link.latest().succeed()
    link.latest().receiver.delivered(delivery(1))
    await settled()
    isFull = false
    subscription.retryNow()
    await settled()
    expect(link.latest().acknowledged).toEqual([1])
  })

  it('lets what it holds go back once in an hour, and connects again only when that is stored', async () => {
    let isFull = true
    const { link, subscription, clock } = await startedSubscription({
      beforeStore: () => (isFull ? diskFull() : undefined),
    })
    await link.latest().succeed()
    link.latest().receiver.delivered({ ...delivery(1), returns: 2 })
    await settled()
    const isOpenAfterMinutes: number[] = []
    for (let minute = 1; minute <= 60; minute += 1) {
      await clock.advance(60_000)
      await settled()
      if (!link.latest().isClosed) isOpenAfterMinutes.push(minute)
    }
    expect(isOpenAfterMinutes.at(-1)).toBe(9)
    expect(link.attempts).toHaveLength(1)
    expect(subscription.status().sentence).toContain(
      'What was taken went back to the queue, where the broker may drop it after its delivery limit. Until it works, nothing is taken again. A message had come back to the queue 2 times before: the broker may drop it after its delivery limit.',
    )
    isFull = false
    await clock.advance(60_000)
    await settled()
    expect(link.attempts).toHaveLength(2)
    await link.latest().succeed()
    link.latest().receiver.delivered(delivery(1))
    await settled()
    expect(link.latest().acknowledged).toEqual([1])
    expect(subscription.status().state).toBe('live')
  })

  it('is not asked again by another link where the first is lost meanwhile, until it stores', async () => {
    let isFull = true
    const { link, subscription, clock } = await startedSubscription({
      beforeStore: () => (isFull ? diskFull() : undefined),
    })
    await link.latest().succeed()
    link.latest().receiver.delivered(delivery(1))
    await settled()
    link.latest().receiver.lost(CUT)
    for (let minute = 1; minute <= 60; minute += 1) {
      await clock.advance(60_000)
      await settled()
    }
    expect(link.attempts).toHaveLength(1)
    expect(subscription.status().state).toBe('not-stored')
    isFull = false
    for (let turn = 0; turn < 2; turn += 1) {
      await clock.advance(60_000)
      await settled()
    }
    expect(link.attempts).toHaveLength(2)
  })

  it('shows a log reference where it throws something unexpected', async () => {
    const { link, subscription } = await startedSubscription({
      beforeStore: () => {
        throw new TypeError('undefined is not a function')
      },
    })
    await link.latest().succeed()
    link.latest().receiver.delivered(delivery(1))
    await settled()
    expect(subscription.status()).toMatchObject({ state: 'not-stored', failure: { tag: 'internal' } })
  })

  it('ends with the subscription', async () => {
    const { link, subscription } = await startedSubscription({ beforeStore: diskFull })
    await link.latest().succeed()
    link.latest().receiver.delivered(delivery(1))
    await settled()
    await subscription.stop()
    expect(link.latest()).toMatchObject({ acknowledged: [], isClosed: true })
  })
})

describe('a disk that is full before anything is taken', () => {
  it('keeps it from connecting until there is room', async () => {
    let isFull = true
    const { link, subscription, clock } = await startedSubscription({
      proveStorage: () => {
        if (isFull) throw new AppError({ tag: 'disk-full', folder: '/data' })
      },
    })
    await clock.advance(3_600_000)
    await settled()
    expect(link.attempts).toHaveLength(0)
    expect(subscription.status().sentence).toContain('Until they can be, nothing is taken: they stay in the queue.')
    isFull = false
    await clock.advance(60_000)
    await settled()
    expect(link.attempts).toHaveLength(1)
    expect(subscription.status()).toMatchObject({ state: 'connecting' })
  })
})

describe('stopping', () => {
  it('ends an attempt, a wait and a refusal', async () => {
    for (const failure of [
      undefined,
      UNREACHABLE,
      { tag: 'broker-refused', username: 'desk', broker: BROKER } as const,
    ]) {
      const { link, subscription, clock } = await startedSubscription()
      if (failure !== undefined) await link.latest().fail(failure)
      await subscription.stop()
      await clock.advance(60_000)
      await settled()
      expect(link.attempts).toHaveLength(1)
      expect(subscription.status().state).toBe('off')
    }
  })

  it('closes the old link before a new start connects', async () => {
    const { link, subscription } = await startedSubscription()
    await link.latest().succeed()
    const letGo = link.latest().holdClose()
    const stopping = subscription.stop()
    subscription.start()
    await settled()
    expect(link.attempts).toHaveLength(1)
    letGo()
    await stopping
    await settled()
    expect(link.attempts).toHaveLength(2)
  })

  it('is the last status, whatever the broker still sends', async () => {
    const { link, subscription, statuses } = await startedSubscription()
    await link.latest().succeed()
    await subscription.stop()
    link.latest().receiver.blocked('low on memory')
    link.latest().receiver.lost(CUT)
    await settled()
    expect(statuses.at(-1)?.state).toBe('off')
  })
})

describe('the status of a subscription', () => {
  it('never holds the password', async () => {
    const { link, statuses, subscription, clock } = await startedSubscription()
    await link.latest().fail(UNREACHABLE)
    await clock.advance(1_000)
    await settled()
    await link.latest().fail({ tag: 'broker-refused', username: 'desk', broker: BROKER })
    await subscription.stop()
    expect(statuses.length).toBeGreaterThan(3)
    expect(JSON.stringify(statuses)).not.toContain('s3cret-w0rd')
  })
})
