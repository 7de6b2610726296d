import { describe, expect, it } from 'vitest'
import { createSystemClock } from '../../../src/adapters/system-clock.ts'
import { failureOf } from '../../../src/shared/errors/app-error.ts'

describe('createSystemClock', () => {
  it('waits at least the given time, on a monotonic clock', async () => {
    const clock = createSystemClock()
    const startedMs = clock.monotonicMs()
    await clock.wait(20)
    expect(clock.monotonicMs() - startedMs).toBeGreaterThanOrEqual(19)
  })

  it('does not wait for a time of 0', async () => {
    await expect(createSystemClock().wait(-5)).resolves.toBeUndefined()
  })

  it.each([
    ['while it waits', 5],
    ['before it waits', 0],
  ])('ends with interrupted when the signal fires %s', async (_when, afterMs) => {
    const controller = new AbortController()
    if (afterMs === 0) controller.abort()
    else setTimeout(() => controller.abort(), afterMs)
    const failure = await createSystemClock()
      .wait(60_000, controller.signal)
      .catch((thrown: unknown) => failureOf(thrown))
    expect(failure).toEqual({ tag: 'interrupted' })
  })

  it('waits longer than a timer can, instead of firing at once', async () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 20)
    const startedMs = performance.now()
    await createSystemClock()
      .wait(2 ** 40, controller.signal)
      .catch(() => undefined)
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(19)
  })
})
