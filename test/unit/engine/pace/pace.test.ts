import { describe, expect, it } from 'vitest'
import { createPace, type PaceLimits } from '../../../../src/engine/pace/pace.ts'
import { AppError, failureOf } from '../../../../src/shared/errors/app-error.ts'
import type { Failure } from '../../../../src/shared/errors/failure.ts'
import { type Answer, createEventClock, fetchAll, simulateService } from './simulated-service.ts'

const quick: Answer = { status: 200, takesMs: 100 }

/** Fetches so many documents from a service that answers so. */
async function fetchFrom(documents: number, answer: (inFlight: number, nowMs: number) => Answer) {
  const clock = createEventClock()
  const service = simulateService(clock, answer)
  const { pace, ...outcome } = await fetchAll({ clock, service }, documents)
  return { ...outcome, calls: service.calls, refused: service.refused, most: service.mostAtOnce, state: pace.state() }
}

/** As many calls as that in each window of time; then 429. */
function quotaOf(
  calls: number,
  perMs: number,
  refusal: Partial<Answer> = {},
): (inFlight: number, nowMs: number) => Answer {
  let [windowMs, used] = [0, 0]
  return (_, nowMs) => {
    if (nowMs - windowMs >= perMs) [windowMs, used] = [nowMs, 0]
    used += 1
    return used > calls ? { status: 429, takesMs: 1, ...refusal } : quick
  }
}

describe('the number of calls at once', () => {
  it('begins at four and grows to the most while answers stay as quick', async () => {
    const began: number[] = []
    const { seconds, most } = await fetchFrom(1000, (inFlight, nowMs) => {
      if (nowMs === 0) began.push(inFlight)
      return quick
    })
    expect(began.at(-1)).toBe(4)
    expect(most).toBe(32)
    // 3.2 s with all of them from the first on, 25 s with four.
    expect(seconds).toBeLessThan(4)
  })

  it('stays near what a service works on at once, where more only wait in a queue', async () => {
    const { seconds, state } = await fetchFrom(600, (inFlight) => ({
      status: 200,
      takesMs: 100 * Math.max(1, inFlight / 6),
    }))
    expect(seconds).toBeLessThan(10.5)
    expect(state.atOnce).toBeGreaterThanOrEqual(6)
    expect(state.atOnce).toBeLessThanOrEqual(12)
  })

  it('grows although answers vary by half, for what varies is no queue', async () => {
    let [turn, most] = [0, 0]
    const { state } = await fetchFrom(1500, (inFlight) => {
      turn += 1
      most = Math.max(most, inFlight)
      return { status: 200, takesMs: 60 + ((turn * 37) % 80) }
    })
    expect(state.atOnce).toBeGreaterThanOrEqual(16)
    expect(most).toBe(32)
  })

  it('says nothing of larger documents, which take longer for their size', async () => {
    let turn = 0
    const { most } = await fetchFrom(1000, () => {
      turn += 1
      const bytes = turn % 3 === 0 ? 500_000 : 5_000
      return { status: 200, takesMs: 100, bytes, bodyMs: bytes / 2_000 }
    })
    expect(most).toBe(32)
  })

  it('shrinks while a service is a hundred times slower, fails nothing, and grows again', async () => {
    const { failed, state } = await fetchFrom(3000, (_, nowMs) =>
      nowMs > 3_000 && nowMs < 63_000 ? { ...quick, takesMs: 10_000 } : quick,
    )
    expect(failed).toBe(0)
    expect(state.atOnce).toBe(32)
  })

  it('grows again at a service that has become slower for good, once its best is measured anew', async () => {
    const { state } = await fetchFrom(8000, (_, nowMs) => (nowMs > 3_000 ? { ...quick, takesMs: 400 } : quick))
    expect(state.atOnce).toBe(32)
  })

  it('learns nothing from errors, however quickly they come', async () => {
    const { most } = await fetchFrom(200, () => ({ status: 500, takesMs: 1 }))
    expect(most).toBe(4)
  })
})

