import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../../src/shared/errors/app-error.ts'
import type { Failure } from '../../../../../src/shared/errors/failure.ts'
import { settled } from '../../../../support/scripted-link.ts'
import {
  BROKER,
  CUT,
  delivery,
  startedSubscription,
  statesOf,
  UNREACHABLE,
} from '../../../../support/test-subscription.ts'

describe('a broker that cannot be reached', () => {
  it('is retried for ever, with waits that grow to half a minute, each shown with its time', async () => {
    const test = await startedSubscription()
    const { link, clock, subscription } = test
    for (const waitMs of [375, 750, 1_500, 3_000, 6_000, 12_000, 22_500, 22_500]) {
      await link.latest().fail(UNREACHABLE)
      const tries = link.attempts.length
      const { state, nextTryAt, sentence, failure } = subscription.status()
      expect({ state, failure: failure?.tag }).toEqual({ state: 'waiting', failure: 'service-unreachable' })
      expect(sentence).toBe(`${BROKER} cannot be reached: the connection was refused. It is tried again automatically.`)
      expect(Date.parse(nextTryAt ?? '') - clock.now().getTime()).toBe(waitMs)
      await clock.advance(waitMs - 1)
      await settled()
      expect(link.attempts).toHaveLength(tries)
      await clock.advance(1)
      await settled()
      expect(link.attempts).toHaveLength(tries + 1)
    }
  })

  it('gives way to the next host at once, and to a wait after the last', async () => {
    const hosts = [1, 2, 3].map((number) => ({ host: `mq${number}`, port: 5672 }))
    const test = await startedSubscription({ source: { hosts } })
    const { link, clock } = test
    for (const _ of hosts) await link.latest().fail(UNREACHABLE)
    expect(link.attempts.map(({ target }) => target.host)).toEqual(['mq1', 'mq2', 'mq3'])
    expect(statesOf(test)).toEqual(['connecting', 'connecting', 'connecting', 'waiting'])
    await clock.advance(375)
    await settled()
    expect(link.latest().target.host).toBe('mq1')
    await link.latest().fail(UNREACHABLE)
    await link.latest().succeed()
    expect(test.subscription.status()).toMatchObject({ state: 'live', host: 'mq2:5672' })
  })

  it('is retried at once on request', async () => {
    const { link, subscription } = await startedSubscription()
    await link.latest().fail(UNREACHABLE)
    subscription.retryNow()
    await settled()
    expect(link.attempts).toHaveLength(2)
    subscription.retryNow()
    await settled()
    expect(link.attempts).toHaveLength(2)
  })
})

describe('a certificate that cannot be read', () => {
  it('is read again by itself, from a drive that is not there yet, and with each attempt, because it may be renewed', async () => {
    const unreadable: Failure = { tag: 'file-refused', path: 'S:/ca.pem', reason: 'it is not there' }
    let read = (): Promise<string> => Promise.reject(new AppError(unreadable))
    const test = await startedSubscription({ source: { tls: async () => ({ ca: await read() }) } })
    const { link, clock, subscription } = test
    expect(subscription.status()).toMatchObject({
      state: 'waiting',
      sentence: 'S:/ca.pem could not be read or written: it is not there. It is tried again automatically.',
    })
    expect(test.passwordReads).toBe(0)
    expect(link.attempts).toEqual([])
    read = () => Promise.resolve('first')
    await clock.advance(375)
    await settled()
    expect(link.latest().target.tls).toEqual({ ca: 'first' })
    read = () => Promise.resolve('renewed')
    await link.latest().fail(UNREACHABLE)
    await clock.advance(750)
    await settled()
    expect(link.latest().target.tls).toEqual({ ca: 'renewed' })
  })
})

describe('a link that is lost', () => {
  it('is closed and replaced after a short wait', async () => {
    const test = await startedSubscription()
    const { link, clock, subscription } = test
    await link.latest().succeed()
    link.latest().receiver.lost(CUT)
    await settled()
    expect(link.latest().isClosed).toBe(true)
    expect(subscription.status()).toMatchObject({ state: 'waiting', failure: { tag: 'connection-lost' } })
    await clock.advance(375)
    await settled()
    await link.latest().succeed()
    expect(statesOf(test)).toEqual(['connecting', 'live', 'waiting', 'connecting', 'live'])
  })

  it('leads to longer waits where each new link is lost before it delivered anything', async () => {
    const { link, clock, subscription } = await startedSubscription()
    const waitsMs: number[] = []
    for (let turn = 0; turn < 3; turn += 1) {
      await link.latest().succeed()
      link.latest().receiver.lost(CUT)
      await settled()
      waitsMs.push(Date.parse(subscription.status().nextTryAt ?? '') - clock.now().getTime())
      await clock.advance(30_000)
      await settled()
    }
    await link.latest().succeed()
    link.latest().receiver.delivered(delivery(1))
    await settled()
    link.latest().receiver.lost(CUT)
    await settled()
    waitsMs.push(Date.parse(subscription.status().nextTryAt ?? '') - clock.now().getTime())
    expect(waitsMs).toEqual([375, 750, 1_500, 375])
  })

  it('leads to the first wait again where it had lived for half a minute', async () => {
    const { link, clock, subscription } = await startedSubscription()
    for (let turn = 0; turn < 4; turn += 1) {
      await link.latest().fail(UNREACHABLE)
      await clock.advance(30_000)
      await settled()
    }
    await link.latest().succeed()
    await clock.advance(30_000)
    link.latest().receiver.lost(CUT)
    await settled()
    expect(Date.parse(subscription.status().nextTryAt ?? '') - clock.now().getTime()).toBe(375)
  })

  it('never cycles through the hosts without a wait, however many there are', async () => {
    const hosts = [1, 2].map((number) => ({ host: `mq${number}`, port: 5672 }))
    const { link, subscription } = await startedSubscription({ source: { hosts } })
    await link.latest().succeed()
    link.latest().receiver.lost(CUT)
    await settled()
    expect(link.attempts).toHaveLength(1)
    expect(subscription.status()).toMatchObject({ state: 'waiting', host: 'mq2:5672' })
  })
})

