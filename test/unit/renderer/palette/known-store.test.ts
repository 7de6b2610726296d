import { describe, expect, it } from 'vitest'
import { createKnownStore, type KnownHit } from '../../../../src/renderer/palette/known-store.ts'
import { scriptedCaller } from '../scripted-caller.ts'
import { knownHit } from './sample-hit.ts'

const found = (hits: KnownHit[]) => ({ hits, matchingSets: hits.length, isReady: true })

describe('what the desk knows of the typed text', () => {
  it('is asked once at a time; of what was typed meanwhile the last counts', async () => {
    const first = Promise.withResolvers<ReturnType<typeof found>>()
    const caller = scriptedCaller({
      'sets.find': async ({ text }) => (text === '4' ? await first.promise : found([knownHit({ name: text })])),
    })
    const store = createKnownStore({ caller, sessionId: () => 'here' })
    for (const text of ['4', '41', '412']) store.ask({ text, vessel: null })
    expect(store.getState().isAsking).toBe(true)
    first.resolve(found([knownHit({ name: '4' })]))
    await expect.poll(() => store.getState().isAsking).toBe(false)
    expect(store.getState()).toMatchObject({ question: { text: '412' }, hits: [{ name: '412' }] })
    expect(caller.inputsOf('sets.find')).toEqual([
      { sessionId: 'here', text: '4', vessel: null },
      { sessionId: 'here', text: '412', vessel: null },
    ])
  })

  it('is never what another account has, even while the answer is on its way', async () => {
    let sessionId = 'one'
    const answers = [found([knownHit()]), new Promise<never>(() => undefined)]
    const caller = scriptedCaller({ 'sets.find': async () => await (answers.shift() ?? expect.unreachable()) })
    const store = createKnownStore({ caller, sessionId: () => sessionId })
    store.ask({ text: 'p', vessel: null })
    await expect.poll(() => store.getState().hits).toHaveLength(1)
    sessionId = 'other'
    store.ask({ text: 'p', vessel: null })
    expect(store.getState().hits).toEqual([])
    expect(store.getState().question).toEqual({ text: '', vessel: null })
  })

  it('is not replaced when the page finds time to wake what is known, once in each session', async () => {
    let sessionId = 'one'
    const caller = scriptedCaller({ 'sets.find': ({ text }) => Promise.resolve(found([knownHit({ name: text })])) })
    const store = createKnownStore({ caller, sessionId: () => sessionId })
    const idle = async (): Promise<void> => await expect.poll(() => store.getState().isAsking).toBe(false)
    store.ask({ text: '412', vessel: null })
    store.wake()
    await idle()
    store.wake()
    await idle()
    expect(store.getState().hits).toMatchObject([{ name: '412' }])
    sessionId = 'other'
    store.wake()
    await idle()
    expect(caller.inputsOf('sets.find')).toMatchObject([{ text: '412' }, { text: '' }])
  })

  it('says why it could not be searched, and takes ten thousand letters', async () => {
    const caller = scriptedCaller({})
    const store = createKnownStore({ caller, sessionId: () => 'here' })
    store.ask({ text: 'x'.repeat(10_000), vessel: null })
    await expect.poll(() => store.getState().failure).toMatchObject({ message: 'no answer to sets.find' })
    expect(caller.inputsOf('sets.find')).toMatchObject([{ text: 'x'.repeat(1_000) }])
  })
})
