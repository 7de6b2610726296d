import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createLogger } from '../../../../../../src/engine/base/logger.ts'
import { EMPTY_FEED, type StoredFeed } from '../../../../../../src/engine/feed/feed-settings.ts'
import { createPauseTimer, type PauseTimer } from '../../../../../../src/main/desk/feed/alerts/alert-pause.ts'
import { AppError } from '../../../../../../src/shared/errors/app-error.ts'
import { createManualClock, type ManualClock } from '../../../../../support/manual-clock.ts'

const MINUTE_MS = 60_000

let clock: ManualClock
let feed: StoredFeed
let ended: number
let logged: string[]
let isFull: boolean
let pause: PauseTimer
beforeEach(() => {
  clock = createManualClock()
  feed = EMPTY_FEED
  ended = 0
  logged = []
  isFull = false
  const change = (changes: Partial<StoredFeed>): StoredFeed => {
    if (isFull) throw new AppError({ tag: 'storage-failed', file: 'feed.json', reason: 'the disk is full' })
    return (feed = { ...feed, ...changes })
  }
  const logger = createLogger({ write: (_level, line) => void logged.push(line) })
  pause = createPauseTimer({ settings: { read: () => feed, change }, clock, logger, onEnded: () => void (ended += 1) })
  onTestFinished(pause.stop)
})

const pauseFor = (minutes: number): void => {
  feed = { ...feed, pausedUntil: new Date(clock.now().getTime() + minutes * MINUTE_MS).toISOString() }
  pause.restart()
}
const pass = async (minutes: number): Promise<void> => {
  for (let passed = 0; passed < minutes; passed += 1) await clock.advance(MINUTE_MS)
}

describe('a pause of notifications', () => {
  it('ends at its time, and reports that once', async () => {
    pauseFor(60)
    await pass(59)
    expect([feed.pausedUntil === null, ended]).toEqual([false, 0])
    await pass(2)
    expect([feed.pausedUntil, ended]).toEqual([null, 1])
  })

  it('follows the newer of two settings', async () => {
    pauseFor(10)
    pauseFor(30)
    await pass(20)
    expect(ended).toBe(0)
    await pass(11)
    expect(ended).toBe(1)
  })

  it('ends at once where its time passed before the start', async () => {
    pauseFor(-5)
    await clock.advance(0)
    expect([feed.pausedUntil, ended]).toEqual([null, 1])
  })

  it('ends also where that cannot be stored, which is in the log', async () => {
    isFull = true
    pauseFor(5)
    await pass(6)
    expect(ended).toBe(1)
    expect(logged.join('')).toContain('pause.end-not-stored')
  })

  it('does nothing where there is none', async () => {
    pause.restart()
    await pass(1)
    expect(ended).toBe(0)
  })
})
