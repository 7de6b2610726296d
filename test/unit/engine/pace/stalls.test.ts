import { beforeEach, describe, expect, it } from 'vitest'
import { createStallWatch, type StallWatch, type WatchedCall } from '../../../../src/engine/pace/stalls.ts'
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts'

describe('a call that has gone silent', () => {
  let clock: ManualClock
  let watch: StallWatch
  let stalled: string[]
  beforeEach(async () => {
    clock = createManualClock()
    watch = createStallWatch(clock)
    stalled = []
    await answerSome()
  })

  const begin = (name: string, attempt = 1): WatchedCall => watch.begin(attempt, () => void stalled.push(name))
  /** Each within 100 ms, as is usual here. */
  async function answerSome(): Promise<void> {
    for (let call = 0; call < 4; call += 1) {
      const { ended } = begin('quick')
      await clock.advance(100)
      ended(true)
    }
  }

  it('is told of once three that began later are answered, and not before', async () => {
    begin('silent')
    for (const other of ['a', 'b', 'c', 'd', 'e']) begin(other)
    await clock.advance(1_000)
    expect(stalled).toEqual([])
    await answerSome()
    await clock.advance(200)
    expect(stalled).toContain('silent')
  })

  it('is told of later where so few are left that none can overtake it', async () => {
    begin('last')
    begin('one more')
    await clock.advance(1_500)
    expect(stalled).toEqual([])
    await clock.advance(1_500)
    expect(stalled).toContain('last')
  })

  it('is not told of while many are silent: then the service is slow', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) begin(name)
    await clock.advance(20_000)
    expect(stalled).toEqual([])
  })

  it('is given more time when it is asked for again', async () => {
    begin('again', 2)
    await clock.advance(3_000)
    expect(stalled).toEqual([])
    await clock.advance(10_000)
    expect(stalled).toContain('again')
  })
})
