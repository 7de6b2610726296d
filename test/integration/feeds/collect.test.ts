import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { borrowBroker, type BorrowedBroker } from '../../support/borrow-broker.ts'
import { NO_RIGHTS } from '../../support/private-broker.ts'
import { onChannel } from '../../support/broker-channel.ts'
import { freePorts } from '../../support/free-ports.ts'
import { readStream } from '../../support/read-stream.ts'
import { statusMessage, statusMessages } from '../../support/status-messages.ts'
import { CUSTOMER, type Firm, openFirm, QUEUE, SECRET, STREAM } from './firm.ts'

const report = z.object({
  state: z.string(),
  queues: z.array(z.object({ queue: z.string(), state: z.string(), sentence: z.string() })),
  lastStoredAt: z.string().nullable(),
  lastPublishedAt: z.string().nullable(),
  published: z.number(),
})

const entry = z.object({ raw: z.string() })

let broker: BorrowedBroker
let firm: Firm
beforeAll(async () => {
  broker = await borrowBroker()
})
afterAll(() => broker.stop())
beforeEach(async () => {
  firm = await openFirm(broker)
})
afterEach(async () => {
  await firm.close()
  await broker.reset()
})

/** So many different messages of the stream: what a killed collector had published, and not yet taken from the queue, comes twice. */
async function readDistinct(messages: number): Promise<string[]> {
  for (let count = messages; ;) {
    const distinct = [...new Set(await readStream(broker, STREAM, { count }))]
    if (distinct.length >= messages) return distinct
    count += messages - distinct.length
  }
}

/** Messages that the queue holds for its consumer; counting needs nobody to take from it. */
const waiting = async (): Promise<number> => await broker.count(QUEUE)

