import { expect, it, describe, onTestFinished } from 'vitest'
import { createLogger } from '../../../../../src/engine/base/logger.ts'
import type { FeedStore } from '../../../../../src/engine/feed/inbox/inbox-store.ts'
import { createSnoozeTimer, type SnoozeTimer } from '../../../../../src/main/desk/feed/snooze-timer.ts'
import { createManualClock, type ManualClock } from '../../../../support/manual-clock.ts'
import { arrival, memoryFeed } from '../../../../support/test-feed.ts'

const MINUTE_MS = 60_000

interface Sample {
  feed: FeedStore
  clock: ManualClock
  returned: number[][]
  start(): SnoozeTimer
  inMinutes(minutes: number): Date
}

function sample(messages: number): Sample {
  const [feed, clock] = [memoryFeed(), createManualClock()]
  const returned: number[][] = []
  feed.add(Array.from({ length: messages }, (_, at) => arrival(`message ${at}`)))
  const start = (): SnoozeTimer => {
    const onReturned = (entries: readonly { id: number }[]): void => void returned.push(entries.map(({ id }) => id))
    const timer = createSnoozeTimer({
      store: () => feed,
      clock,
      logger: createLogger({ write: () => undefined }),
      onReturned,
    })
    onTestFinished(timer.stop)
    return timer
  }
  return { feed, clock, returned, start, inMinutes: (minutes) => new Date(clock.now().getTime() + minutes * MINUTE_MS) }
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
