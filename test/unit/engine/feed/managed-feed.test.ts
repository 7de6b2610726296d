import { describe, expect, it } from 'vitest'
import { createFeedSettings, EMPTY_FEED } from '../../../../src/engine/feed/feed-settings.ts'
import { assertStreamAllowed, managedFeedSettings } from '../../../../src/engine/feed/managed-feed.ts'
import { queueForbiddenBy } from '../../../../src/engine/policy/guards.ts'
import type { QueueSource } from '../../../../src/engine/feed/queue/queue-source.ts'
import { tempFolder } from '../../../support/temp-folder.ts'
import { policyOf, TEST_POLICY } from '../../../support/test-policy.ts'
import { failureThrown } from '../../../support/failure-thrown.ts'

const STREAM = 'amqps://parcel-desk@mq.firm.example/parcels'

const readyMade = () => {
  const [firms] = managedFeedSettings(
    { read: () => EMPTY_FEED, change: () => EMPTY_FEED },
    policyOf({ StreamUrl: STREAM }),
  ).read().brokers
  if (firms === undefined) throw new Error('there is no broker')
  return firms
}

const settingsUnder = async (values: Parameters<typeof policyOf>[0]) =>
  managedFeedSettings(
    createFeedSettings(await tempFolder(), 'test', () => undefined),
    policyOf(values),
  )

describe('the settings of a feed', () => {
  it('have the organisation’s quiet hours, whatever was changed', async () => {
    const settings = await settingsUnder({ QuietHours: '22:00-06:00' })
    const alerts = { isOn: true, quiet: null, rules: [] }
    const changed = settings.change({ alerts })
    expect(changed).toMatchObject({ alerts: { quiet: { from: '22:00', to: '06:00' } } })
    expect(settings.read()).toEqual(changed)
  })

  it('have the firm’s broker without anybody’s doing, and keep its address when it is changed', async () => {
    const settings = await settingsUnder({ StreamUrl: STREAM })
    const [firms] = settings.read().brokers
    expect(firms).toMatchObject({
      kind: 'stream',
      hosts: ['mq.firm.example:5671'],
      virtualHost: 'parcels',
      usesTls: true,
      username: 'parcel-desk',
      queue: 'parcel.{customerId}',
    })
    if (firms === undefined) throw new Error('there is no broker')
    const evil = { ...firms, hosts: ['mq.evil.example'], usesTls: false, prefetch: 7 }
    settings.change({ brokers: [evil] })
    expect(settings.read().brokers).toEqual([{ ...firms, prefetch: 7 }])
  })

  it('are the user’s own without a policy', async () => {
    const settings = await settingsUnder({})
    expect(settings.read()).toMatchObject({ brokers: [], alerts: { quiet: null } })
  })
})

describe('what the user has set', () => {
  /** The settings of one installation under a policy, and after it was lifted. */
  const underAndAfter = async (values: Parameters<typeof policyOf>[0]) => {
    const own = createFeedSettings(await tempFolder(), 'test', () => undefined)
    return { own, under: managedFeedSettings(own, policyOf(values)), after: managedFeedSettings(own, policyOf({})) }
  }

  it('is there again once a policy is lifted, whatever was changed meanwhile', async () => {
    const { own, under, after } = await underAndAfter({ QuietHours: '22:00-06:00' })
    const quiet = { from: '12:00', to: '13:00' }
    own.change({ alerts: { isOn: true, quiet, rules: [] } })
    const { alerts } = under.read()
    under.change({ alerts: { ...alerts, isOn: false }, mode: 'streams' })
    expect(after.read()).toMatchObject({ alerts: { isOn: false, quiet, rules: [] }, mode: 'streams' })
  })

  it('keeps the address of the broker of its own streams, and what was changed besides the address', async () => {
    const { own, under, after } = await underAndAfter({ StreamUrl: STREAM })
    const mine = { hosts: ['mq.mine.example'], virtualHost: 'mine', usesTls: false, username: 'me' }
    own.change({ brokers: [{ ...readyMade(), brokerId: 'mine', ...mine }] })
    under.change({ brokers: under.read().brokers.map((one) => ({ ...one, prefetch: 7 })) })
    expect(under.read().brokers).toMatchObject([{ hosts: ['mq.firm.example:5671'], prefetch: 7 }])
    expect(after.read().brokers).toMatchObject([{ ...mine, prefetch: 7 }])
  })

  it('keeps the broker of its own streams where a list without the firm’s is stored', async () => {
    const { own, under, after } = await underAndAfter({ StreamUrl: STREAM })
    const mine = { ...readyMade(), brokerId: 'mine', hosts: ['mq.mine.example'], username: 'me' }
    own.change({ brokers: [mine] })
    under.change({ brokers: [] })
    expect([under.read().brokers, after.read().brokers]).toMatchObject([[{ hosts: ['mq.firm.example:5671'] }], [mine]])
  })

  it('is without the firm’s broker, which nobody entered, whatever was changed of it', async () => {
    const { under, after } = await underAndAfter({ StreamUrl: STREAM })
    under.change({ brokers: under.read().brokers.map((one) => ({ ...one, prefetch: 7 })) })
    expect(under.read().brokers).toMatchObject([{ prefetch: 7 }])
    expect(after.read().brokers).toEqual([])
    after.change({ mode: 'own', brokers: after.read().brokers })
    expect(under.read().brokers).toMatchObject([{ hosts: ['mq.firm.example:5671'] }])
  })
})