describe('collect, with the topology that it prints', () => {
  it('stores a backlog, publishes it in order, and only then takes it from the queue', async () => {
    await firm.importTopology()
    const bodies = statusMessages(500)
    await broker.publish(QUEUE, bodies)
    const { code, stdout } = await firm.collect('--count', '500')
    expect(code).toBe(0)
    expect(stdout.trim().split('\n')).toHaveLength(500)
    expect(await readStream(broker, STREAM, { count: 500 })).toEqual(bodies)
    expect(await firm.storedBodies()).toEqual(bodies)
    expect(await waiting()).toBe(0)
  })

  it('prints and lists a backlog in order too, which it does after publishing it', async () => {
    await firm.importTopology()
    const bodies = statusMessages(3_000)
    await broker.publish(QUEUE, bodies)
    const { child, result } = firm.startCollector()
    expect(await readStream(broker, STREAM, { count: 3_000 })).toEqual(bodies)
    await expect.poll(waiting).toBe(0)
    child.kill('SIGINT')
    const { code, stdout } = await result
    expect(code).toBe(130)
    const printed = stdout.trim().split('\n')
    expect(printed.map((line) => entry.parse(JSON.parse(line)).raw)).toEqual(bodies)
    expect(await firm.storedBodies()).toEqual(bodies)
  })

  it('has in its inbox what it published, if it is killed before it has listed it', async () => {
    await firm.importTopology()
    const bodies = statusMessages(3_000)
    await broker.publish(QUEUE, bodies)
    const { child, result } = firm.startCollector()
    const published = await readStream(broker, STREAM, { count: 1_000 })
    child.kill('SIGKILL')
    await result
    const stored = await firm.storedBodies()
    expect(stored.length).toBeGreaterThanOrEqual(1_000)
    expect(stored.slice(0, 1_000)).toEqual(published)
  })

  it('publishes what names no customer, under a key of its own', async () => {
    await firm.importTopology()
    await broker.publish(QUEUE, ['no JSON'])
    expect((await firm.collect('--count', '1')).code).toBe(0)
    expect(await readStream(broker, 'parcel.unreadable', { count: 1 })).toEqual(['no JSON'])
  })

  it(
    'sets aside what has no stream, says of which customer, goes on, and publishes it when asked to',
    { tags: 'soak' },
    async () => {
      await firm.importTopology()
      const strangers = statusMessage(1).replace(CUSTOMER, 'c0000000-0000-4000-8000-000000000009')
      await broker.publish(QUEUE, [strangers, statusMessage(2)])
      const { code, stderr } = await firm.collect('--count', '2')
      expect(code).toBe(0)
      expect(stderr).toContain(
        'Customer c0000000-0000-4000-8000-000000000009: messages are set aside: no stream is bound to it for “c0000000-0000-4000-8000-000000000009”.',
      )
      expect(await readStream(broker, STREAM, { count: 1 })).toEqual([statusMessage(2)])
      expect(await readStream(broker, 'parcel.unreadable', { count: 1 })).toEqual([strangers])
      expect(await waiting()).toBe(0)
      await firm.importTopology('--customer', 'c0000000-0000-4000-8000-000000000009', '--keep-users')
      const again = await firm.collect('--republish', 'set-aside', '--for', '0.1')
      expect(again.stderr).toContain('Published of what was set aside: 1 message.')
      expect(await readStream(broker, 'parcel.c0000000-0000-4000-8000-000000000009', { count: 1 })).toEqual([strangers])
    },
  )

  it('publishes again what one customer’s messages were until a time, and nothing else', async () => {
    const other = statusMessage(1).replace(CUSTOMER, 'c0000000-0000-4000-8000-000000000009')
    await firm.importTopology('--customer', 'c0000000-0000-4000-8000-000000000009')
    await broker.publish(QUEUE, [other, statusMessage(2), 'no JSON'])
    expect((await firm.collect('--count', '3')).code).toBe(0)
    const until = new Date(Date.now() + 60_000).toISOString()
    const replay = ['--republish', '2026-01-01', '--republish-customer', CUSTOMER.toUpperCase(), '--for', '0.1']
    expect((await firm.collect(...replay, '--republish-until', until)).stderr).toContain('Published again: 1 message')
    expect(await readStream(broker, STREAM, { count: 2 })).toEqual([statusMessage(2), statusMessage(2)])
    expect((await firm.collect(...replay, '--republish-until', '2026-01-02')).stderr).toContain('again: 0 messages')
    expect(await firm.collect('--republish-until', '2026-01-02')).toMatchObject({ code: 2 })
  })

  it('loses none and doubles none in any store, however often it is killed', { tags: 'soak' }, async () => {
    await firm.importTopology()
    const bodies: string[] = []
    for (let kill = 0; kill < 5; kill += 1) {
      const fresh = statusMessages(400, bodies.length)
      bodies.push(...fresh)
      await broker.publish(QUEUE, fresh)
      const collector = firm.startCollector()
      // Its first entry is printed while most of the batch is on its way to the firm’s broker.
      await new Promise<void>((resolve) => collector.child.stdout.once('data', () => resolve()))
      collector.child.kill('SIGKILL')
      await collector.result
    }
    firm.startCollector()
    // What was stored before a kill but not published was not acknowledged either, so that it comes again. What was published
    // twice is known by its bytes.
    const distinct = await readStream(broker, STREAM, { count: bodies.length, skipsEqual: true })
    expect(new Set(distinct)).toEqual(new Set(bodies))
    await expect.poll(async () => new Set(await firm.storedBodies())).toEqual(new Set(bodies))
    expect(await firm.storedBodies()).toHaveLength(bodies.length)
  })

  it('publishes again what the inbox has from a day on, byte for byte', async () => {
    await firm.importTopology()
    const odd = Buffer.from('\uFEFF{"setId":"s","newStatus":"Signé"}', 'utf8')
    await broker.publish(QUEUE, [statusMessage(1), odd])
    expect((await firm.collect('--count', '2')).code).toBe(0)
    await onChannel(broker.url, (channel) => channel.deleteQueue(STREAM))
    await firm.importTopology()
    await broker.publish(QUEUE, [statusMessage(2)])
    expect((await firm.collect('--republish', '2026-01-01', '--count', '1')).code).toBe(0)
    expect(await readStream(broker, STREAM, { count: 2 })).toEqual([statusMessage(1), statusMessage(2)])
    expect(await readStream(broker, 'parcel.unreadable', { count: 2 })).toEqual([String(odd), String(odd)])
  })
})

