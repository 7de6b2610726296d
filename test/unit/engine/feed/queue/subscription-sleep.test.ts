import { describe, expect, it } from 'vitest'
import { createManualClock } from '../../../../support/manual-clock.ts'
import { settled } from '../../../../support/scripted-link.ts'
import { CUT, startedSubscription, statesOf, UNREACHABLE } from '../../../../support/test-subscription.ts'

describe('a subscription after sleep', () => {
  it('drops a link that looks healthy and connects again at once', async () => {
    const test = await startedSubscription()
    const { link, subscription } = test
    await link.latest().succeed()
    const letGo = link.latest().holdClose()
    subscription.reconnect()
    await settled()
    expect(subscription.status().state).toBe('connecting')
    letGo()
    await settled()
    expect(link.attempts).toHaveLength(2)
    expect(link.attempts[0]?.isClosed).toBe(true)
    expect(statesOf(test)).toEqual(['connecting', 'live', 'connecting'])
    // The keychain may be locked by now.
    expect(test.passwordReads).toBe(1)
  })

  it('ends a wait for the next attempt', async () => {
    const { link, subscription } = await startedSubscription()
    await link.latest().fail(UNREACHABLE)
    subscription.reconnect()
    await settled()
    expect(link.attempts).toHaveLength(2)
  })

  it('does not wait after a link that was just closing', async () => {
    const { link, subscription } = await startedSubscription()
    await link.latest().succeed()
    const goOn = link.latest().holdClose()
    link.latest().receiver.lost(CUT)
    await settled()
    subscription.reconnect()
    goOn()
    await settled()
    expect(link.attempts).toHaveLength(2)
  })

  it('restarts an attempt under way: the network may have changed', async () => {
    const { link, subscription } = await startedSubscription()
    subscription.reconnect()
    await settled()
    expect(link.attempts).toHaveLength(2)
  })

  it('recognises sleep by the wall clock, which runs ahead of the monotonic one', async () => {
    const clock = createManualClock()
    let aheadMs = 0
    const jumping = { ...clock, now: () => new Date(clock.now().getTime() + aheadMs) }
    const { link } = await startedSubscription({ clock: jumping })
    await link.latest().succeed()
    await clock.advance(5_000)
    await settled()
    expect(link.attempts).toHaveLength(1)
    aheadMs = 3_600_000
    for (let look = 0; look < 3; look += 1) {
      await clock.advance(5_000)
      await settled()
    }
    expect(link.attempts).toHaveLength(2)
    await link.latest().succeed()
    // A clock that was set back was corrected.
    aheadMs = -3_600_000
    await clock.advance(5_000)
    await settled()
    expect(link.attempts).toHaveLength(2)
  })
})
