import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createViewsStore } from '../../../../src/renderer/client/views-store.ts'
import { scriptedCaller } from '../scripted-caller.ts'

describe('the views store', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('starts from the default where the stored arrangement cannot be read', async () => {
    const store = createViewsStore(scriptedCaller({ 'views.read': () => ({ state: '{"nonsense"' }) }))
    await store.actions.load()
    expect(store.getState()).toEqual({ panes: {}, 'search-grid': undefined, 'worklist-grid': undefined })
  })

  it('reads a layout that an earlier version stored, which knew no groups', async () => {
    const state = '{"columns":[{"id":"parcelRef","width":90,"isHidden":false}],"sort":[]}'
    const store = createViewsStore(scriptedCaller({ 'views.read': () => ({ state }) }))
    await store.actions.load()
    expect(store.getState()['search-grid']).toEqual({
      columns: [{ id: 'parcelRef', width: 90, isHidden: false }],
      sort: [],
      groupBy: null,
    })
  })

  it('writes a drag once, and at the latest when the window closes', async () => {
    const caller = scriptedCaller({ 'views.write': () => ({}) })
    const store = createViewsStore(caller)
    store.actions.remember('panes', { search: 500 })
    store.actions.remember('panes', { search: 510 })
    store.actions.flush()
    expect(caller.inputsOf('views.write')).toEqual([{ view: 'panes', state: '{"search":510}' }])
  })
})
