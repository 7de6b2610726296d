import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { borrowBroker, type BorrowedBroker } from '../../support/borrow-broker.ts'
import { NO_RIGHTS } from '../../support/private-broker.ts'
import { onChannel } from '../../support/broker-channel.ts'
import { readStream } from '../../support/read-stream.ts'
import { statusMessage, statusMessages } from '../../support/status-messages.ts'
import { CUSTOMER, type Firm, openFirm, QUEUE, SECRET, STREAM } from './firm.ts'

const SOON = { interval: 50 }
const POISON_BYTES = 64 * 1024 * 1024
const CUT = /\[cut here: the message has 67\S* MB, and at most 1\S* MB are kept\]$/
const EXCHANGE = 'parcel.status'

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
  await broker.setMemoryAlarm(false)
  await firm.close()
  await broker.reset()
})

const waiting = async (): Promise<number> => await broker.count(QUEUE)

/** Publishes to the firm’s exchange as a user who may; as another, this fails. */
const publishAs = async (user: string, key: string, body: string): Promise<void> => {
  const { host: hostname, port } = broker
  const password = user === 'guest' ? user : SECRET
  await onChannel({ hostname, port, username: user, password }, async (channel) => {
    channel.publish(EXCHANGE, key, Buffer.from(body), { persistent: true })
    await channel.waitForConfirms()
  })
}

describe('a firm’s broker that takes nothing new', () => {
  it('is named with its reason, and gets every message once it has room again', async () => {
    await firm.importTopology()
    await broker.publish(QUEUE, statusMessages(3))
    await broker.setMemoryAlarm(true)
    const { said } = firm.startCollector()
    await expect.poll(said, SOON).toContain('is short of memory or disk space (“low on memory”) and takes nothing new')
    expect(said()).toContain('Messages could not be published.')
    expect(said()).toContain('nothing is taken: they stay in the queue.')
    await broker.setMemoryAlarm(false)
    expect(await readStream(broker, STREAM, { count: 3 })).toEqual(statusMessages(3))
    await expect.poll(waiting, SOON).toBe(0)
    expect(await firm.storedBodies()).toEqual(statusMessages(3))
  })
})

describe('a message of 64 MB', () => {
  it(
    'is kept and published with its beginning and a remark, and holds up nothing behind it',
    { tags: 'soak' },
    async () => {
      await firm.importTopology()
      await broker.publish(QUEUE, [Buffer.alloc(POISON_BYTES, 'x'), statusMessage(1)])
      expect((await firm.collect('--count', '2')).code).toBe(0)
      const [published = ''] = await readStream(broker, 'parcel.unreadable', { count: 1 })
      expect(published.slice(-100)).toMatch(CUT)
      expect(await readStream(broker, STREAM, { count: 1 })).toEqual([statusMessage(1)])
      expect(await firm.storedBodies()).toEqual([published, statusMessage(1)])
      expect(await waiting()).toBe(0)
    },
  )

  it(
    'is read from a stream, where somebody else has put it whole, and known again as the last that was read',
    { tags: 'soak' },
    async () => {
      await firm.importTopology()
      await broker.publish(STREAM, [Buffer.alloc(POISON_BYTES, 'x'), statusMessage(1)])
      expect((await firm.read('--from', 'first', '--count', '1')).code).toBe(0)
      const { code, stderr } = await firm.read('--count', '1')
      expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.not.stringContaining('made anew') })
      const [poison = '', ...rest] = await firm.storedBodies()
      expect(poison.slice(-100)).toMatch(CUT)
      expect(rest).toEqual([statusMessage(1)])
    },
  )
})

describe('a message that was cut', () => {
  it('is known again as the last that was read from a stream, and not taken for another stream', async () => {
    await firm.importTopology()
    await broker.publish(STREAM, [Buffer.alloc(2_000_000, 'x')])
    expect((await firm.read('--from', 'first', '--count', '1')).code).toBe(0)
    await broker.publish(STREAM, [statusMessage(1)])
    const { code, stderr } = await firm.read('--count', '1')
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.not.stringContaining('made anew') })
    expect((await firm.storedBodies()).at(-1)).toBe(statusMessage(1))
  })
})