describe('a queue', () => {
  it('that is missing is looked for again, and consumed once it exists', async () => {
    const { link, clock, subscription } = await startedSubscription()
    await link.latest().fail({ tag: 'queue-missing', queue: 'parcels', broker: BROKER })
    expect(subscription.status()).toMatchObject({ state: 'queue-missing', failure: { tag: 'queue-missing' } })
    expect(subscription.status().nextTryAt).not.toBeNull()
    await clock.advance(375)
    await settled()
    await link.latest().succeed()
    expect(subscription.status().state).toBe('live')
  })

  it('that is deleted while consumed is reported, and looked for again', async () => {
    const { link, clock, subscription } = await startedSubscription()
    await link.latest().succeed()
    link.latest().receiver.lost({ tag: 'queue-cancelled', queue: 'parcels', broker: BROKER })
    await settled()
    expect(subscription.status()).toMatchObject({ state: 'cancelled' })
    await clock.advance(375)
    await settled()
    expect(link.attempts).toHaveLength(2)
  })

  it('that another program uses exclusively is waited for', async () => {
    const { link, subscription } = await startedSubscription()
    await link.latest().fail({ tag: 'queue-held', queue: 'parcels', broker: BROKER })
    expect(subscription.status()).toMatchObject({ state: 'waiting', failure: { tag: 'queue-held' } })
    expect(subscription.status().nextTryAt).not.toBeNull()
  })

  it('in a virtual host that refuses shows as refused and is still retried: a starting broker answers the same', async () => {
    const { link, subscription } = await startedSubscription()
    await link.latest().fail({ tag: 'virtual-host-refused', virtualHost: 'aurora', broker: BROKER })
    expect(subscription.status()).toMatchObject({ state: 'refused', failure: { tag: 'virtual-host-refused' } })
    expect(subscription.status().nextTryAt).not.toBeNull()
  })

  it('at a broker short of memory shows as blocked until the broker recovers', async () => {
    const { link, subscription } = await startedSubscription()
    await link.latest().succeed({ otherConsumers: 1 })
    link.latest().receiver.blocked('low on memory')
    expect(subscription.status()).toMatchObject({ state: 'blocked', host: BROKER })
    expect(subscription.status().sentence).toContain('(“low on memory”)')
    link.latest().receiver.blocked(undefined)
    expect(subscription.status()).toMatchObject({ state: 'live', otherConsumers: 1 })
  })
})

describe('a refusal', () => {
  const refusals: Failure[] = [
    { tag: 'broker-refused', username: 'desk', broker: BROKER },
    { tag: 'queue-refused', queue: 'parcels', broker: BROKER, said: 'ACCESS_REFUSED' },
  ]

  it.each(refusals)('of $tag is not retried automatically, not even after sleep', async (failure) => {
    const { link, subscription, clock } = await startedSubscription()
    await link.latest().fail(failure)
    expect(subscription.status()).toMatchObject({ state: 'refused', nextTryAt: null, failure: { tag: failure.tag } })
    await clock.advance(86_400_000)
    subscription.reconnect()
    await settled()
    expect(link.attempts).toHaveLength(1)
  })

  it('of the password reads it again on a requested retry', async () => {
    const test = await startedSubscription()
    await test.link.latest().fail({ tag: 'broker-refused', username: 'desk', broker: BROKER })
    test.subscription.retryNow()
    await settled()
    expect(test.passwordReads).toBe(2)
    await test.link.latest().succeed()
    expect(test.subscription.status().state).toBe('live')
  })

  it('by the keychain stops as well: it would prompt its owner again and again', async () => {
    const password = (): Promise<string> =>
      Promise.reject(new AppError({ tag: 'keychain-unavailable', reason: 'it is locked' }))
    const { link, subscription } = await startedSubscription({ source: { password } })
    expect(subscription.status()).toMatchObject({ state: 'refused', failure: { tag: 'keychain-unavailable' } })
    expect(link.attempts).toEqual([])
  })
})
