import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSetStore } from '../../../../src/renderer/set/set-store.ts'
import { scriptedCaller } from '../scripted-caller.ts'

function sampleStore() {
  const caller = scriptedCaller({})
  const store = createSetStore({ caller, sessionId: () => 'session', toast: () => undefined, showsFirst: () => true })
  return { caller, store }
}

describe('the set store', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('reads only the set that the keyboard stays on', async () => {
    const { caller, store } = sampleStore()
    store.actions.show('search', 'set-1')
    store.actions.show('search', 'set-2')
    await vi.advanceTimersByTimeAsync(200)
    expect(caller.inputsOf('sets.read')).toEqual([{ sessionId: 'session', setId: 'set-2' }])
  })

  it('keeps the failure with the place whose set could not be read', async () => {
    const { store } = sampleStore()
    store.actions.show('inbox', 'set-1')
    await vi.advanceTimersByTimeAsync(200)
    expect(store.getState().inbox.failure).toMatchObject({ message: 'no answer to sets.read' })
    expect(store.getState().search.failure).toBeNull()
  })
})