describe('a broker of the organisation that cannot be understood', () => {
  const FLAWED = { StreamUrl: 'amqps://user:secret@mq.firm.example' }

  it('is none, and what the user has does not take its place but is there again afterwards', async () => {
    const own = createFeedSettings(await tempFolder(), 'test', () => undefined)
    const queue = { ...readyMade(), brokerId: 'queue', kind: 'queue' as const }
    const mine = { ...readyMade(), brokerId: 'mine', hosts: ['mq.mine.example'] }
    own.change({ brokers: [queue, mine] })
    const under = managedFeedSettings(own, policyOf(FLAWED))
    expect(under.read()).toMatchObject({ brokers: [queue] })
    under.change({ brokers: [{ ...mine, brokerId: 'other' }] })
    expect(under.read()).toMatchObject({ brokers: [] })
    expect(managedFeedSettings(own, policyOf({})).read()).toMatchObject({ brokers: [mine] })
  })

  it('leaves a command line none either, and says which key to repair', async () => {
    const policy = policyOf(FLAWED)
    const { hosts, ...rest } = readyMade()
    const source = { ...rest, hosts: [{ host: hosts[0] ?? '', port: 5671 }], password: () => Promise.resolve('') }
    const by = `the policy ${TEST_POLICY}, which cannot be read and so counts as forbidding it`
    const failure = await failureThrown(Promise.resolve().then(() => assertStreamAllowed(policy, source)))
    expect(failure).toMatchObject({ tag: 'set-by-organisation', by, next: expect.stringContaining('StreamUrl') })
  })
})

describe('what a command line reads', () => {
  const source = (host: string, virtualHost = 'parcels'): QueueSource => ({
    hosts: [{ host, port: 5671 }],
    virtualHost,
    queue: 'parcel.x',
    username: 'parcel-desk',
    password: () => Promise.resolve(''),
    heartbeatSeconds: 10,
    prefetch: 1,
  })

  it('are streams of the firm’s broker only', () => {
    const policy = policyOf({ StreamUrl: STREAM })
    expect(() => assertStreamAllowed(policy, source('mq.firm.example'))).not.toThrow()
    for (const other of [source('mq.evil.example'), source('mq.firm.example', 'other')]) {
      expect(() => assertStreamAllowed(policy, other)).toThrow(/^Reading streams of .* is forbidden here/)
    }
    expect(() => assertStreamAllowed(policyOf(), source('mq.evil.example'))).not.toThrow()
  })
})

describe('a queue', () => {
  it('is for the firm’s collector alone where the policy says so', () => {
    const policy = policyOf({ QueueCollectorOnly: true })
    expect(queueForbiddenBy(policy, 'own')).toMatch(/^your organisation, in .*, for all but the firm’s collector$/)
    expect(queueForbiddenBy(policy, 'collector')).toBeUndefined()
    expect(queueForbiddenBy(policyOf({ QueueForbidden: true }), 'collector')).toBeDefined()
  })
})
