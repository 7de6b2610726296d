import { expect, it, describe, onTestFinished } from 'vitest'
import { createLogger } from '../../../../../src/engine/base/logger.ts'
import type { FeedStore } from '../../../../../src/engine/feed/inbox/inbox-store.ts'
import { createSnoozeTimer, type SnoozeTimer } from '../../../../../src/main/desk/feed/snooze-timer.ts'
import { AppError } from '../../../../../src/shared/errors/app-error.ts'
import { createManualClock, type ManualClock } from '../../../../support/manual-clock.ts'
import { arrival, memoryFeed } from '../../../../support/test-feed.ts'

const MINUTE_MS = 60_000

interface Sample {
  feed: FeedStore
  /** What keeps the inbox from being read; undefined where nothing does. */
  fault: { thrown?: Error }
  clock: ManualClock
  returned: number[][]
  start(): SnoozeTimer
  inMinutes(minutes: number): Date
}

function sample(messages: number): Sample {
  const [feed, clock] = [memoryFeed(), createManualClock()]
  const returned: number[][] = []
  const fault: Sample['fault'] = {}
  const store = (): FeedStore => {
    if (fault.thrown !== undefined) throw fault.thrown
    return feed
  }
  feed.add(Array.from({ length: messages }, (_, at) => arrival(`message ${at}`)))
  const start = (): SnoozeTimer => {
    const onReturned = (entries: readonly { id: number }[]): void => void returned.push(entries.map(({ id }) => id))
    const timer = createSnoozeTimer({
      store,
      clock,
      logger: createLogger({ write: () => undefined }),
      onReturned,
    })
    onTestFinished(timer.stop)
    return timer
  }
  const inMinutes = (minutes: number): Date => new Date(clock.now().getTime() + minutes * MINUTE_MS)
  return { feed, fault, clock, returned, start, inMinutes }
}

async function pass(clock: ManualClock, minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 1) await clock.advance(MINUTE_MS)
}

describe('the end of a snooze', () => {
  it('comes at its time, whatever was snoozed before', async () => {
    const { clock, returned, start, inMinutes } = sample(2)
    const timer = start()
    timer.snooze([1], inMinutes(30))
    timer.snooze([2], inMinutes(10))
    await pass(clock, 9)
    expect(returned).toEqual([])
    await pass(clock, 2)
    expect(returned).toEqual([[3]])
    await pass(clock, 30)
    expect(returned).toEqual([[3], [4]])
  })

  it('that came while nothing ran is made up for at the next start', async () => {
    const { feed, clock, returned, start, inMinutes } = sample(1)
    const first = start()
    first.snooze([1], inMinutes(10))
    first.stop()
    await pass(clock, 600)
    expect(returned).toEqual([])
    start().restart()
    await clock.advance(0)
    expect(returned).toEqual([[2]])
    expect(feed.read(2)).toMatchObject({ isRead: false, returnedAt: clock.now().toISOString() })
  })

  it('comes late, but comes, where the inbox cannot be written at its time', async () => {
    const { fault, clock, returned, start, inMinutes } = sample(2)
    const timer = start()
    timer.snooze([1], inMinutes(10))
    timer.snooze([2], inMinutes(30))
    fault.thrown = new AppError({ tag: 'storage-failed', file: 'feed.sqlite', reason: 'the disk is full' })
    await pass(clock, 20)
    expect(returned).toEqual([])
    delete fault.thrown
    await pass(clock, 2)
    expect(returned).toEqual([[3]])
    await pass(clock, 10)
    expect(returned).toEqual([[3], [4]])
  })

  it('of very many is taken in steps, so that nothing else waits', async () => {
    const { clock, returned, start, inMinutes } = sample(500)
    start().snooze(
      Array.from({ length: 500 }, (_, at) => at + 1),
      inMinutes(1),
    )
    await pass(clock, 2)
    await expect.poll(() => returned.map((ids) => ids.length)).toEqual([200, 200, 100])
  })

  it('must be in the next two years', () => {
    const { start, inMinutes } = sample(1)
    expect(() => start().snooze([1], inMinutes(-1))).toThrow(/not in the next two years/)
    expect(() => start().snooze([1], inMinutes(60 * 24 * 800))).toThrow(/not in the next two years/)
  })
})
