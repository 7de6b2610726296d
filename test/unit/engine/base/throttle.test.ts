import { beforeEach, describe, expect, it } from 'vitest'
import { type Throttled, throttle } from '../../../../src/engine/base/async.ts'
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts'

let clock: ManualClock
let told: number
let telling: Throttled
beforeEach(() => {
  clock = createManualClock()
  told = 0
  telling = throttle(clock, 50, () => void (told += 1))
})

describe('a telling that is paced', () => {
  it('is at once the first time, and once more for all that came too soon after it', async () => {
    for (let time = 0; time < 10; time += 1) telling.call()
    expect(told).toBe(1)
    await clock.advance(49)
    expect(told).toBe(1)
    await clock.advance(1)
    expect(told).toBe(2)
    await clock.advance(500)
    expect(told).toBe(2)
    telling.call()
    expect(told).toBe(3)
  })

  it('is over when it is stopped, also for what waits', async () => {
    telling.call()
    telling.call()
    telling.stop()
    await clock.advance(500)
    telling.call()
    expect(told).toBe(1)
  })
})
