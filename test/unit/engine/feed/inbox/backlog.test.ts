import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Arrival } from '../../../../../src/engine/feed/inbox/inbox-arrivals.ts'
import { openBacklog, takeUpBacklog } from '../../../../../src/engine/feed/inbox/backlog.ts'
import { lockBacklog } from '../../../../../src/engine/storage/data-lock.ts'
import type { FeedEntry } from '../../../../../src/shared/model/feed-entry.ts'
import { createManualClock } from '../../../../support/manual-clock.ts'
import { tempFolder } from '../../../../support/temp-folder.ts'
import { arrival, fileFeed, memoryFeed, SIGNED, type TestFeed } from '../../../../support/test-feed.ts'

const LARGE = 100
const QUIET_MS = 500

const setId = (number: number): string => `5e700000-0000-4000-a000-${String(number).padStart(12, '0')}`
const message = (number: number, newStatus = 'Signed'): Arrival =>
  arrival({ ...SIGNED, setId: setId(number), newStatus, updatedDate: null })
const messages = (count: number, from = 0): Arrival[] =>
  Array.from({ length: count }, (_, index) => message(from + index))
const setsOf = (entries: Iterable<{ setId: string | null }>): (string | null)[] => [...entries].map((one) => one.setId)

function opened(feed: TestFeed = memoryFeed()) {
  const clock = createManualClock()
  const told: FeedEntry[] = []
  const warn = vi.fn()
  const backlog = openBacklog({ feed, clock, logger: { warn }, onEntries: (entries) => told.push(...entries) })
  onTestFinished(backlog.close)
  return { inbox: feed, clock, told, warn, backlog, feed: backlog.feed }
}

describe('an inbox with a backlog', () => {
  it('makes entries of a few messages at once', () => {
    const { feed, inbox, told } = opened()
    expect(setsOf(feed.add(messages(3)))).toEqual(setsOf(inbox.all()))
    expect(inbox.counts().total).toBe(3)
    expect(told).toEqual([])
  })

  it('keeps many as they came, and what comes behind them, and makes entries in the order of arrival once it is quiet', async () => {
    const { feed, inbox, clock, told } = opened()
    expect(feed.add(messages(LARGE))).toEqual([])
    await clock.advance(QUIET_MS - 1)
    expect(feed.add(messages(LARGE, LARGE))).toEqual([])
    expect(feed.add(messages(1, 2 * LARGE))).toEqual([])
    await clock.advance(QUIET_MS - 1)
    expect(inbox.counts().total).toBe(0)
    await clock.advance(1)
    await expect.poll(() => told.length).toBe(2 * LARGE + 1)
    expect(setsOf(told)).toEqual(Array.from({ length: 2 * LARGE + 1 }, (_, number) => setId(number)))
    expect([...inbox.all()]).toEqual(told)
    expect(setsOf(feed.add(messages(1, 9_999)))).toEqual([setId(9_999)])
  })

  it('makes entries first of all that is kept before it looks at states, or stores what a check found', () => {
    const { feed, inbox, told } = opened()
    feed.add([message(1, 'Issued'), ...messages(LARGE, 2)])
    expect(feed.knownState(setId(1))?.status).toBe('Issued')
    expect(told).toHaveLength(LARGE + 1)
    feed.add([message(1, 'Title held'), ...messages(LARGE, 1_000)])
    const finding = {
      ...SIGNED,
      setId: setId(1),
      customerName: 'Aurora',
      shipmentRef: null,
      seenAt: SIGNED.updatedDate,
    }
    // Compared with “Issued”, which is no longer the newest state.
    expect(feed.addFindings([{ ...finding, status: 'Surrendered', stateBefore: 'Issued' }])).toEqual([])
    expect(inbox.knownState(setId(1))?.status).toBe('Title held')
    feed.add(messages(LARGE, 2_000))
    feed.recordStates([{ setId: setId(2_000), status: 'Issued', seenAt: '2000-01-01T00:00:00.000Z' }])
    expect(inbox.knownState(setId(2_000))?.status).toBe('Signed')
  })

  it('ends with the same inbox as one without, whatever comes and in whatever batches', async () => {
    const one = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.constantFrom('Issued', 'Signed', 'Title held', ''))
    const [few, many] = [fc.array(one, { maxLength: 5 }), fc.array(one, { minLength: LARGE, maxLength: LARGE + 20 })]
    const batches = fc.array(fc.oneof(few, many), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(batches, async (given) => {
        const { feed, inbox, backlog, told } = opened()
        const plain = memoryFeed()
        const expected: FeedEntry[] = []
        for (const batch of given) {
          const arrivals = batch.map(([number, state]) => message(number, state))
          expected.push(...plain.add(arrivals))
          told.push(...feed.add(arrivals))
        }
        await backlog.settle()
        expect(told).toEqual(expected)
        expect([...inbox.all()]).toEqual([...plain.all()])
      }),
      { numRuns: 30 },
    )
  })

  it('says that a full disk keeps it from listing, and lists later', async () => {
    const { feed, inbox, clock, told, warn } = opened()
    inbox.database.exec(
      "CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END",
    )
    feed.add(messages(LARGE))
    await clock.advance(QUIET_MS)
    await expect.poll(() => warn.mock.calls).toEqual([['backlog.not-listed', { error: expect.any(Error) }]])
    expect(told).toEqual([])
    inbox.database.exec('DROP TRIGGER full')
    await clock.advance(5_000)
    await expect.poll(() => told.length).toBe(LARGE)
  })

  it('fails to settle where entries cannot be stored', async () => {
    const { feed, inbox, backlog } = opened()
    feed.add(messages(LARGE))
    inbox.database.exec("CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT RAISE(FAIL, 'full'); END")
    await expect(backlog.settle()).rejects.toMatchObject({ failure: { tag: 'storage-failed' } })
  })
})

describe('a backlog that was left', () => {
  const openFile = async (): Promise<string> => join(await tempFolder(), 'feed.sqlite')

  it('becomes entries when the inbox is opened next', async () => {
    const file = await openFile()
    const logger = { warn: () => undefined }
    const ended = openBacklog({ feed: fileFeed(file), clock: createManualClock(), logger, onEntries: () => undefined })
    ended.feed.add(messages(LARGE))
    ended.close()
    const next = fileFeed(file)
    takeUpBacklog(next)
    expect(setsOf(next.all())).toEqual(messages(LARGE).map((_, number) => setId(number)))
  })

  it('is left to the collector that is at work on it', async () => {
    const file = await openFile()
    const { feed, told, backlog } = opened(fileFeed(file))
    feed.add(messages(LARGE))
    const reader = fileFeed(file)
    takeUpBacklog(reader)
    expect(reader.counts().total).toBe(0)
    await backlog.settle()
    expect(told).toHaveLength(LARGE)
    expect(reader.counts().total).toBe(LARGE)
  })

  it('is gone on with by a collector where opening the inbox could not', async () => {
    const file = await openFile()
    const first = fileFeed(file)
    first.keep(messages(3))
    const { clock, told } = opened(fileFeed(file))
    await clock.advance(0)
    await expect.poll(() => told.length).toBe(3)
  })

  it('is not begun by a second collector in the same folder', async () => {
    const file = await openFile()
    const lock = lockBacklog(join(file, '..'))
    onTestFinished(lock.release)
    const { feed, inbox } = opened(fileFeed(file))
    expect(feed.add(messages(LARGE))).toHaveLength(LARGE)
    expect(inbox.counts().total).toBe(LARGE)
  })
})
