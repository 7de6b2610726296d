import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { failureOf } from '../../../../src/shared/errors/app-error.ts'
import {
  coalesce,
  joinCalls,
  mapConcurrently,
  serialize,
  singleFlight,
  throttle,
  type Throttled,
  type TimeLimit,
  withinTime,
  yieldingToEventLoop,
} from '../../../../src/engine/base/async.ts'
import { failureThrown } from '../../../support/failure-thrown.ts'
import { createManualClock, type ManualClock } from '../../../support/manual-clock.ts'

/** Work that the test ends explicitly. */
function createManual() {
  const begun: { signal: AbortSignal; end: (value: number) => void; fail: (reason: Error) => void }[] = []
  const share = singleFlight((signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    begun.push({ signal, end: resolve, fail: reject })
    return promise
  })
  return { share, begun }
}

describe('singleFlight', () => {
  it('starts once for all concurrent callers, and again for a later one', async () => {
    const { share, begun } = createManual()
    const first = [share(), share(new AbortController().signal), share()]
    begun[0]?.end(7)
    expect(await Promise.all(first)).toEqual([7, 7, 7])
    const second = share()
    begun[1]?.end(8)
    expect([await second, begun.length]).toEqual([8, 2])
  })

  it('fails for all who share it, and can be tried again', async () => {
    const { share, begun } = createManual()
    const callers = [share(), share()].map((caller) => caller.catch((reason: unknown) => reason))
    const reason = new Error('no')
    begun[0]?.fail(reason)
    expect(await Promise.all(callers)).toEqual([reason, reason])
    const again = share()
    begun[1]?.end(1)
    expect(await again).toBe(1)
  })

  it('goes on for the others when one caller gives up, and is aborted when the last one does', async () => {
    const { share, begun } = createManual()
    const [one, other] = [new AbortController(), new AbortController()]
    const given = [failureThrown(share(one.signal)), failureThrown(share(other.signal))]
    one.abort()
    await given[0]
    expect(begun[0]?.signal.aborted).toBe(false)
    other.abort()
    expect(await Promise.all(given)).toEqual([{ tag: 'interrupted' }, { tag: 'interrupted' }])
    expect(begun[0]?.signal.aborted).toBe(true)
  })

  it('is not joined by a new caller once aborted, even before the work has noticed', async () => {
    const { share, begun } = createManual()
    const controller = new AbortController()
    const given = failureThrown(share(controller.signal))
    controller.abort()
    await given
    const next = share()
    begun[0]?.fail(new Error('stopped'))
    begun[1]?.end(5)
    expect(await next).toBe(5)
  })

  it('does not start for a caller that gave up before', async () => {
    const { share, begun } = createManual()
    expect(await failureThrown(share(AbortSignal.abort()))).toEqual({ tag: 'interrupted' })
    expect(begun).toEqual([])
  })
})

describe('coalesce', () => {
  it('runs once more for all requests during a run, not once for each', async () => {
    let [times, atOnce, most] = [0, 0, 0]
    const work = coalesce(
      async () => {
        times += 1
        atOnce += 1
        most = Math.max(most, atOnce)
        await Promise.resolve()
        atOnce -= 1
      },
      () => undefined,
    )
    await Promise.all([work.run(), work.run(), work.run()])
    expect([times, most]).toEqual([2, 1])
    await work.run()
    expect(times).toBe(3)
  })

  it('starts again after a run that ended at once', async () => {
    let times = 0
    const work = coalesce(
      () => Promise.resolve(void (times += 1)),
      () => undefined,
    )
    await work.run()
    await work.run()
    expect(times).toBe(2)
  })

  it('reports a failure and runs again the next time', async () => {
    const runs: unknown[] = []
    const broken = new Error('broken')
    const work = coalesce(
      () => Promise.reject(broken),
      (thrown) => void runs.push(thrown),
    )
    await work.run()
    await work.run()
    await work.done()
    expect(runs).toEqual([broken, broken])
  })
})

describe('joinCalls', () => {
  it('begins after all calls of one turn, once for all, and again for the next', async () => {
    const calls: string[] = []
    let runs = 0
    const joined = joinCalls(() => {
      calls.push('work')
      runs += 1
      return runs
    })
    const results = ['a', 'b'].map((name) => {
      calls.push(name)
      return joined()
    })
    expect(await Promise.all(results)).toEqual([1, 1])
    expect(calls).toEqual(['a', 'b', 'work'])
    expect(await joined()).toBe(2)
  })

  it('tells all callers what the work threw, and works again', async () => {
    let isBroken = true
    const joined = joinCalls(() => {
      if (isBroken) throw new Error('broken')
      return 'whole'
    })
    const results = await Promise.allSettled([joined(), joined()])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    isBroken = false
    expect(await joined()).toBe('whole')
  })
})

