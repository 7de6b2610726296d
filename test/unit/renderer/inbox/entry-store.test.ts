import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEntryStore } from '../../../../src/renderer/inbox/store/entry-store.ts'
import { scriptedCaller } from '../scripted-caller.ts'
import { sampleEntry } from './sample-entry.ts'

function sampleStore(): { store: ReturnType<typeof createEntryStore>; read: number[]; asked: () => unknown[] } {
  const read: number[] = []
  const caller = scriptedCaller({
    'inbox.read': ({ entryId }) => ({ entry: sampleEntry({ entryId }), raw: '{}', ofSet: [] }),
  })
  const onRead = (entryId: number): void => void read.push(entryId)
  const store = createEntryStore({ caller, sessionId: () => 'session', onRead })
  return { store, read, asked: () => caller.inputsOf('inbox.read') }
}

describe('the entry beside the list', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is read once the keyboard stays on it, not while it passes by', async () => {
    const { store, asked } = sampleStore()
    store.show(3)
    store.show(2)
    await vi.advanceTimersByTimeAsync(200)
    expect(asked()).toEqual([{ sessionId: 'session', entryId: 2 }])
    expect(store.getState().view?.entry.entryId).toBe(2)
  })

  it('counts as read after a while in view, not if it was left before', async () => {
    const { store, read } = sampleStore()
    store.show(3)
    await vi.advanceTimersByTimeAsync(500)
    store.show(2)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(read).toEqual([2])
  })

  it('drops the answer for an entry that was left', async () => {
    const { store } = sampleStore()
    store.show(3)
    const reading = store.read()
    store.show(null)
    await reading
    expect(store.getState()).toEqual({ entryId: null, view: null, failure: null })
  })
})
