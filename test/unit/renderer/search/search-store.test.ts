import { describe, expect, it, vi } from 'vitest'
import { EMPTY_FORM } from '../../../../src/renderer/search/search-state.ts'
import { createSearchStore, type SearchStore } from '../../../../src/renderer/search/search-store.ts'
import { setColumns, type SetRow } from '../../../../src/renderer/set/set-columns.ts'
import { searchMethods } from '../../../../src/shared/contract/search-contract.ts'
import { scriptedCaller, type ScriptedCaller } from '../scripted-caller.ts'

const AURORA = { customerId: 'c1', customerName: 'Aurora Grain AG' }
const AURORA_ASIA = { customerId: 'c2', customerName: 'Aurora Asia' }

function sampleRow(parcelRef: string): SetRow {
  const unknown = Object.fromEntries(setColumns.map(({ id }) => [id, null]))
  return (
    searchMethods['search.rows'].output.parse({
      rows: [
        {
          ...unknown,
          setId: 'set',
          customerId: null,
          modifiedDate: null,
          parcelRef,
          documents: null,
          savedDocuments: 0,
          changedDocuments: 0,
        },
      ],
    }).rows[0] ?? expect.unreachable()
  )
}

function sampleStore(answers: Parameters<typeof scriptedCaller>[0] = {}): {
  store: SearchStore
  caller: ScriptedCaller
} {
  const caller = scriptedCaller({
    'accounts.customers': () => ({ customers: [AURORA, AURORA_ASIA], problems: [] }),
    'search.saved': () => ({ saved: [], recent: [] }),
    'search.start': () => ({ searchId: 's1' }),
    'search.close': () => ({}),
    ...answers,
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

  it('narrows the list as a saved search was, but for columns that are no more, and the next one not', async () => {
    const { store } = sampleStore()
    await store.actions.start(EMPTY_FORM, { quickFilter: 'coral', facets: { status: ['Issued'], gone: ['x'] } })
    expect(store.actions.narrowing()).toEqual({ quickFilter: 'coral', facets: { status: ['Issued'] } })
    await store.actions.start()
    expect(store.actions.narrowing()).toBeUndefined()
  })

  it('reads the rows again that the inbox has touched since the search began, until there are no more', async () => {
    const { store, caller } = sampleStore({
      'search.touched': ({ afterEntry }) => {
        if (afterEntry === null) return { rows: [], lastEntry: 5 }
        return afterEntry === 5 ? { rows: [sampleRow('PR-1')], lastEntry: 7 } : { rows: [], lastEntry: 7 }
      },
    })
    await store.actions.start()
    store.grid.actions.appendRows([sampleRow('PR-0')])
    store.rows.readTouched()
    await vi.waitFor(() => expect(store.grid.actions.allRows()).toMatchObject([{ parcelRef: 'PR-1' }]))
    await vi.waitFor(() => {
      const after = caller.inputsOf('search.touched')
      expect(after).toMatchObject([{ afterEntry: null }, { afterEntry: 5 }, { afterEntry: 7 }])
    })
  })

  it('leaves the customer out of the columns while one customer is searched', async () => {
    const { store } = sampleStore()
    const shown = (): string[] => store.grid.actions.shownColumns().map(({ id }) => id)
    await store.actions.start({ ...EMPTY_FORM, customers: ['c1'] })
    expect(shown()).not.toContain('customerName')
    await store.actions.start({ ...EMPTY_FORM, customers: ['c1', 'c2'] })
    expect(shown()).toContain('customerName')
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
