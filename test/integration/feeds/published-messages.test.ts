import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { GetMessage, Options } from 'amqplib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { borrowBroker, type BorrowedBroker } from '../../support/borrow-broker.ts'
import { onChannel } from '../../support/broker-channel.ts'
import { statusMessage } from '../../support/status-messages.ts'
import { CUSTOMER, type Firm, openFirm, QUEUE } from './firm.ts'

const COPY = 'copy'

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

/** Sends these to the service’s queue, has them collected, and returns what a back end gets of them. */
async function published(sent: { body: Buffer; options?: Options.Publish }[]): Promise<GetMessage[]> {
  await onChannel(broker.url, async (channel) => {
    await channel.assertQueue(COPY)
    await channel.bindQueue(COPY, 'parcel.status', '*')
    for (const { body, options = {} } of sent) channel.sendToQueue(QUEUE, body, options)
    await channel.waitForConfirms()
  })
  expect((await firm.collect('--count', `${sent.length}`)).code).toBe(0)
  return await onChannel(broker.url, async (channel) => {
    const messages: GetMessage[] = []
    for (;;) {
      const message = await channel.get(COPY, { noAck: true })
      if (message === false) return messages
      messages.push(message)
    }
  })
}

const hexOf = (digest: ArrayBuffer): string => Buffer.from(digest).toString('hex')

describe('a message that the collector publishes', () => {
  it('has the SHA-256 of its body as its id, in every run the same and of every message another', async () => {
    await firm.importTopology()
    const bodies = [statusMessage(1), statusMessage(2)].map((body) => Buffer.from(body))
    const messages = await published(bodies.map((body) => ({ body })))
    const ids = await Promise.all(bodies.map(async (body) => hexOf(await crypto.subtle.digest('SHA-256', body))))
    expect(messages.map(({ properties }) => z.string().parse(properties.messageId))).toEqual(ids)
    const [again] = await published([{ body: Buffer.from(statusMessage(3)) }])
    expect(ids).not.toContain(again?.properties.messageId)
  })

  it('keeps what its sender said of it, but none of what brokers add, and not that it is the collector’s own', async () => {
    await firm.importTopology()
    const headers = { tenant: 'aurora', 'x-death': 'z', 'parcel-desk': 'check', nested: { a: 1 }, retries: 3 }
    const options = { contentType: 'application/json', contentEncoding: 'utf-8', timestamp: 1_700_000_000, headers }
    const [message] = await published([{ body: Buffer.from(statusMessage(1)), options }])
    expect(message?.properties).toMatchObject({
      contentType: 'application/json',
      contentEncoding: 'utf-8',
      timestamp: 1_700_000_000,
    })
    expect(message?.properties.headers).toEqual({ tenant: 'aurora', retries: 3, 'parcel-desk': 'status' })
  })

  it('is unfolded where it came compressed, for all who read it', async () => {
    await firm.importTopology()
    const body = Buffer.from(statusMessage(1))
    const [message] = await published([{ body: gzipSync(body), options: { contentEncoding: 'gzip' } }])
    expect(message?.content).toEqual(body)
    expect(message?.fields.routingKey).toBe(CUSTOMER)
    expect(message?.properties.contentEncoding).toBeUndefined()
    expect(await firm.storedBodies()).toEqual([statusMessage(1)])
  })
})

describe('the definitions for two thousand customers', { tags: 'soak' }, () => {
  it('have rights that RabbitMQ takes, with every stream among them', async () => {
    const ids = Array.from({ length: 2_000 }, (_, at) => `c0000000-0000-4000-8000-${String(at).padStart(12, '0')}`)
    const { stdout } = await firm.program.runHere(['feed', 'topology', ...ids.flatMap((id) => ['--customer', id])])
    const definitions = z
      .looseObject({
        queues: z.array(z.object({ name: z.string() })),
        permissions: z.array(z.looseObject({ user: z.string(), read: z.string() })),
      })
      .parse(JSON.parse(stdout))
    const { queues, permissions } = definitions
    expect(queues).toHaveLength(2_001)
    const read = new RegExp(permissions.find(({ user }) => user === 'parcel-desk')?.read ?? '$^')
    expect(queues.filter(({ name }) => !read.test(name))).toEqual([])
    for (const other of ['parcel.status', 'parcel.', 'xparcel.unreadable', 'parcel.unreadable.x']) {
      expect(other).not.toMatch(read)
    }
    // Making so many streams takes minutes, and says nothing about rights.
    const file = path.join(firm.program.folder, 'rights.json')
    await writeFile(file, JSON.stringify({ ...definitions, queues: [], bindings: [] }))
    await broker.importDefinitions(file)
    expect(await broker.ctl('list_user_permissions', 'parcel-desk')).toContain('unreadable')
  })
})
