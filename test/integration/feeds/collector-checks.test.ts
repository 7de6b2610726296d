import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createSystemClock } from '../../../src/adapters/system-clock.ts'
import { checkKey } from '../../../src/engine/feed/firm/outgoing.ts'
import { borrowBroker, type BorrowedBroker } from '../../support/borrow-broker.ts'
import { onChannel } from '../../support/broker-channel.ts'
import {
  type FeedDesk,
  type FeedService,
  followStreams,
  openFeedDesk,
  openStream,
  startFeedService,
} from '../../support/feed-desk.ts'
import { createProgram, type RunningProgram } from '../cli-program.ts'

const GUEST = { username: 'guest', password: 'guest' }
const QUEUE = 'queue of the service'

let broker: BorrowedBroker
beforeAll(async () => {
  broker = await borrowBroker()
})
afterAll(() => broker.stop())

/** The exchange with the stream of the first customer, bound for messages and for what is told of checks. */
async function openFirmStream(feed: FeedService): Promise<string> {
  const stream = await openStream(broker, feed)
  await broker.declareQueue(QUEUE)
  await onChannel(broker.url, async (channel) => {
    await channel.assertExchange('parcel.status', 'topic', { durable: true })
    for (const key of [feed.customerId, checkKey(feed.customerId)])
      await channel.bindQueue(stream, 'parcel.status', key)
  })
  return stream
}

/** Collectors on one data folder, one after another. */
async function collectors({ service, customerId }: FeedService): Promise<() => RunningProgram> {
  const program = await createProgram(service.url)
  onTestFinished(program.remove)
  const address = `amqp://guest@127.0.0.1:${broker.port}`
  const words = ['collect', '--amqp-url', address, '--queue', QUEUE, '--publish-url', address, '--customer', customerId]
  const env = { PARCEL_DESK_AMQP_PASSWORD: 'guest', PARCEL_DESK_PUBLISH_PASSWORD: 'guest' }
  return () => {
    const running = program.start([...words, '--check-every', '60', '--environment', 'test'], { env })
    onTestFinished(async () => {
      running.child.kill('SIGKILL')
      await running.result
    })
    return running
  }
}

const check = async (desk: FeedDesk): Promise<string> => (await desk.checkOf())?.sentence ?? ''

describe('a check by search of the collector', () => {
  it(
    'tells every desk what it found, which lists it as found by a check and need not search',
    { tags: 'soak' },
    async () => {
      const feed = await startFeedService()
      onTestFinished(feed.close)
      await openFirmStream(feed)
      const desk = await openFeedDesk(feed, { ports: { clock: createSystemClock() } })
      await followStreams(desk, feed, { ...GUEST, broker })
      await expect.poll(() => check(desk)).toContain('4 sets noted')
      const start = await collectors(feed)
      const first = start()
      await expect.poll(first.said).toContain('4 sets noted; changes without a message are told to the desks')
      first.child.kill('SIGINT')
      await first.result

      feed.change(feed.sets[0], 'titleHeld')
      const second = start()
      await expect.poll(second.said).toContain('4 sets checked by search, 1 change told to the desks.')
      await expect.poll(async () => (await desk.inbox()).count).toBe(1)
      const { setId, parcelRef } = feed.sets[0]?.row ?? {}
      expect((await desk.inbox()).entries).toMatchObject([
        { source: 'check', setId, parcelReference: parcelRef, newStatus: 'title_held', stateBefore: 'signed' },
      ])
      expect(await check(desk)).toBe(
        'The firm’s collector checked 4 sets: 1 change found that no message had announced.',
      )
    },
  )

  it(
    'that reaches no stream is said, with what to do, and keeps no message from being collected',
    { tags: 'soak' },
    async () => {
      const feed = await startFeedService()
      onTestFinished(feed.close)
      const stream = await openFirmStream(feed)
      const start = await collectors(feed)
      const first = start()
      await expect.poll(first.said).toContain('4 sets noted')
      first.child.kill('SIGINT')
      await first.result
      await onChannel(broker.url, (channel) => channel.unbindQueue(stream, 'parcel.status', checkKey(feed.customerId)))
      const second = start()
      await expect
        .poll(second.said)
        .toMatch(/The check by search of .+ was not told to the desks, which check themselves\./)
      expect(second.said()).toContain('Have the definitions imported')
      await broker.publish(QUEUE, [feed.change(feed.sets[0], 'issued')])
      await expect.poll(() => broker.count(QUEUE)).toBe(0)
    },
  )
})