describe('a service that refuses', () => {
  it.each([
    ['503 at once', { status: 503, takesMs: 1 }],
    ['429 at once', { status: 429, takesMs: 1 }],
    ['503 after a while', { status: 503, takesMs: 100 }],
  ])('a seventh call at once, with %s, is called six at once from then on', async (_, refusal) => {
    const { seconds, failed, refused, state } = await fetchFrom(600, (inFlight) => (inFlight > 6 ? refusal : quick))
    expect(failed).toBe(0)
    expect(refused).toBeLessThanOrEqual(8)
    expect(state).toMatchObject({ atOnce: 6, callsPerMinute: undefined })
    // Six at once from the first on take 10 s.
    expect(seconds).toBeLessThan(12.5)
  })

  it.each([
    [60, 60_000, {}, 15],
    // Those that were on their way when it refused the first.
    [60, 60_000, { takesMs: 100 }, 40],
    [30, 45_000, {}, 15],
  ])(
    'after %i calls in %i ms is asked again after 1, 2, 4 … s, and then only as often as it takes',
    async (...[calls, perMs, refusal, most]) => {
      const { failed, refused, state } = await fetchFrom(150, quotaOf(calls, perMs, refusal))
      expect(failed).toBe(0)
      expect(refused).toBeLessThanOrEqual(most)
      // Up to the last pause is lost with the guess.
      expect(state.callsPerMinute).toBeGreaterThan((calls / perMs) * 60_000 * 0.6)
      expect(state.callsPerMinute).toBeLessThanOrEqual((calls / perMs) * 60_000 * 1.1)
    },
  )

  it('after few calls is only paused for: the rest of somebody else’s quota says nothing of the pace', async () => {
    const answer = quotaOf(60, 60_000)
    for (let used = 0; used < 55; used += 1) answer(1, 0)
    const { failed, refused, state } = await fetchFrom(150, answer)
    expect([failed, refused <= 30]).toEqual([0, true])
    expect(state.callsPerMinute).toBeGreaterThan(50)
  })

  it('for a while, whatever is asked, is only paused for', async () => {
    const { failed, state } = await fetchFrom(400, (_, nowMs) =>
      nowMs > 100 && nowMs < 5_000 ? { status: 503, takesMs: 1 } : quick,
    )
    expect([failed, state.callsPerMinute]).toEqual([0, undefined])
  })
})

describe('a service that refuses one call in twelve, whatever is under way', () => {
  it('is not taken for one that bears little', async () => {
    let turn = 0
    const { failed, seconds, state } = await fetchFrom(600, () => {
      turn += 1
      return turn % 12 === 0 ? { status: 503, takesMs: 1 } : quick
    })
    expect(failed).toBe(0)
    expect(state.atOnce).toBeGreaterThanOrEqual(6)
    expect(state.callsPerMinute).toBeUndefined()
    expect(seconds).toBeLessThan(30)
  })
})

describe('a service that bears six, and a seventh where one has just ended', () => {
  it('is not called with seven for ever, though most of them pass', async () => {
    let turn = 0
    const { failed, refused } = await fetchFrom(1_000, (inFlight) => {
      turn += 1
      return inFlight > 7 || (inFlight === 7 && turn % 4 === 0) ? { status: 503, takesMs: 1 } : quick
    })
    expect(failed).toBe(0)
    expect(refused).toBeLessThanOrEqual(40)
  })
})

describe('limits that people set', () => {
  it.each([30, 600])('of %i calls a minute are kept', async (callsPerMinute) => {
    const clock = createEventClock()
    const service = simulateService(clock, () => quick)
    const { seconds } = await fetchAll({ clock, service, limits: { callsPerMinute } }, 61)
    expect(seconds).toBeGreaterThanOrEqual(60 / (callsPerMinute / 60))
  })

  it('of bytes a second are shared by all bodies', async () => {
    const clock = createEventClock()
    const service = simulateService(clock, () => ({ ...quick, bytes: 100_000 }))
    const { seconds } = await fetchAll({ clock, service, limits: { bytesPerSecond: 1_000_000 } }, 200)
    expect(seconds).toBeGreaterThanOrEqual(19)
    expect(seconds).toBeLessThan(22)
  })

  it('of the wait are kept: a service that refuses for longer ends the call', async () => {
    const clock = createEventClock()
    const service = simulateService(clock, () => ({ status: 503, takesMs: 1 }))
    const { seconds, failed } = await fetchAll({ clock, service, limits: { waitMs: 1_800_000 } }, 1)
    expect(failed).toBe(1)
    expect(seconds).toBeGreaterThan(1_700)
    expect(seconds).toBeLessThanOrEqual(1_800)
  })
})

