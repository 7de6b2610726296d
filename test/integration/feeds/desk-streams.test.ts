import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createSystemClock } from '../../../src/adapters/system-clock.ts'
import { borrowBroker, type BorrowedBroker } from '../../support/borrow-broker.ts'
import { NO_RIGHTS } from '../../support/private-broker.ts'
import { onChannel } from '../../support/broker-channel.ts'
import {
  type FeedDesk,
  type FeedService,
  followStreams,
  openFeedDesk,
  openStream,
  startFeedService,
  streamOf,
} from '../../support/feed-desk.ts'
import { createMemorySecrets } from '../../support/memory-secrets.ts'
import { statusMessage as messageOfNobody } from '../../support/status-messages.ts'
import { policyOf } from '../../support/test-policy.ts'

const GUEST = { username: 'guest', password: 'guest' }
/** Of the computer: a quick one would take a slow broker for one without the message that was read last. */
const clock = createSystemClock()

let broker: BorrowedBroker
let feed: FeedService
beforeAll(async () => {
  broker = await borrowBroker()
})
afterAll(() => broker.stop())
beforeEach(async () => {
  feed = await startFeedService()
  onTestFinished(feed.close)
})

/** Messages of the customer whose stream it is. */
const statusMessage = (number: number): string =>
  messageOfNobody(number).replace('c0000000-0000-4000-8000-000000000001', feed.customerId)
const statusMessages = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, index) => statusMessage(from + index))
const open = (parts: Parameters<typeof openFeedDesk>[1] = {}): Promise<FeedDesk> =>
  openFeedDesk(feed, { ...parts, ports: { clock, ...parts.ports } })
const follow = (desk: FeedDesk, parts: { from?: string; more?: string[]; username?: string } = {}): Promise<void> =>
  followStreams(desk, feed, { ...GUEST, broker, ...parts })
const isLive = (desk: FeedDesk): Promise<void> => expect.poll(desk.queueState).toBe('live')
const has = (desk: FeedDesk, count: number): Promise<void> =>
  expect.poll(async () => (await desk.inbox()).count).toBe(count)
const sentence = async (desk: FeedDesk): Promise<string> => (await desk.view()).followed[0]?.queue?.sentence ?? ''
const rawOf = async (desk: FeedDesk): Promise<string[]> => {
  const { entries } = await desk.inbox()
  const raws = entries.toReversed().map(async ({ entryId }) => {
    const { raw } = await desk.call('inbox.read', { sessionId: desk.sessionId, entryId })
    return raw
  })
  return await Promise.all(raws)
}

describe('a desk that reads the firm’s streams', () => {
  it('stores every message and leaves the stream as it is for others, whatever the switch and the policy of queues say', async () => {
    const stream = await openStream(broker, feed)
    await broker.publish(stream, statusMessages(30))
    const policy = policyOf({ QueueForbidden: true })
    const first = await open({ ports: { policy } })
    await follow(first)
    await has(first, 30)
    const second = await open()
    await follow(second)
    await has(second, 30)
    expect(await rawOf(second)).toEqual(statusMessages(30))
    expect((await first.inbox()).entries.every(({ source, received }) => source === 'stream' && received === 1)).toBe(
      true,
    )
    expect((await first.view()).health).toEqual({ state: 'live', sentence: '1 stream of your firm is read.' })
  })

  it('continues where it was left after a restart, with what came meanwhile, and stores nothing twice', async () => {
    const stream = await openStream(broker, feed)
    await broker.publish(stream, statusMessages(5))
    const secrets = createMemorySecrets()
    const first = await open({ ports: { secrets } })
    await follow(first)
    await has(first, 5)
    await first.desk.stop()
    await broker.publish(stream, statusMessages(5, 5))
    const second = await open({ root: first.root, ports: { secrets } })
    await has(second, 10)
    expect(await rawOf(second)).toEqual(statusMessages(10))
    expect((await second.inbox()).entries.every(({ received }) => received === 1)).toBe(true)
  })

  it('that begins now misses nothing that comes before its next start', async () => {
    const stream = await openStream(broker, feed)
    const secrets = createMemorySecrets()
    const first = await open({ ports: { secrets } })
    await follow(first, { from: 'now' })
    await isLive(first)
    await first.desk.stop()
    await broker.publish(stream, [statusMessage(1)])
    const second = await open({ root: first.root, ports: { secrets } })
    await has(second, 1)
  })

  it('reads several over one connection, and one that is missing keeps none from being read', async () => {
    const stream = await openStream(broker, feed)
    await broker.deleteQueue('parcel.later')
    const desk = await open()
    await broker.addUser('several', 'several')
    await followStreams(desk, feed, { username: 'several', password: 'several', broker, more: ['parcel.later'] })
    await isLive(desk)
    await broker.publish(stream, statusMessages(3))
    await has(desk, 3)
    const more = async () => (await desk.view()).streams.more[0]?.status
    // While it is looked for again, it says so.
    await expect.poll(more).toMatchObject({
      state: 'queue-missing',
      sentence: expect.stringContaining(
        `${broker.host}:${broker.port} has no stream “parcel.later”. It is looked for again automatically. Check the name; if it is right, ask the administrator of the broker`,
      ),
    })
    await broker.declareQueue('parcel.later', { 'x-queue-type': 'stream' })
    await broker.publish('parcel.later', ['no message'])
    await desk.call('feeds.tryNow', { sessionId: desk.sessionId })
    await has(desk, 4)
    expect((await desk.inbox()).entries[0]).toMatchObject({ isReadable: false, source: 'stream' })
    const users = (await broker.ctl('list_connections', 'user', '--no-table-headers')).trim().split('\n')
    expect(users.filter((user) => user === 'several')).toHaveLength(1)
  })
})