describe('somebody else who publishes to the firm’s exchange', () => {
  it('is refused as the user of the desks', async () => {
    await firm.importTopology()
    await expect(publishAs('parcel-desk', CUSTOMER, statusMessage(1))).rejects.toThrow('ACCESS_REFUSED')
    await publishAs('parcel-collector', CUSTOMER, statusMessage(2))
    expect(await readStream(broker, STREAM, { count: 1 })).toEqual([statusMessage(2)])
  })

  it('is seen by readers where a message names another customer, and everything is stored', async () => {
    await firm.importTopology()
    const foreign = statusMessage(1).replace(CUSTOMER, 'c0000000-0000-4000-8000-000000000009')
    for (const body of [statusMessage(0), foreign, 'no JSON', foreign.replace('PR-1', 'PR-2'), statusMessage(2)]) {
      await publishAs('guest', CUSTOMER, body)
    }
    const { code, stderr } = await firm.read('--from', 'first', '--count', '5')
    expect(code).toBe(0)
    const sentence =
      /“parcel\.c0000000-\S+” holds a message about another customer \(“c0000000-0000-4000-8000-000000000009”, set “\S+”\): somebody else than the collector publishes there/g
    expect(stderr.match(sentence)).toHaveLength(1)
    expect(stderr).toContain('Ask the administrator of the broker who may write to the exchange.')
    expect(await firm.storedBodies()).toHaveLength(5)
  })
})

describe('rights that are taken away at run time', () => {
  it('leave what cannot be published in the queue, and it is published once they are back', async () => {
    await firm.importTopology()
    const { said } = firm.startCollector()
    await broker.publish(QUEUE, [statusMessage(1)])
    await readStream(broker, STREAM, { count: 1 })
    await broker.setRights('parcel-collector', NO_RIGHTS)
    // Until they connect again, RabbitMQ lets users do what they did before.
    await broker.closeConnections('rights were changed')
    await broker.publish(QUEUE, [statusMessage(2)])
    await expect.poll(said, SOON).toContain(`does not let this user publish to “${EXCHANGE}”`)
    expect(said()).toContain('Give the user the right to write to the exchange')
    expect(await waiting()).toBe(1)
    await firm.importTopology('--keep-users')
    expect(await readStream(broker, STREAM, { count: 2, skipsEqual: true })).toEqual(statusMessages(2, 1))
    await expect.poll(waiting, SOON).toBe(0)
    expect(await firm.storedBodies()).toEqual(statusMessages(2, 1))
  })

  it('end a collector whose password is refused, before that could lock the account', async () => {
    await firm.importTopology()
    await broker.setPassword('parcel-collector', 'another')
    await broker.publish(QUEUE, [statusMessage(1)])
    const { code, stderr } = await firm.collect()
    expect(code).toBe(3)
    expect(stderr).toContain('refused the user name or password of parcel-collector')
    expect(stderr).toContain('Check the user in --publish-url and PARCEL_DESK_PUBLISH_PASSWORD.')
    expect(await waiting()).toBe(1)
  })

  it('are asked for by a reader, which goes on where it was left once they are back', async () => {
    await firm.importTopology()
    await broker.publish(STREAM, statusMessages(3))
    const { said, printed } = firm.startReader('--from', 'first')
    const printedEntries = (): number => printed().trim().split('\n').filter(Boolean).length
    await expect.poll(printedEntries, SOON).toBe(3)
    await broker.setRights('parcel-desk', NO_RIGHTS)
    await broker.closeConnections('rights were changed')
    await expect.poll(said, SOON).toContain(`does not let this user read the stream “${STREAM}”`)
    expect(said()).toContain('Ask the administrator of the broker for the right to read it.')
    await broker.publish(STREAM, statusMessages(2, 3))
    await firm.importTopology('--keep-users')
    await expect.poll(printedEntries, SOON).toBe(5)
    expect(await firm.storedBodies()).toEqual(statusMessages(5))
  })
})

describe('a stream that is missing', () => {
  it('is named with whom to ask, and read from its beginning once it is made', async () => {
    await firm.importTopology()
    await broker.deleteQueue(STREAM)
    const { said, result } = firm.startReader('--from', 'first', '--count', '2')
    await expect.poll(said, SOON).toContain(`has no stream “${STREAM}”`)
    expect(said()).toContain('ask the administrator of the broker to import the definitions of this customer.')
    await firm.importTopology('--keep-users')
    await broker.publish(STREAM, statusMessages(2))
    expect(await result).toMatchObject({ code: 0 })
    expect(await firm.storedBodies()).toEqual(statusMessages(2))
  })
})

describe('two collectors at one queue', () => {
  it('publish whatever comes, and a reader stores each message once', async () => {
    await firm.importTopology()
    const collectors = ['first', 'second'].map((folder) => firm.startCollector('--data-dir', folder))
    for (const { said } of collectors) await expect.poll(said, SOON).toContain('arrive from')
    const bodies = statusMessages(600)
    // Twice, as from a service that lost its connection: each may come by another way.
    await broker.publish(QUEUE, bodies)
    await broker.publish(QUEUE, bodies)
    expect((await firm.read('--from', 'first', '--count', '600')).code).toBe(0)
    await expect.poll(waiting, SOON).toBe(0)
    const stored = await firm.storedBodies()
    expect(stored).toHaveLength(600)
    expect(new Set(stored)).toEqual(new Set(bodies))
  })
})
