import { describe, expect, it } from 'vitest'
import { createEntryStore } from '../../../../src/renderer/inbox/store/entry-store.ts'
import { scriptedCaller } from '../scripted-caller.ts'
import { sampleEntry } from './sample-entry.ts'

interface SampleStore {
  readonly store: ReturnType<typeof createEntryStore>
  readonly read: number[]
  asked(): unknown[]
  /** Lets this much time pass. */
  pass(timeMs: number): void
  signInAs(sessionId: string): void
}

function sampleStore(): SampleStore {
  const read: number[] = []
  const caller = scriptedCaller({
    'inbox.read': ({ entryId }) => ({ entry: sampleEntry({ entryId }), raw: '{}', services: [] }),
  })
  let nowMs = 0
  let signedIn = 'session'
  let due: { readonly atMs: number; readonly run: () => void }[] = []
  const after = (timeMs: number, run: () => void): (() => void) => {
    const one = { atMs: nowMs + timeMs, run }
    due.push(one)
    return () => void (due = due.filter((other) => other !== one))
  }
  const pass = (timeMs: number): void => {
    const endMs = nowMs + timeMs
    for (
      let next = due.find(({ atMs }) => atMs <= endMs);
      next !== undefined;
      next = due.find(({ atMs }) => atMs <= endMs)
    ) {
      const one = next
      due = due.filter((other) => other !== one)
      nowMs = one.atMs
      one.run()
    }
    nowMs = endMs
  }
  const onRead = (entryId: number): void => void read.push(entryId)
  const store = createEntryStore({ caller, sessionId: () => signedIn, after, onRead })
  const signInAs = (sessionId: string): void => void (signedIn = sessionId)
  return { store, read, asked: () => caller.inputsOf('inbox.read'), pass, signInAs }
}

describe('the entry beside the list', () => {
  it('is read once the keyboard stays on it, not while it passes by', async () => {
    const { store, asked, pass } = sampleStore()
    store.show(3)
    store.show(2)
    pass(200)
    await store.read()
    expect(asked()).toContainEqual({ sessionId: 'session', entryId: 2 })
    expect(asked()).not.toContainEqual({ sessionId: 'session', entryId: 3 })
    expect(store.getState().view?.entry.entryId).toBe(2)
  })

  it('counts as read after two seconds in view, not if it was left before', () => {
    const { store, read, pass } = sampleStore()
    store.show(3)
    pass(1_999)
    store.show(2)
    pass(1_999)
    expect(read).toEqual([])
    pass(1)
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

  it('drops the answer of another account, whose entries have the same numbers', async () => {
    const { store, signInAs } = sampleStore()
    store.show(3)
    const reading = store.read()
    signInAs('other')
    store.show(null)
    store.show(3)
    await reading
    expect(store.getState()).toEqual({ entryId: 3, view: null, failure: null })
  })
})
