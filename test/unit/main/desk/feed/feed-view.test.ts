import { describe, expect, it } from 'vitest'
import { EMPTY_FEED, type StoredFeed } from '../../../../../src/engine/feed/feed-settings.ts'
import { type FeedView, type ViewInput, viewOfFeed } from '../../../../../src/main/desk/feed/feed-view.ts'
import type { QueueStatus } from '../../../../../src/engine/feed/queue/queue-status.ts'

const check = { state: 'done', at: null, nextAt: null, sentence: '', found: 0 } as const
const broker = {
  brokerId: 'b',
  kind: 'queue' as const,
  name: 'Broker',
  hosts: ['mq.example'],
  usesTls: true,
  virtualHost: '/',
  queue: 'q',
  username: 'desk',
  heartbeatSeconds: 15,
  prefetch: 100,
  isPasswordKept: true,
  caFile: '/secret/place/ca.pem',
  certificateFile: null,
  keyFile: null,
}
const followed = (customerName: string) => ({ customerId: customerName, customerName, brokerId: 'b' })
const status = (state: QueueStatus['state']): QueueStatus => ({
  state,
  sentence: `It is ${state}.`,
  host: null,
  nextTryAt: null,
  since: '',
  otherConsumers: null,
  failure: null,
})

function viewOf(feed: Partial<StoredFeed>, parts: Partial<ViewInput> = {}): FeedView {
  return viewOfFeed({
    environment: 'test',
    now: new Date('2026-11-20T10:00:00.000Z'),
    feed: { ...EMPTY_FEED, ...feed },
    forbiddenBy: undefined,
    gaps: [],
    checkedAt: () => undefined,
    passwords: { isForSessionOnly: () => false, isMissing: () => false },
    queueOf: () => status('live'),
    checkOf: () => check,
    ...parts,
  })
}

const on = { isOn: true, brokers: [broker], followed: [followed('Aurora'), followed('Baltic'), followed('Cape')] }

describe('the health of all queues together', () => {
  it('is live only where all of them are', () => {
    expect(viewOf(on).health).toEqual({ state: 'live', sentence: 'Messages of 3 customers arrive.' })
    const oneConnects = (id: string): QueueStatus => status(id === 'Baltic' ? 'connecting' : 'live')
    expect(viewOf(on, { queueOf: oneConnects }).health).toEqual({ state: 'connecting', sentence: 'It is connecting.' })
  })

  it('is that of the worst: what a person must end ranks above what passes', () => {
    const states = { Aurora: 'waiting', Baltic: 'refused', Cape: 'connecting' } as const
    const queueOf = (id: string): QueueStatus =>
      status(Object.entries(states).find(([name]) => name === id)?.[1] ?? 'off')
    expect(viewOf(on, { queueOf }).health).toEqual({
      state: 'trouble',
      sentence: 'Baltic: It is refused. And 1 more queue with a problem.',
    })
  })

  it('stays trouble, and says why, while it reconnects', () => {
    const failure = { tag: 'queue-missing', message: 'The broker has no such queue.', next: '' }
    const queueOf = (): QueueStatus => ({ ...status('connecting'), failure })
    expect(viewOf(on, { queueOf }).health).toEqual({
      state: 'trouble',
      sentence: 'Aurora: The broker has no such queue. And 2 more queues with a problem.',
    })
  })

  it('is off with the reason', () => {
    expect(viewOf({}).health.sentence).toBe('The feed is off: no messages are taken from a queue.')
    expect(viewOf({ ...on, isOn: false }).health.sentence).toContain('Checks by search every 15 minutes.')
    expect(viewOf({ isOn: true }).health.sentence).toContain('no customer with a broker is followed yet')
    expect(viewOf(on, { forbiddenBy: 'the boss' }).health).toMatchObject({ state: 'off' })
  })
})

describe('a broker in the view', () => {
  it('shows where its password is, and files without their folders', () => {
    expect(viewOf(on).brokers).toMatchObject([{ password: 'kept', caFileName: 'ca.pem', keyFileName: null }])
    expect(JSON.stringify(viewOf(on))).not.toContain('secret')
    const ofThisRun = { passwords: { isForSessionOnly: () => true, isMissing: () => false } }
    expect(viewOf(on, ofThisRun).brokers).toMatchObject([{ password: 'this-session' }])
    expect(viewOf({ brokers: [{ ...broker, isPasswordKept: false }] }).brokers).toMatchObject([{ password: 'none' }])
  })

  it('that was removed leaves its customers without a queue', () => {
    expect(viewOf({ ...on, brokers: [] }).followed).toMatchObject([{ brokerId: null, queue: null }, {}, {}])
  })
})

describe('a pause of notifications', () => {
  it('is over at its time, also where its end could not be stored', () => {
    const pausedUntil = '2026-11-20T10:00:00.001Z'
    expect(viewOf({ pausedUntil }).pausedUntil).toBe(pausedUntil)
    expect(viewOf({ pausedUntil: '2026-11-20T10:00:00.000Z' }).pausedUntil).toBeNull()
  })
})
