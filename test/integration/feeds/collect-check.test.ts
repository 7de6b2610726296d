import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { borrowBroker, type BorrowedBroker } from '../../support/borrow-broker.ts'
import { NO_RIGHTS } from '../../support/private-broker.ts'
import { onChannel } from '../../support/broker-channel.ts'
import { statusMessages } from '../../support/status-messages.ts'
import { CUSTOMER, type Firm, openFirm, QUEUE, STREAM } from './firm.ts'

const report = z.object({
  ok: z.boolean(),
  checks: z.array(
    z.object({
      what: z.string(),
      ok: z.boolean(),
      found: z.string(),
      failure: z.object({ tag: z.string(), message: z.string(), next: z.string() }).optional(),
    }),
  ),
})
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
  await firm.close()
  await broker.reset()
})

async function check(...words: string[]) {
  const { code, stdout, stderr } = await firm.collect('--check', '--customer', CUSTOMER, ...words)
  const { ok, checks } = report.parse(JSON.parse(stdout))
  const missing = checks.flatMap(({ what, failure }) => (failure === undefined ? [] : [`${what}: ${failure.tag}`]))
  return { code, ok, checks, missing, stderr }
}

describe('collect --check', () => {
  it('finds all there, takes no message of the queue, and leaves none in any stream', async () => {
    await firm.importTopology('--back-end-queue', 'back-end')
    await broker.publish(QUEUE, statusMessages(3))
    const { code, ok, checks } = await check()
    expect([code, ok]).toEqual([0, true])
    expect(checks.map(({ what }) => what)).toEqual([
      `Queue “${QUEUE}”`,
      `Exchange “${EXCHANGE}” at 127.0.0.1:${broker.port}`,
      `Stream “${STREAM}”`,
      'Stream “parcel.unreadable”',
    ])
    expect(checks[0]?.found).toMatch(/3 messages wait in it, and no program takes from it\. It is a classic queue/)
    expect(await broker.count(QUEUE)).toBe(3)
    expect(await broker.count('back-end')).toBe(0)
    const redelivered = await onChannel(broker.url, async (channel) => {
      const message = await channel.get(QUEUE)
      return message === false ? undefined : message.fields.redelivered
    })
    expect(redelivered).toBe(false)
  })

  it('says what to ask about a quorum queue, which drops what came back too often', async () => {
    await firm.importTopology()
    await broker.deleteQueue(QUEUE)
    await broker.declareQueue(QUEUE, { 'x-queue-type': 'quorum' })
    const { code, checks } = await check()
    expect(code).toBe(0)
    expect(checks[0]?.found).toContain('It is a quorum queue: ask its operator for its delivery limit')
  })

  it('goes on to the firm’s broker where the queue is missing, and names both', async () => {
    await firm.importTopology()
    await broker.deleteQueue(QUEUE)
    await broker.deleteQueue(STREAM)
    const { code, missing, checks } = await check()
    expect(code).toBe(4)
    expect(missing).toEqual([`Queue “${QUEUE}”: queue-missing`, `Stream “${STREAM}”: queue-missing`])
    expect(checks.map(({ failure }) => failure?.next)).toEqual([
      'Check --queue; if it is right, ask the service to create the queue.',
      undefined,
      expect.stringContaining('feed topology'),
      undefined,
    ])
  })

  it('names the exchange, a right to publish, and the right to read that is not there', async () => {
    await firm.importTopology()
    await broker.setRights('parcel-collector', NO_RIGHTS)
    expect((await check()).missing).toEqual([`Exchange “${EXCHANGE}” at 127.0.0.1:${broker.port}: exchange-refused`])
    await onChannel(broker.url, (channel) => channel.deleteExchange(EXCHANGE))
    expect((await check()).missing).toEqual([`Exchange “${EXCHANGE}” at 127.0.0.1:${broker.port}: exchange-missing`])
    await broker.setRights('guest', { configure: '.*', write: '.*', read: '^$' })
    expect((await check()).missing[0]).toBe(`Queue “${QUEUE}”: queue-refused`)
    await broker.setRights('guest', { configure: '.*', write: '.*', read: '.*' })
  })

  it('tells a queue in place of a stream, where this user may read it', async () => {
    await firm.importTopology()
    await broker.deleteQueue(STREAM)
    await broker.declareQueue(STREAM)
    await broker.setRights('parcel-collector', { configure: '^$', write: '.*', read: '.*' })
    expect((await check()).missing).toEqual([`Stream “${STREAM}”: not-a-stream`])
  })

  it('tries a refused password once, so that no account is locked, and ends with 3', async () => {
    await firm.importTopology()
    await broker.setPassword('parcel-collector', 'another')
    const { code, missing, checks } = await check()
    expect(code).toBe(3)
    expect(missing).toEqual([`Exchange “${EXCHANGE}” at 127.0.0.1:${broker.port}: broker-refused`])
    expect(checks).toHaveLength(2)
  })

  it('says that something gets what is meant for nobody', async () => {
    await firm.importTopology('--back-end-queue', 'back-end')
    await onChannel(broker.url, (channel) => channel.bindQueue('back-end', EXCHANGE, '#'))
    const { checks } = await check()
    expect(checks[1]?.found).toContain('a queue is bound to it by “#”')
  })

  it('looks for no customer’s stream where none is named, and says so', async () => {
    await firm.importTopology()
    const { stdout, stderr, code } = await firm.collect('--check')
    expect(code).toBe(0)
    expect(report.parse(JSON.parse(stdout)).checks.map(({ what }) => what)).not.toContain(`Stream “${STREAM}”`)
    expect(stderr).toContain('no customer’s stream is looked for')
  })
})
