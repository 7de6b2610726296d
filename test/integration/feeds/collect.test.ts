import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { borrowBroker, type BorrowedBroker } from '../../support/borrow-broker.ts'
import { onChannel } from '../../support/broker-channel.ts'
import { freePorts } from '../../support/free-ports.ts'
import { readStream } from '../../support/read-stream.ts'
import { statusMessage, statusMessages } from '../../support/status-messages.ts'
import { createProgram, type Program, type RunningProgram } from '../cli-program.ts'

/** Of every `statusMessage`. */
const CUSTOMER = 'c0000000-0000-4000-8000-000000000001'
const STREAM = `parcel.${CUSTOMER}`
const SECRET = 'Marked-Secret/+ "1" ß%&='
const SOON = { interval: 50, timeout: 60_000 }
const report = z.object({
  state: z.string(),
  queues: z.array(z.object({ queue: z.string(), state: z.string(), sentence: z.string() })),
  lastStoredAt: z.string().nullable(),
  lastPublishedAt: z.string().nullable(),
  published: z.number(),
})

let broker: BorrowedBroker
let program: Program
let queue = ''
let runs: RunningProgram[] = []

beforeAll(async () => {
  broker = await borrowBroker()
})
afterAll(() => broker.stop())

beforeEach(async () => {
  program = await createProgram('http://127.0.0.1:9')
  queue = `Parcels_${CUSTOMER}`
  await broker.declareQueue(queue)
})
afterEach(async () => {
  for (const { child, result } of runs) {
    child.kill('SIGKILL')
    await result
  }
  runs = []
  await program.remove()
  await broker.reset()
})

/** What an administrator does once: prints the definitions, imports them, and gives the users passwords. */
async function importTopology(...more: string[]): Promise<void> {
  const { stdout, code } = await program.run(['feed', 'topology', '--customer', CUSTOMER, ...more])
  expect(code).toBe(0)
  const file = path.join(program.folder, 'definitions.json')
  await writeFile(file, stdout)
  await broker.ctl('import_definitions', file)
  await broker.ctl('change_password', 'parcel-collector', SECRET)
}

const env = {
  PARCEL_DESK_AMQP_PASSWORD: 'guest',
  PARCEL_DESK_PUBLISH_PASSWORD: SECRET,
  PARCEL_DESK_BASE_URL: undefined,
  PARCEL_DESK_USERNAME: undefined,
  PARCEL_DESK_PASSWORD: undefined,
}

const wordsOf = (...more: string[]): string[] => {
  const publish = `amqp://parcel-collector@127.0.0.1:${broker.port}`
  const url = `amqp://guest@127.0.0.1:${broker.port}`
  return ['collect', '--amqp-url', url, '--queue', queue, '--publish-url', publish, '--json', ...more]
}

const collect = async (...more: string[]) => await program.run(wordsOf(...more), { env })

function startCollector(...more: string[]): RunningProgram {
  const run = program.start(wordsOf(...more), { env })
  runs.push(run)
  return run
}

const storedBodies = async (dataDir: string): Promise<unknown[]> => {
  const { stdout } = await program.run(['inbox', '--json', '--data-dir', path.join(program.folder, dataDir)])
  return z
    .array(z.object({ raw: z.string() }))
    .parse(JSON.parse(stdout))
    .map(({ raw }) => raw)
}

/** Messages that the queue holds for its consumer; counting needs nobody to take from it. */
const waiting = async (): Promise<number> => await broker.count(queue)

