import { describe, expect, it } from 'vitest'
import { policyOf } from '../../support/test-policy.ts'
import { SIGNED } from '../../support/test-feed.ts'
import { demoConnection } from './demo-values.ts'
import { createFakeDesk } from './fake-desk.ts'
import { run } from '../../support/fake-terminal.ts'
import { liveWatch, QUEUE, startWatch } from './watch-at-broker.ts'

describe('the inbox that watch fills', () => {
  it.each([
    [[], {}, 'production'],
    [['--environment', 'test'], {}, 'test'],
    [['--profile', 'uat'], {}, 'test'],
    [['--base-url', 'https://x.example', '--username', 'u'], {}, 'production'],
    [['--base-url', 'https://x.example', '--username', 'u', '--environment', 'test'], {}, 'test'],
    [[], { PARCEL_DESK_PROFILE: 'uat' }, 'test'],
  ] as const)('is of the environment of %j %j: %s', async (words, env, environment) => {
    const options = { env: { PARCEL_DESK_AMQP_PASSWORD: 'x', ...env }, desk: { profiles: [demoConnection('uat')] } }
    const watch = await liveWatch([...QUEUE, '--count', '1', ...words], options)
    await watch.deliver(SIGNED)
    expect((await watch.end()).code).toBe(0)
    expect([...watch.feed(environment).all()]).toHaveLength(1)
  })
})

describe('bad usage of collect', () => {
  it.each([
    ['amqp://ops@mq.example', 'amqps://ops@firm.example', 'mq.example'],
    ['amqps://ops@mq.example', 'amqp://ops@firm.example', 'firm.example'],
  ])(
    'includes a broker elsewhere without encryption, before any is asked: %s and %s',
    async (taken, published, host) => {
      const asked: string[] = []
      const { desk } = createFakeDesk()
      const refused = await run(['collect', '--amqp-url', taken, '--queue', 'q', '--publish-url', published], {
        desk: {
          ...desk,
          subscribe: (source) => (asked.push('queue'), desk.subscribe(source)),
          firmPublisher: (...given) => (asked.push('exchange'), desk.firmPublisher(...given)),
        },
        env: { PARCEL_DESK_AMQP_PASSWORD: 'x', PARCEL_DESK_PUBLISH_PASSWORD: 'x' },
      })
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(`without encryption to ${host}`) })
      expect(refused.stderr).toContain('PlainAmqpAllowed')
      expect(asked).toEqual([])
    },
  )
})

describe('taking messages without naming a connection', () => {
  const uat = { name: 'UAT', environment: 'test', address: 'https://uat.example.com' }
  const locked = { ConnectionsLocked: true, ConnectionList: [uat] }
  const commands = [
    ['watch', ...QUEUE],
    ['watch', '--amqp-url', 'amqps://ops@mq.example', '--stream', 'parcels'],
    ['collect', ...QUEUE, '--publish-url', 'amqps://ops@firm.example', '--republish', '2026-11-20'],
  ]
  it.each([
    ['only the other environment', { EnvironmentAllowed: 'test' }, []],
    ['only the other environment', { EnvironmentAllowed: 'production' }, ['--environment', 'test']],
    ['only services of the other environment', locked, []],
    ['no service at all', { ...locked, ConnectionList: [] }, ['--environment', 'test']],
  ])('is refused where the organisation allows %s, before inbox or broker is opened', async (_name, policy, words) => {
    for (const command of commands) {
      const asked: string[] = []
      const { desk } = createFakeDesk()
      const refused = await run([...command, ...words], {
        desk: {
          ...desk,
          policy: policyOf(policy),
          feed: (environment) => (asked.push('inbox'), desk.feed(environment)),
          subscribe: (source) => (asked.push('queue'), desk.subscribe(source)),
          firmPublisher: (...given) => (asked.push('exchange'), desk.firmPublisher(...given)),
        },
        env: { PARCEL_DESK_AMQP_PASSWORD: 'x', PARCEL_DESK_PUBLISH_PASSWORD: 'x' },
      })
      expect(refused).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/Taking (test|production) messages is forbidden here by your organisation/),
      })
      expect(asked).toEqual([])
    }
  })

  it.each([
    ['this environment', { EnvironmentAllowed: 'test' }],
    ['a service of it', locked],
  ])('goes on where the organisation allows %s', async (_name, policy) => {
    const desk = { desk: { policy: policyOf(policy) } }
    const watch = await liveWatch([...QUEUE, '--environment', 'test', '--count', '1'], { desk })
    await watch.deliver(SIGNED)
    expect((await watch.end()).code).toBe(0)
  })
})

describe('bad usage of watch', () => {
  const queue = ['--queue', 'q']
  it.each([
    [['--queue', 'q'], 'needs --amqp-url'],
    [['--amqp-url', 'amqps://ops@mq.example'], 'come from a queue or from a stream'],
    [['--amqp-url', 'amqps://ops:hunter2@mq.example', ...queue], 'holds a password'],
    [['--amqp-url', 'amqps://ops:hunter2/x@mq.example', ...queue], 'is not an address'],
    [['--amqp-url', 'https://ops@mq.example', ...queue], 'does not begin with amqps:// or amqp://'],
    [['--amqp-url', 'mq.example', ...queue], 'is not an address'],
    [['--amqp-url', 'amqps://mq.example', ...queue], 'names no user'],
    [['--amqp-url', 'amqps:///vhost', ...queue], 'names no host'],
    [['--amqp-url', 'amqps://ops@mq.example/%zz', ...queue], 'begins no character'],
    [['--amqp-url', 'amqps://ops@mq.example?heartbeat=5', ...queue], 'means nothing here'],
    [[...QUEUE, '--save-to', 'x'], 'belong together'],
    [[...QUEUE, '--on-state', 'signed'], 'belong together'],
    [['--amqp-url', 'amqps://ops@mq.example/{customerId}', ...queue], 'none is named'],
    [[...QUEUE, '--count', '0'], 'whole number'],
    [[...QUEUE, '--prefetch', '2001'], 'whole number'],
    [[...QUEUE, '--for', 'ever'], 'It takes a number'],
    [[...QUEUE, '--profile', 'uat', '--environment', 'test'], '--environment belongs to'],
  ])('is refused before anything is opened, without quoting a password: %j', async (words, reason) => {
    const { code, stderr, opened } = await run(['watch', ...words], {})
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(reason) })
    expect(stderr).not.toContain('hunter2')
    expect(opened).toEqual([])
  })

  it('includes an address without encryption, unless it is this computer or the organisation allows it (W-L7)', async () => {
    const refused = await startWatch(['--amqp-url', 'amqp://ops@mq.example', '--queue', 'q']).end()
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('without encryption to mq.example') })
    expect(refused.stderr).toContain('PlainAmqpAllowed')
    const warned = async (host: string, desk = {}): Promise<boolean> => {
      const words = ['--amqp-url', `amqp://ops@${host}`, '--queue', 'q', '--count', '1', '--quiet']
      const watch = await liveWatch(words, { desk: { desk } })
      await watch.deliver('x')
      return (await watch.end()).stderr.includes('is plain text')
    }
    expect(await warned('mq.example', { policy: policyOf({ PlainAmqpAllowed: true }) })).toBe(true)
    expect(await warned('127.0.0.1')).toBe(false)
    expect(await warned('[::1]')).toBe(false)
    expect(await warned('localhost')).toBe(false)
  })
})