describe('a call that has gone silent', () => {
  it('is made again once others that began later were answered, and soon', async () => {
    let turn = 0
    const { seconds, calls, failed } = await fetchFrom(500, () => {
      turn += 1
      return turn % 100 === 50 ? { ...quick, takesMs: 60_000 } : quick
    })
    expect([failed, calls]).toEqual([0, 505])
    expect(seconds).toBeLessThan(4)
  })

  it('is waited for where all are silent: then the service is slow', async () => {
    let turn = 0
    const { calls, failed } = await fetchFrom(100, (_, nowMs) => {
      turn += 1
      return turn > 60 && nowMs < 20_000 ? { ...quick, takesMs: 20_000 } : quick
    })
    expect([failed, calls]).toEqual([0, 100])
  })
})

describe('a service that is away', () => {
  /** Calls it until it is back. */
  async function callAway(limits: PaceLimits): Promise<{ minutes: number; failure: Failure | undefined }> {
    const clock = createEventClock()
    const away = new AppError({
      tag: 'service-unreachable',
      origin: 'https://exchange.example',
      reason: 'nothing answers',
    })
    const attempt = async (): Promise<void> => {
      await Promise.resolve()
      if (clock.monotonicMs() < 10 * 60_000) throw away
    }
    const pace = createPace({ clock, silenceClock: clock }, undefined, () => limits)
    const call = pace.run({ endpoint: 'the search' }, attempt)
    const failure = await clock.until(call.then(() => undefined, failureOf))
    return { minutes: clock.monotonicMs() / 60_000, failure }
  }

  it('fails its callers at once, who know what to do', async () => {
    expect(await callAway({})).toMatchObject({ minutes: 0, failure: { tag: 'service-unreachable' } })
  })

  it('is waited for by who asked for that, a minute between two calls at most', async () => {
    const { minutes, failure } = await callAway({ waitMs: 30 * 60_000 })
    expect(failure).toBeUndefined()
    expect(minutes).toBeGreaterThanOrEqual(10)
    expect(minutes).toBeLessThanOrEqual(11)
  })

  it('is waited for no longer than was asked', async () => {
    const { minutes, failure } = await callAway({ waitMs: 5 * 60_000 })
    expect(failure).toMatchObject({ tag: 'service-unreachable' })
    expect(minutes).toBeGreaterThan(3)
    expect(minutes).toBeLessThanOrEqual(5)
  })
})

describe('what was learned', () => {
  it('is where the next run begins', async () => {
    let kept: number | undefined
    const memory = { recall: () => kept, remember: (atOnce: number) => void (kept = atOnce) }
    const clock = createEventClock()
    const service = simulateService(clock, () => quick)
    const first = createPace({ clock, silenceClock: clock }, memory, () => ({}))
    await fetchAll({ clock, service, pace: first }, 300)
    first.remember()
    expect(kept).toBe(32)
    expect(createPace({ clock, silenceClock: clock }, memory, () => ({})).state().atOnce).toBe(32)
  })

  it('is not kept where the disk takes nothing, and nobody hears of it', async () => {
    const full = (): never => {
      throw new AppError({ tag: 'storage-failed', file: 'sets.sqlite', reason: 'the disk is full' })
    }
    const clock = createEventClock()
    const service = simulateService(clock, () => quick)
    const pace = createPace({ clock, silenceClock: clock }, { recall: () => undefined, remember: full }, () => ({}))
    await fetchAll({ clock, service, pace }, 100)
    pace.remember()
    expect(pace.state().atOnce).toBeGreaterThan(4)
  })
})

describe('a search', () => {
  it('goes before the documents of a save that wait, and needs no place of theirs', async () => {
    const clock = createEventClock()
    const pace = createPace({ clock, silenceClock: clock }, undefined, () => ({}))
    const order: string[] = []
    const closed = new AbortController().signal
    const document = (name: string): Promise<void> =>
      pace.run({ endpoint: name, closed }, async () => {
        order.push(name)
        await clock.wait(1_000)
      })
    const documents = ['1', '2', '3', '4', '5', '6'].map(document)
    const search = pace.run({ endpoint: 'search' }, () => Promise.resolve(void order.push('search')))
    await clock.until(Promise.all([...documents, search]))
    expect(order).toEqual(['1', '2', '3', '4', 'search', '5', '6'])
  })
})