describe('a stream that cannot be read', () => {
  it('because it is a queue loses that queue no message, and is read once it is a stream', async () => {
    const stream = streamOf(feed)
    await broker.deleteQueue(stream)
    await broker.declareQueue(stream)
    await broker.publish(stream, [statusMessage(1)])
    const desk = await open()
    await follow(desk)
    await expect.poll(desk.queueState).toBe('refused')
    await expect
      .poll(() => sentence(desk))
      .toContain(`“${stream}” is a queue, not a stream, and nothing was taken from it.`)
    expect(await onChannel(broker.url, (channel) => channel.checkQueue(stream))).toMatchObject({ messageCount: 1 })
    await expect.poll(async () => (await desk.view()).health.state).toBe('trouble')
    await openStream(broker, feed)
    await broker.publish(stream, [statusMessage(1)])
    await has(desk, 1)
  })

  it('because its right was taken away while it was read says so, and continues once it is given back', async () => {
    const stream = await openStream(broker, feed)
    await broker.addUser('reader', 'reader')
    const desk = await open()
    await followStreams(desk, feed, { username: 'reader', password: 'reader', broker })
    await broker.publish(stream, statusMessages(2))
    await has(desk, 2)
    await broker.setRights('reader', NO_RIGHTS)
    await broker.closeConnections('rights have changed')
    await expect.poll(desk.queueState).toBe('refused')
    await expect
      .poll(() => sentence(desk))
      .toMatch(
        /does not let this user read the stream “parcel\.[-\w]+”\. It said: “ACCESS_REFUSED.*Ask the administrator of the broker for the right to read it/,
      )
    await expect.poll(async () => (await desk.view()).followed[0]?.queue?.nextTryAt).toEqual(expect.any(String))
    await broker.publish(stream, statusMessages(2, 2))
    await broker.setRights('reader', { ...NO_RIGHTS, read: '.*' })
    // By itself too, but its waits have grown.
    await desk.call('feeds.tryNow', { sessionId: desk.sessionId })
    await has(desk, 4)
    await isLive(desk)
  })

  it('has a test of the connection that finds each of these before anything is kept, also where the queue is forbidden', async () => {
    const stream = await openStream(broker, feed)
    await broker.publish(stream, [statusMessage(1)])
    const desk = await open({ ports: { policy: policyOf({ QueueForbidden: true }) } })
    await desk.call('feeds.follow', {
      sessionId: desk.sessionId,
      customers: [{ customerId: feed.customerId, brokerId: null }],
    })
    const steps = async (queue: string): Promise<{ state: string; text: string }> => {
      const input = {
        sessionId: desk.sessionId,
        brokerId: null,
        kind: 'stream' as const,
        name: 'Firm',
        queue,
        ...GUEST,
      }
      const place = { hosts: [`${broker.host}:${broker.port}`], usesTls: false, virtualHost: '/', prefetch: 100 }
      const files = { caFileId: null, certificateFileId: null, keyFileId: null, heartbeatSeconds: 15 }
      const answer = await desk.call('connections.testQueue', {
        ...input,
        ...place,
        ...files,
        testId: queue,
        customerId: feed.customerId,
      })
      const last = answer.steps.at(-1)
      return { state: last?.state ?? '', text: JSON.stringify(last) }
    }
    expect((await steps('parcel.{customerId}')).text).toContain('It is there, and this user may read it.')
    expect((await steps('parcel.nobody')).text).toContain('has no stream “parcel.nobody”')
    await broker.declareQueue('plain-queue')
    expect((await steps('plain-queue')).text).toContain('is a queue, not a stream')
    expect((await desk.inbox()).count).toBe(0)
  })
})

