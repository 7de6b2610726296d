import { describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../src/shared/errors/app-error.ts'
import type { Failure } from '../../../src/shared/errors/failure.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { SIGNED } from '../../support/test-feed.ts'
import { CUSTOMER_ID } from './demo-values.ts'
import { liveWatch, QUEUE, startWatch } from './watch-at-broker.ts'

const linesOf = (stdout: string): unknown[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line))

describe('watch', () => {
  it('prints each entry with the fields that scripts depend on, in their order, once it is stored and acknowledged', async () => {
    const watch = await liveWatch([...QUEUE, '--json', '--count', '1'])
    await watch.deliver(SIGNED)
    const { code, stdout } = await watch.end()
    expect(code).toBe(0)
    const [stored] = [...watch.feed('production').all()]
    const { setId, parcelReference, customerId, newStatus, action, instance, actor, actorCompany, updatedDate } = SIGNED
    const facts = {
      setId,
      parcelReference,
      customerId,
      newStatus,
      state: 'signed',
      action,
      instance,
      actor,
      actorCompany,
    }
    const times = { updatedDate, updatedAt: '2026-11-20T10:11:12.000Z', seenAt: stored?.seenAt }
    const rest = {
      transactionId: SIGNED.transactionId,
      redelivered: false,
      outdated: false,
      source: 'queue',
      raw: JSON.stringify(SIGNED),
    }
    expect(stdout).toBe(`${JSON.stringify({ ...facts, ...times, ...rest })}\n`)
    expect(watch.link.latest()).toMatchObject({ acknowledged: [1], isClosed: true })
  })

  it('prints an unreadable message with the reason, and continues (T41)', async () => {
    const watch = await liveWatch([...QUEUE, '--json', '--count', '3'])
    await watch.deliver('', Buffer.from('é', 'latin1'), SIGNED)
    const { stdout } = await watch.end()
    expect(linesOf(stdout)).toEqual([
      { unreadable: true, raw: '', reason: 'it is empty' },
      { unreadable: true, raw: '\uFFFD', reason: 'it is not text in UTF-8' },
      expect.objectContaining({ setId: SIGNED.setId }),
    ])
  })

  it('prints a line for people without --json, in which no control character has an effect (T25)', async () => {
    const watch = await liveWatch([...QUEUE, '--count', '1'])
    await watch.deliver({ ...SIGNED, actor: 'Marta\u001B[31m\nLind' })
    const { stdout } = await watch.end()
    expect(stdout).toMatch(
      /^\S+ \S+ {2}Signed {2}c0000000-\S+ {2}– {2}PR-1 {2}Marta \[31m Lind \(Aurora Grain\) {2}queue\n$/,
    )
  })

  it('takes no more than --count from the queue', async () => {
    const watch = await liveWatch([...QUEUE, '--json', '--count', '2'])
    expect(watch.link.latest().target.prefetch).toBe(2)
    await watch.deliver('one', 'two', 'three')
    const { stdout } = await watch.end()
    expect(linesOf(stdout)).toHaveLength(2)
    expect(watch.feed('production').counts().total).toBe(2)
    expect(watch.link.latest().acknowledged).toEqual([2])
  })

  it('neither prints nor counts a repetition, but acknowledges it (T39)', async () => {
    const watch = await liveWatch([...QUEUE, '--json', '--count', '2'])
    await watch.deliver(SIGNED)
    await watch.deliver(SIGNED)
    await watch.deliver('other')
    const { stdout } = await watch.end()
    expect(linesOf(stdout)).toMatchObject([{ setId: SIGNED.setId }, { unreadable: true }])
    expect(watch.link.latest().acknowledged).toEqual([1, 2, 3])
    expect([...watch.feed('production').all()].map(({ received }) => received)).toEqual([2, 1])
  })

  it('prints nothing that could not be stored, and leaves it with the broker', async () => {
    const watch = await liveWatch([...QUEUE, '--json'])
    const { database } = watch.feed('production')
    database.exec("CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT RAISE(FAIL, 'disk full'); END")
    await watch.deliver(SIGNED)
    watch.terminal.interrupt()
    const { code, stdout, stderr } = await watch.end()
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' })
    expect(stderr).toContain('Messages could not be stored.')
    expect(watch.link.latest().acknowledged).toEqual([])
  })

  it('stores and prints what has arrived when it is interrupted, and ends with 130', async () => {
    const watch = await liveWatch([...QUEUE, '--json'])
    await watch.deliver(SIGNED)
    watch.terminal.interrupt()
    const { code, stdout, stderr } = await watch.end()
    expect(code).toBe(130)
    expect(linesOf(stdout)).toHaveLength(1)
    expect(stderr).toContain('Stopped on request.')
    expect(watch.link.latest()).toMatchObject({ acknowledged: [1], isClosed: true })
  })

  it('ends with 130 when it is interrupted before it has connected, however early', async () => {
    const watch = startWatch([...QUEUE, '--json'])
    watch.terminal.interrupt()
    expect(await watch.end()).toMatchObject({ code: 130, stdout: '' })
  })

  it('reports the state of the queue on standard error, and warns once; with --quiet only the warning stays (T36)', async () => {
    const words = async (...more: string[]) => {
      const watch = await liveWatch([...QUEUE, '--count', '1', ...more])
      await watch.deliver(SIGNED)
      return (await watch.end()).stderr.trimEnd().split('\n')
    }
    const warning = 'Queue “status”: messages taken here reach no other program.'
    expect(await words()).toEqual([
      warning,
      'Connecting to mq.example:5671.',
      'Messages of “status” arrive from mq.example:5671.',
    ])
    expect(await words('--quiet')).toEqual([warning])
  })

  it('takes nothing more when nobody reads what it prints', async () => {
    const watch = await liveWatch([...QUEUE, '--json'])
    watch.terminal.terminal.stdout.destroy(Object.assign(new Error('gone'), { code: 'EPIPE' }))
    await vi.waitFor(() => expect(watch.link.latest().isClosed).toBe(true))
    await watch.deliver(SIGNED)
    expect(watch.feed('production').counts().total).toBe(0)
  })
})

describe('the queue that watch takes from', () => {
  it('is the one that address, environment and options name', async () => {
    const url = 'amqps://ops%40aurora.example@[::1]:5999/a%2Fb'
    const { link } = await liveWatch(['--amqp-url', url, '--queue', 'q', '--prefetch', '7'])
    expect(link.latest().target).toMatchObject({
      host: '::1',
      port: 5999,
      virtualHost: 'a/b',
      username: 'ops@aurora.example',
      password: 's3cret-w0rd',
      queue: 'q',
      prefetch: 7,
      heartbeatSeconds: 10,
      tls: {},
    })
  })

  it('is one per customer where virtual host or name contain their id (T37)', async () => {
    const other = '22222222-2222-4222-8222-222222222222'
    const url = 'amqps://ops@mq.example/vh-{customerId}'
    const customers = ['--customer', CUSTOMER_ID, '--customer', other, '--customer', other]
    const { link } = await liveWatch(['--amqp-url', url, '--queue', 'Q_{customerId}', ...customers])
    expect(link.attempts.map(({ target: { virtualHost, queue } }) => [virtualHost, queue])).toEqual([
      [`vh-${CUSTOMER_ID}`, `Q_${CUSTOMER_ID}`],
      [`vh-${other}`, `Q_${other}`],
    ])
  })

  it('is one stream of each customer, in small letters as the definitions for the firm’s broker name it', async () => {
    const customers = [SIGNED.customerId.toUpperCase(), SIGNED.customerId].flatMap((id) => ['--customer', id])
    const words = ['--amqp-url', 'amqps://ops@mq.example', '--stream', 'parcel.{customerId}', ...customers]
    const { link } = await liveWatch(words)
    expect(link.attempts.map(({ target }) => target.queue)).toEqual([`parcel.${SIGNED.customerId.toLowerCase()}`])
  })

  it('brings entries of other customers into the inbox, but not into the output', async () => {
    const watch = await liveWatch([...QUEUE, '--json', '--count', '2', '--customer', CUSTOMER_ID.toUpperCase()])
    await watch.deliver(SIGNED, { ...SIGNED, customerId: CUSTOMER_ID }, 'unreadable')
    const { stdout } = await watch.end()
    expect(linesOf(stdout)).toMatchObject([{ customerId: CUSTOMER_ID }, { unreadable: true }])
    expect(watch.feed('production').counts().total).toBe(3)
  })

  it('has its password from the keychain where the environment has none', async () => {
    const watch = startWatch(QUEUE, { env: {} })
    const { code, stderr } = await watch.end()
    expect(code).toBe(3)
    expect(stderr).toContain('There is no password for ops at mq.example.')
    expect(stderr).toContain('PARCEL_DESK_AMQP_PASSWORD')
    expect(watch.link.attempts).toEqual([])
    const kept = startWatch(QUEUE, { env: {} })
    const hosts = [{ host: 'mq.example', port: 5671 }]
    const account = {
      environment: 'production',
      username: 'ops',
      hosts,
      usesTls: true,
      virtualHost: 'parcels',
    } as const
    await kept.desk.accounts.brokers.remember(account, 'from-the-keychain', true)
    await vi.waitFor(kept.link.latest)
    expect(kept.link.latest().target.password).toBe('from-the-keychain')
  })

  it.each<[Failure, number]>([
    [{ tag: 'broker-refused', username: 'ops', broker: 'mq.example:5671' }, 3],
    [{ tag: 'virtual-host-refused', virtualHost: 'parcels', broker: 'mq.example:5671' }, 4],
    [{ tag: 'queue-refused', queue: 'status', broker: 'mq.example:5671', said: 'no' }, 4],
  ])('ends the run after one attempt when it is refused: %j', async (failure, expected) => {
    const watch = startWatch([...QUEUE, '--json'])
    await vi.waitFor(watch.link.latest)
    await watch.link.latest().fail(failure)
    const { code, stdout, stderr } = await watch.end()
    expect(code).toBe(expected)
    expect(linesOf(stdout)).toMatchObject([{ failure: { tag: failure.tag } }])
    expect(stderr.match(/mq\.example:5671 (?:refused|has no|does not)/g)).toHaveLength(1)
    expect(watch.link.attempts).toHaveLength(1)
    expect(stderr).not.toContain('s3cret-w0rd')
  })

  it.each<[Failure, number]>([
    [{ tag: 'queue-missing', queue: 'status', broker: 'mq.example:5671' }, 4],
    [{ tag: 'service-unreachable', origin: 'mq.example:5671', reason: 'refused' }, 4],
  ])(
    'ends with the code of its failure where it was never live until --for was over: %j',
    async (failure, expected) => {
      const clock = createManualClock()
      const watch = startWatch([...QUEUE, '--json', '--for', '5'], { clock })
      await vi.waitFor(watch.link.latest)
      await watch.link.latest().fail(failure)
      await clock.advance(5_000)
      const { code, stdout } = await watch.end()
      expect(code).toBe(expected)
      expect(linesOf(stdout)).toMatchObject([{ failure: { tag: failure.tag } }])
    },
  )

  it('ends with 0 where it was live before --for was over, whatever became of it', async () => {
    const clock = createManualClock()
    const watch = await liveWatch([...QUEUE, '--for', '5'], { clock })
    watch.link.latest().receiver.lost({ tag: 'queue-cancelled', queue: 'status', broker: 'mq.example:5671' })
    await clock.advance(5_000)
    expect((await watch.end()).code).toBe(0)
  })

  it('may be forbidden by the organisation', async () => {
    const subscribe = (): never => {
      throw new AppError({ tag: 'queue-forbidden', by: 'your organisation' })
    }
    const { code, stderr } = await startWatch(QUEUE, { desk: { desk: { subscribe } } }).end()
    expect(code).toBe(2)
    expect(stderr).toContain('Taking messages from a queue is forbidden here by your organisation.')
  })
})
