import { describe, expect, it } from 'vitest'
import { createSystemClock } from '../../../src/adapters/system-clock.ts'
import { failureOf } from '../../../src/shared/errors/app-error.ts'

describe('createSystemClock', () => {
  it('waits at least as long as it was told, on a reading that never goes back', async () => {
    const clock = createSystemClock()
    const startedMs = clock.monotonicMs()
    await clock.wait(20)
    expect(clock.monotonicMs() - startedMs).toBeGreaterThanOrEqual(19)
  })

  it('does not wait at all for no time', async () => {
    await expect(createSystemClock().wait(-5)).resolves.toBeUndefined()
  })

  it.each([
    ['while it waits', 5],
    ['before it waits', 0],
  ])('ends as interrupted when the signal fires %s', async (_when, afterMs) => {
    const controller = new AbortController()
    if (afterMs === 0) controller.abort()
    else setTimeout(() => controller.abort(), afterMs)
    const failure = await createSystemClock()
      .wait(60_000, controller.signal)
      .catch((thrown: unknown) => failureOf(thrown))
    expect(failure).toEqual({ tag: 'interrupted' })
  })

  it('takes longer times than a timer can hold, instead of firing at once', async () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 20)
    const startedMs = performance.now()
    await createSystemClock()
      .wait(2 ** 40, controller.signal)
      .catch(() => undefined)
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(19)
  })
})
