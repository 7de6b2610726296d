import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectDesk, deskStore, type FeedView, applyFeedAnswer } from '../../../../src/renderer/client/desk-store.ts'
import type { DeskEvent } from '../../../../src/shared/contract/contract.ts'

/** A feed that can be told from another by its interval. */
const feedOf = (everyMinutes: number): FeedView => ({
  environment: 'test',
  forbiddenBy: null,
  isOn: false,
  mode: 'own',
  brokers: [],
  followed: [],
  streams: { from: 'now', more: [], gaps: [] },
  checks: { isOn: true, everyMinutes },
  alerts: { isOn: true, quiet: null, rules: [] },
  pausedUntil: null,
  rules: [],
  health: { state: 'off', sentence: '' },
})

const shown = (): number | undefined => deskStore.getState().desk?.feed?.view.checks.everyMinutes

/** Sends the page the event that the feed is now so. */
let tell: (everyMinutes: number) => void
beforeEach(async () => {
  const value = {
    eventNumber: 0,
    session: { environment: 'test' },
    feed: { view: feedOf(1), counts: {} },
    searches: [],
  }
  let number = 0
  const listen = (onEvent: (event: DeskEvent) => void) => {
    tell = (everyMinutes) => {
      number += 1
      onEvent({ number, name: 'feeds.changed', payload: feedOf(everyMinutes) })
    }
    return () => undefined
  }
  vi.stubGlobal('window', { parcelDesk: { call: () => Promise.resolve({ isOk: true, value }), listen } })
  await connectDesk(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  deskStore.setState({ desk: undefined })
})

describe('applyFeedAnswer', () => {
  const noReading = (): Promise<FeedView> => Promise.reject(new Error('nothing was to be read again'))

  it('shows the feed that the call returned', async () => {
    await applyFeedAnswer(() => Promise.resolve(feedOf(2)), noReading)
    expect(shown()).toBe(2)
  })

  it('reads the feed again if an event overtook the answer, which may be older', async () => {
    const late = (): Promise<FeedView> => {
      tell(3)
      return Promise.resolve(feedOf(2))
    }
    await applyFeedAnswer(late, () => Promise.resolve(feedOf(4)))
    expect(shown()).toBe(4)
  })

  it('keeps the state from the event if reading again fails', async () => {
    const late = (): Promise<FeedView> => {
      tell(3)
      return Promise.resolve(feedOf(2))
    }
    await applyFeedAnswer(late, noReading)
    expect(shown()).toBe(3)
  })
})