describe('what a stream no longer has', () => {
  it('because it was deleted and made anew is said until the user takes note, and answered by a check', async () => {
    const stream = await openStream(broker, feed)
    await broker.publish(stream, statusMessages(5))
    const secrets = createMemorySecrets()
    const first = await open({ ports: { secrets } })
    await follow(first)
    await has(first, 5)
    await first.desk.stop()
    await openStream(broker, feed)
    await broker.publish(stream, statusMessages(6, 100))
    const second = await open({ root: first.root, ports: { secrets } })
    await has(second, 11)
    const gaps = async () => (await second.view()).streams.gaps
    expect(await gaps()).toMatchObject([{ sentence: expect.stringContaining('it was deleted and made anew') }])
    // Without a check the gap would stay open.
    await expect.poll(async () => (await gaps())[0]?.isChecked).toBe(true)
    await expect.poll(async () => (await second.view()).health.state).toBe('live')
    await second.call('feeds.dismissGaps', { sessionId: second.sessionId, upTo: (await gaps())[0]?.gapId ?? 0 })
    expect(await gaps()).toEqual([])
  })

  it('because retention has passed this desk is said with its places, and the rest is read', async () => {
    const limits = { 'x-stream-max-segment-size-bytes': 1_000, 'x-max-length-bytes': 4_000 }
    const stream = await openStream(broker, feed, limits)
    await broker.publish(stream, [statusMessage(0)])
    const secrets = createMemorySecrets()
    const first = await open({ ports: { secrets } })
    await follow(first)
    await has(first, 1)
    await first.desk.stop()
    for (let batch = 0; batch < 40; batch += 1) await broker.publish(stream, statusMessages(10, 1 + batch * 10))
    const second = await open({ root: first.root, ports: { secrets } })
    // Retention may have left no message at all.
    await broker.publish(stream, [statusMessage(401)])
    await expect.poll(async () => (await second.inbox()).entries[0]?.parcelReference).toBe('PR-401')
    expect((await second.view()).streams.gaps[0]?.sentence).toMatch(
      /no longer keeps what came between place 0 and place \d+ of “parcel\..*A check by search shows/,
    )
    await expect.poll(async () => (await second.view()).streams.gaps[0]?.isChecked).toBe(true)
  })
})

describe('a message that nobody should have published', () => {
  it('of 64 MB is stored cut, and holds up nothing behind it', async () => {
    const stream = await openStream(broker, feed)
    await broker.publish(stream, [statusMessage(0), Buffer.alloc(64_000_000, 'x'), statusMessage(1)])
    const desk = await open()
    await follow(desk)
    await has(desk, 3)
    const [, poison] = (await desk.inbox()).entries
    expect(poison).toMatchObject({ isReadable: false, reason: 'it is not JSON' })
    expect((await rawOf(desk))[1]).toContain('[cut here: the message has 64 MB, and at most 1.0 MB are kept]')
    await isLive(desk)
  })

  it('about another customer is stored as it came, and said, with whom to ask', async () => {
    const stream = await openStream(broker, feed)
    await broker.publish(stream, [statusMessage(0), messageOfNobody(1), statusMessage(2)])
    const desk = await open()
    await follow(desk)
    await has(desk, 3)
    const gaps = async () => (await desk.view()).streams.gaps
    await expect.poll(async () => (await gaps()).length).toBe(1)
    expect((await gaps())[0]?.sentence).toMatch(
      /holds a message about another customer \(“c0000000.*It is stored as it came\. Ask the administrator of the broker who may write/,
    )
  })
})