describe('a standby', () => {
  it('waits while another collector has the queue, and takes over when that is killed', async () => {
    await firm.importTopology()
    const [port = 0] = await freePorts(1)
    const first = firm.startCollector('--standby')
    await broker.publish(QUEUE, [statusMessage(1)])
    expect(await readStream(broker, STREAM, { count: 1 })).toHaveLength(1)
    firm.startCollector('--standby', '--data-dir', path.join(firm.program.folder, 'second'), '--health', String(port))
    const health = async () => report.parse(await (await fetch(`http://127.0.0.1:${port}/healthz`)).json())
    await expect.poll(async () => (await health().catch(() => undefined))?.state).toBe('standby')
    first.child.kill('SIGKILL')
    await broker.publish(QUEUE, [statusMessage(2)])
    expect(await readStream(broker, STREAM, { count: 2 })).toEqual([statusMessage(1), statusMessage(2)])
    await expect.poll(async () => (await health()).published).toBe(1)
    expect(await health()).toMatchObject({ state: 'live', queues: [{ queue: QUEUE, state: 'live' }] })
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(metrics).toContain('parcel_desk_messages_published_total 1')
    expect(metrics).toContain(`parcel_desk_queue_live{queue="${QUEUE}",vhost="/"} 1`)
  })
})

describe('two standbys at a quorum queue, which RabbitMQ lets both take', () => {
  it('leave it to the first, and one takes over when that is killed', async () => {
    await firm.importTopology()
    await broker.deleteQueue(QUEUE)
    await broker.declareQueue(QUEUE, { 'x-queue-type': 'quorum' })
    const first = firm.startCollector('--standby')
    await expect.poll(first.said).toContain('arrive from')
    const second = firm.startCollector('--standby', '--data-dir', path.join(firm.program.folder, 'second'))
    await expect.poll(second.said).toContain('Another program has the queue')
    const bodies = statusMessages(300)
    await broker.publish(QUEUE, bodies)
    expect(await readStream(broker, STREAM, { count: 300 })).toEqual(bodies)
    expect(second.said()).not.toContain('arrive from')
    first.child.kill('SIGKILL')
    await broker.publish(QUEUE, [statusMessage(300)])
    await expect.poll(second.said, { timeout: 30_000 }).toContain('arrive from')
    expect(await readDistinct(301)).toEqual([...bodies, statusMessage(300)])
  })
})

describe('what an administrator has got wrong', () => {
  it('says that the exchange is missing, and how to make it', async () => {
    await broker.addUser('parcel-collector', SECRET)
    await broker.publish(QUEUE, [statusMessage(1)])
    const { said, child, result } = firm.startCollector()
    await expect.poll(said).toContain('has no exchange “parcel.status”')
    expect(said()).toContain('nothing is taken: they stay in the queue')
    child.kill('SIGINT')
    expect(await result).toMatchObject({ code: 130 })
    expect(await waiting()).toBe(1)
  })

  it('says that the user may not publish', async () => {
    await firm.importTopology()
    await broker.setRights('parcel-collector', NO_RIGHTS)
    await broker.publish(QUEUE, [statusMessage(1)])
    const { said, child, result } = firm.startCollector()
    await expect.poll(said).toContain('does not let this user publish to “parcel.status”')
    child.kill('SIGINT')
    await result
    expect(await waiting()).toBe(1)
  })

  it('writes no password anywhere', async () => {
    await firm.importTopology()
    await broker.publish(QUEUE, [statusMessage(1)])
    const { stdout, stderr } = await firm.collect('--count', '1', '--verbose')
    const files = await firm.program.everythingIn('data')
    for (const text of [stdout, stderr, files]) expect(text).not.toContain(SECRET)
  })
})
