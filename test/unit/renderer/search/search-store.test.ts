import { describe, expect, it, vi } from 'vitest'
import { createSearchStore, type SearchStore } from '../../../../src/renderer/search/search-store.ts'
import { scriptedCaller, type ScriptedCaller } from '../scripted-caller.ts'

const AURORA = { customerId: 'c1', customerName: 'Aurora Grain AG' }
const AURORA_ASIA = { customerId: 'c2', customerName: 'Aurora Asia' }

function sampleStore(): { store: SearchStore; caller: ScriptedCaller } {
  const caller = scriptedCaller({
    'accounts.customers': () => ({ customers: [AURORA, AURORA_ASIA], problems: [] }),
    'search.saved': () => ({ saved: [], recent: [] }),
    'search.start': () => ({ searchId: 's1' }),
  })
  const storage = { getItem: () => null, setItem: () => undefined }
  const store = createSearchStore({
    caller,
    sessionId: () => 'session',
    progressOf: () => undefined,
    storage: () => storage,
  })
  return { store, caller }
}

describe('the search store', () => {
  it('searches with what is still in the fields, because the search keys do not leave them', async () => {
    const { store, caller } = sampleStore()
    await store.actions.enterSession('session')
    store.actions.setTypedCustomer('grain')
    store.actions.setTypedReference('SHP-1, SHP-2')
    await store.actions.start()
    expect(caller.inputsOf('search.start')).toMatchObject([
      { selection: { customers: ['c1'], shipmentRefs: ['SHP-1', 'SHP-2'] } },
    ])
  })

  it('starts nothing while the typed text matches several customers, and says why', async () => {
    const { store, caller } = sampleStore()
    await store.actions.enterSession('session')
    store.actions.setTypedCustomer('aurora')
    await store.actions.start()
    expect(caller.inputsOf('search.start')).toEqual([])
    expect(store.getState().customerError).toContain('aurora')
  })

  it('keeps the failure of a search that cannot start, so that it can be tried again', async () => {
    const { store, caller } = sampleStore()
    await store.actions.enterSession('session')
    const call = vi.spyOn(caller, 'call').mockRejectedValue(new Error('the service is down'))
    await store.actions.start()
    call.mockRestore()
    expect(store.getState()).toMatchObject({
      searchId: null,
      isStarting: false,
      failure: { message: 'the service is down' },
    })
  })
})