describe('collect, with the topology that it prints', () => {
  it('stores a backlog, publishes it in order, and only then takes it from the queue', async () => {
    await importTopology()
    const bodies = statusMessages(500)
    await broker.publish(queue, bodies)
    const { code, stdout } = await collect('--count', '500')
    expect(code).toBe(0)
    expect(stdout.trim().split('\n')).toHaveLength(500)
    expect(await readStream(broker, STREAM, { count: 500 })).toEqual(bodies)
    expect(await storedBodies('data')).toEqual(bodies)
    expect(await waiting()).toBe(0)
  })

  it('publishes what names no customer, under a key of its own', async () => {
    await importTopology()
    await broker.publish(queue, ['no JSON'])
    expect((await collect('--count', '1')).code).toBe(0)
    expect(await readStream(broker, 'parcel.unreadable', { count: 1 })).toEqual(['no JSON'])
  })

  it('acknowledges nothing that reached no stream, says which customer lacks one, and goes on once it has one', async () => {
    await importTopology()
    await onChannel(broker.url, (channel) => channel.unbindQueue(STREAM, 'parcel.status', CUSTOMER))
    await broker.publish(queue, [statusMessage(1)])
    const collector = startCollector('--count', '2')
    await expect.poll(collector.said, SOON).toContain(`no stream is bound to it for “${CUSTOMER}”`)
    expect(collector.said()).toContain('None is lost: they stay in the queue.')
    await onChannel(broker.url, (channel) => channel.bindQueue(STREAM, 'parcel.status', CUSTOMER))
    expect(await readStream(broker, STREAM, { count: 1 })).toEqual([statusMessage(1)])
    await expect.poll(waiting, SOON).toBe(0)
  })

  it('loses none and doubles none in any store, however often it is killed', async () => {
    await importTopology()
    const bodies: string[] = []
    for (let kill = 0; kill < 5; kill += 1) {
      const fresh = statusMessages(400, bodies.length)
      bodies.push(...fresh)
      await broker.publish(queue, fresh)
      const collector = startCollector()
      // Its first entry is printed while most of the batch is on its way to the firm’s broker.
      await new Promise<void>((resolve) => collector.child.stdout.once('data', () => resolve()))
      collector.child.kill('SIGKILL')
      await collector.result
    }
    startCollector()
    // What was stored before a kill but not published was not acknowledged either, so that it comes again. What was published
    // twice is known by its bytes.
    const distinct = await readStream(broker, STREAM, { count: bodies.length, skipsEqual: true })
    expect(new Set(distinct)).toEqual(new Set(bodies))
    const stored = await storedBodies('data')
    expect(stored).toHaveLength(bodies.length)
    expect(new Set(stored)).toEqual(new Set(bodies))
  })

  it('publishes again what the inbox has from a day on, byte for byte', async () => {
    await importTopology()
    const odd = Buffer.from('\uFEFF{"setId":"s","newStatus":"Signé"}', 'utf8')
    await broker.publish(queue, [statusMessage(1), odd])
    expect((await collect('--count', '2')).code).toBe(0)
    await onChannel(broker.url, (channel) => channel.deleteQueue(STREAM))
    await importTopology()
    await broker.publish(queue, [statusMessage(2)])
    expect((await collect('--republish', '2026-01-01', '--count', '1')).code).toBe(0)
    expect(await readStream(broker, STREAM, { count: 2 })).toEqual([statusMessage(1), statusMessage(2)])
    expect(await readStream(broker, 'parcel.unreadable', { count: 2 })).toEqual([String(odd), String(odd)])
  })
})

describe('a standby', () => {
  it('waits while another collector has the queue, and takes over when that is killed', async () => {
    await importTopology()
    const [port = 0] = await freePorts(1)
    const first = startCollector('--standby')
    await broker.publish(queue, [statusMessage(1)])
    expect(await readStream(broker, STREAM, { count: 1 })).toHaveLength(1)
    startCollector('--standby', '--data-dir', path.join(program.folder, 'second'), '--health', String(port))
    const health = async () => report.parse(await (await fetch(`http://127.0.0.1:${port}/healthz`)).json())
    await expect.poll(async () => (await health().catch(() => undefined))?.state, SOON).toBe('standby')
    first.child.kill('SIGKILL')
    await broker.publish(queue, [statusMessage(2)])
    expect(await readStream(broker, STREAM, { count: 2 })).toEqual([statusMessage(1), statusMessage(2)])
    await expect.poll(async () => (await health()).published, SOON).toBe(1)
    expect(await health()).toMatchObject({ state: 'live', queues: [{ queue, state: 'live' }] })
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(metrics).toContain('parcel_desk_messages_published_total 1')
    expect(metrics).toContain(`parcel_desk_queue_live{queue="${queue}",vhost="/"} 1`)
  })
})

describe('what an administrator has got wrong', () => {
  it('says that the exchange is missing, and how to make it', async () => {
    await broker.addUser('parcel-collector', SECRET)
    await broker.publish(queue, [statusMessage(1)])
    const { code, stderr } = await collect('--for', '3')
    expect(stderr).toContain('has no exchange “parcel.status”')
    expect(stderr).toContain('None is lost')
    expect(code).toBe(0)
    expect(await waiting()).toBe(1)
  })

  it('says that the user may not publish', async () => {
    await importTopology()
    await broker.ctl('set_permissions', 'parcel-collector', '^$', '^$', '^$')
    await broker.publish(queue, [statusMessage(1)])
    const { stderr } = await collect('--for', '3')
    expect(stderr).toContain('does not let this user publish to “parcel.status”')
    expect(await waiting()).toBe(1)
  })

  it('writes no password anywhere', async () => {
    await importTopology()
    await broker.publish(queue, [statusMessage(1)])
    const { stdout, stderr } = await collect('--count', '1', '--verbose')
    const files = await program.everythingIn('data')
    for (const text of [stdout, stderr, files]) expect(text).not.toContain(SECRET)
  })
})
