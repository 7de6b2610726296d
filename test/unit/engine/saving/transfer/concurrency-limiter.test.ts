import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createConcurrencyLimiter,
  type ConcurrencyLimiter,
} from '../../../../../src/engine/saving/transfer/concurrency-limiter.ts'
import { failureThrown } from '../../../../support/failure-thrown.ts'
import { createManualClock, type ManualClock } from '../../../../support/manual-clock.ts'

const interrupted = { tag: 'interrupted' }

describe('createConcurrencyLimiter', () => {
  let clock: ManualClock
  let closed: AbortController
  let gate: ConcurrencyLimiter
  let inside: number

  beforeEach(() => {
    clock = createManualClock()
    closed = new AbortController()
    gate = createConcurrencyLimiter(8, clock, closed.signal)
    inside = 0
  })

  /** Requests this many permits; `inside` counts those granted. */
  async function come(count: number): Promise<void> {
    for (let one = 0; one < count; one += 1)
      void gate.acquire().then(
        () => (inside += 1),
        () => undefined,
      )
    await nextTurn()
  }

  async function leave(count: number): Promise<void> {
    for (let one = 0; one < count; one += 1) gate.release()
    inside -= count
    await nextTurn()
  }

  /** How many permits it grants when none is taken. */
  async function width(): Promise<number> {
    await leave(inside)
    await come(20)
    const found = inside
    for (; inside > 0; await leave(inside));
    return found
  }

  it('admits as many transfers as there are permits, and one more for each that ends', async () => {
    await come(12)
    expect(inside).toBe(8)
    await leave(3)
    expect(inside).toBe(8)
    await leave(8)
    expect(inside).toBe(1)
  })

  it('halves the permits when the service is overloaded, down to one', async () => {
    const widths: number[] = []
    for (let times = 0; times < 5; times += 1) {
      gate.noteOverload(undefined)
      await clock.advance(1000)
      widths.push(await width())
    }
    expect(widths).toEqual([4, 2, 1, 1, 1])
  })

  it('counts several refusals within a second as one, because they answer requests sent together', async () => {
    for (let times = 0; times < 8; times += 1) gate.noteOverload(undefined)
    expect(await width()).toBe(4)
  })

  it('lets running transfers finish, but admits none until there is a permit again', async () => {
    await come(8)
    gate.noteOverload(undefined)
    await come(1)
    await leave(4)
    expect(inside).toBe(4)
    await leave(1)
    expect(inside).toBe(4)
  })

  it('adds a permit after as many successes as there are permits, up to the maximum', async () => {
    gate.noteOverload(undefined)
    for (let good = 0; good < 3; good += 1) gate.noteSuccess()
    expect(await width()).toBe(4)
    gate.noteSuccess()
    expect(await width()).toBe(5)
    for (let good = 0; good < 100; good += 1) gate.noteSuccess()
    expect(await width()).toBe(8)
  })

  it('does not count transfers that began before the overload as a sign of recovery', async () => {
    await come(8)
    await leave(1)
    gate.noteOverload(undefined)
    for (let old = 0; old < 6; old += 1) {
      await leave(1)
      gate.noteSuccess()
    }
    expect(gate.describeDelay()).toContain('4 at once')
  })

  it('admits nothing before the time that the service asked for, the longest of several', async () => {
    gate.noteOverload(3000)
    gate.noteOverload(1000)
    await come(2)
    await clock.advance(2999)
    expect(inside).toBe(0)
    await clock.advance(1)
    expect(inside).toBe(2)
  })

  it('says why transfers are delayed, and nothing when they are not', async () => {
    expect(gate.describeDelay()).toBeNull()
    gate.noteOverload(1500)
    expect(gate.describeDelay()).toBe('waiting 2 s as the service asked')
    await clock.advance(1500)
    expect(gate.describeDelay()).toBe('4 at once instead of 8: the service is busy')
    for (let good = 0; good < 100; good += 1) gate.noteSuccess()
    expect(gate.describeDelay()).toBeNull()
  })

  it('admits none of those that waited for a permit when the run was closed', async () => {
    await come(8)
    const queued = failureThrown(gate.acquire())
    closed.abort()
    await leave(8)
    expect(await queued).toEqual(interrupted)
  })

  it('rejects those that wait for a permit or for the end of a pause once the run is closed', async () => {
    gate.noteOverload(300_000)
    const paused = gate.acquire()
    await come(7)
    const queued = gate.acquire()
    closed.abort()
    expect(await failureThrown(paused)).toEqual(interrupted)
    expect(await failureThrown(queued)).toEqual(interrupted)
    expect(await failureThrown(gate.acquire())).toEqual(interrupted)
  })
})