describe('serialize', () => {
  it('starts the second when the first has ended, even if it failed', async () => {
    const inTurn = serialize()
    const first = Promise.withResolvers<string>()
    const begun: string[] = []
    const one = inTurn(async () => {
      begun.push('one')
      return await first.promise
    })
    const two = inTurn(() => Promise.resolve(void begun.push('two')))
    await Promise.resolve()
    expect(begun).toEqual(['one'])
    first.reject(new Error('it failed'))
    await expect(one).rejects.toThrow('it failed')
    await two
    expect(begun).toEqual(['one', 'two'])
  })
})

describe('mapConcurrently', () => {
  it('keeps the order of the items, whichever finishes first', async () => {
    const turns = [5, 1, 3, 0, 2]
    const map = async (count: number): Promise<number> => {
      for (let turn = 0; turn < count; turn += 1) await nextTurn()
      return count * 10
    }
    expect(await mapConcurrently(turns, 3, map)).toEqual([50, 10, 30, 0, 20])
  })

  it('runs as many calls as allowed and no more', async () => {
    let atOnce = 0
    let most = 0
    await mapConcurrently(Array.from({ length: 20 }), 4, async () => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await nextTurn()
      atOnce -= 1
    })
    expect([most, atOnce]).toEqual([4, 0])
  })

  it('does nothing for no items', async () => {
    expect(await mapConcurrently([], 4, () => Promise.reject(new Error('not asked for')))).toEqual([])
  })

  it('throws the first failure once the calls in progress have ended, and starts nothing new', async () => {
    const begun: number[] = []
    const ended: number[] = []
    const work = mapConcurrently([0, 1, 2, 3, 4, 5], 3, async (item) => {
      begun.push(item)
      await nextTurn()
      if (item === 1) throw new Error('first')
      await nextTurn()
      if (item === 2) throw new Error('second')
      await nextTurn()
      ended.push(item)
    })
    await expect(work).rejects.toThrow('first')
    expect([begun, ended]).toEqual([[0, 1, 2], [0]])
  })
})

/** Items that each take a while to produce. */
function* slowItems(count: number, eachMs: number): Generator<number> {
  for (let item = 0; item < count; item += 1) {
    const endMs = performance.now() + eachMs
    while (performance.now() < endMs);
    yield item
  }
}

async function collect(items: AsyncIterable<number>): Promise<number[]> {
  const all: number[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('yieldingToEventLoop', () => {
  it('passes on every item in order', async () => {
    expect(await collect(yieldingToEventLoop([3, 1, 2]))).toEqual([3, 1, 2])
    expect(await collect(yieldingToEventLoop([]))).toEqual([])
  })

  it('fails at the next yield once aborted, so that a plan that nobody waits for holds no memory', async () => {
    const givenUp = new AbortController()
    const made: number[] = []
    const planning = (async () => {
      for await (const item of yieldingToEventLoop(slowItems(1_000, 5), givenUp.signal)) made.push(item)
    })()
    givenUp.abort()
    expect(failureOf(await planning.catch((thrown: unknown) => thrown))).toEqual({ tag: 'interrupted' })
    expect(made.length).toBeLessThan(1_000)
  })

  it('lets other work run in between, because a page waits for it', async () => {
    let turns = 0
    let isDone = false
    const others = async (): Promise<void> => {
      while (!isDone) {
        await nextTurn()
        turns += 1
      }
    }
    const watching = others()
    await collect(yieldingToEventLoop(slowItems(10, 15)))
    isDone = true
    await watching
    expect(turns).toBeGreaterThan(3)
  })
})

let clock: ManualClock
let runs: number
let throttled: Throttled
beforeEach(() => {
  clock = createManualClock()
  runs = 0
  throttled = throttle(clock, 50, () => void (runs += 1))
})

describe('throttle', () => {
  it('runs at once the first time, and once more for all calls that came too soon after', async () => {
    for (let time = 0; time < 10; time += 1) throttled.call()
    expect(runs).toBe(1)
    await clock.advance(49)
    expect(runs).toBe(1)
    await clock.advance(1)
    expect(runs).toBe(2)
    await clock.advance(500)
    expect(runs).toBe(2)
    throttled.call()
    expect(runs).toBe(3)
  })

  it('drops the pending call when stopped', async () => {
    throttled.call()
    throttled.call()
    throttled.stop()
    await clock.advance(500)
    throttled.call()
    expect(runs).toBe(1)
  })
})

describe('withinTime', () => {
  const limit = (): TimeLimit => ({ clock, timeMs: 1_000, lateError: () => new Error('too late') })

  it('passes on the result or the failure of work that settles in time', async () => {
    expect(await withinTime(Promise.resolve('done'), limit())).toBe('done')
    await expect(withinTime(Promise.reject(new Error('broken')), limit())).rejects.toThrow('broken')
  })

  it('rejects once the time is up', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const outcome = withinTime(promise, limit()).then(String, String)
    await clock.advance(999)
    await clock.advance(1)
    resolve('done')
    expect(await outcome).toBe('Error: too late')
  })
})
