import { describe, expect, it, vi } from 'vitest'
import { asksForOthers, EMPTY_FORM } from '../../../../src/renderer/search/search-state.ts'
import { createSearchStore, type SearchStore } from '../../../../src/renderer/search/search-store.ts'
import { setColumns, type SetRow } from '../../../../src/renderer/set/set-columns.ts'
import type { Output } from '../../../../src/shared/contract/contract.ts'
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

interface SampleStore {
  readonly store: SearchStore
  readonly caller: ScriptedCaller
  signInAs(sessionId: string): void
}

function sampleStore(answers: Parameters<typeof scriptedCaller>[0] = {}): SampleStore {
  const caller = scriptedCaller({
    'accounts.customers': () => ({ customers: [AURORA, AURORA_ASIA], problems: [] }),
    'search.saved': () => ({ saved: [], recent: [] }),
    'search.start': () => ({ searchId: 's1' }),
    'search.close': () => ({}),
    ...answers,
  })
  let signedIn = 'session'
  const storage = { getItem: () => null, setItem: () => undefined }
  const store = createSearchStore({
    caller,
    sessionId: () => signedIn,
    progressOf: () => undefined,
    storage: () => storage,
  })
  return { store, caller, signInAs: (sessionId) => void (signedIn = sessionId) }
}

describe('the search store', () => {
  it('knows when the fields ask for something else than the list shows, and clears both', async () => {
    const { store, caller } = sampleStore()
    const asksElse = (): boolean => asksForOthers(store.getState())
    store.actions.changeForm({ customers: ['c1'] })
    expect(asksElse(), 'nothing was searched yet').toBe(false)
    await store.actions.start()
    expect(asksElse()).toBe(false)
    store.actions.changeForm({ customers: ['c2'] })
    expect(asksElse()).toBe(true)
    store.actions.changeForm({ customers: ['c1'], filters: { parcelRef: '' } })
    expect(asksElse(), 'an empty field asks for nothing').toBe(false)
    store.grid.actions.setRows([sampleRow('PR-1')])
    store.actions.clear()
    expect(store.getState()).toMatchObject({ form: EMPTY_FORM, searchId: null })
    expect(store.grid.actions.allRows()).toEqual([])
    expect(caller.inputsOf('search.close')).toEqual([{ searchId: 's1' }])
    expect(asksElse()).toBe(false)
  })

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

  it('reads all rows once more after what it reads, however many saves end meanwhile', async () => {
    const released = Promise.withResolvers<void>()
    const { store, caller } = sampleStore({
      'search.rows': async () => {
        await released.promise
        return { rows: [] }
      },
    })
    await store.actions.start()
    store.setState({ rowsRead: 4_000 })
    const refreshing = Array.from({ length: 131 }, async () => await store.rows.refresh())
    released.resolve()
    await Promise.all(refreshing)
    const from = caller.inputsOf('search.rows')
    expect(from).toMatchObject([0, 2_000, 0, 2_000].map((first) => ({ slice: { from: first } })))
  })

  it('reads all rows again for the next save, although they could not be read for the last one', async () => {
    const { store, caller } = sampleStore()
    await store.actions.start()
    store.setState({ rowsRead: 1 })
    await expect(store.rows.refresh()).rejects.toThrow('no answer')
    await expect(store.rows.refresh()).rejects.toThrow('no answer')
    expect(caller.inputsOf('search.rows')).toHaveLength(2)
  })

  it('leaves the customer out of the columns while one customer is searched', async () => {
    const { store } = sampleStore()
    const shown = (): string[] => store.grid.actions.shownColumns().map(({ id }) => id)
    await store.actions.start({ ...EMPTY_FORM, customers: ['c1'] })
    expect(shown()).not.toContain('customerName')
    await store.actions.start({ ...EMPTY_FORM, customers: ['c1', 'c2'] })
    expect(shown()).toContain('customerName')
  })

  it('shows the customers of the account that is signed in, whichever list arrives last', async () => {
    const production = Promise.withResolvers<Output<'accounts.customers'>>()
    const { store, signInAs } = sampleStore({
      'accounts.customers': async ({ sessionId }) =>
        sessionId === 'production' ? await production.promise : { customers: [AURORA_ASIA], problems: [] },
    })
    signInAs('production')
    const entering = store.actions.enterSession('production')
    signInAs('test')
    await store.actions.enterSession('test')
    production.resolve({ customers: [AURORA], problems: [] })
    await entering
    expect(store.getState()).toMatchObject({ customers: [AURORA_ASIA], isListing: false })
  })

  it('still says that customers are being listed while only the account before has answered', async () => {
    const production = Promise.withResolvers<Output<'accounts.customers'>>()
    const test = Promise.withResolvers<Output<'accounts.customers'>>()
    const { store, signInAs } = sampleStore({
      'accounts.customers': async ({ sessionId }) => await (sessionId === 'production' ? production : test).promise,
    })
    signInAs('production')
    const entering = store.actions.enterSession('production')
    signInAs('test')
    const enteringTest = store.actions.enterSession('test')
    production.reject(new Error('the service is down'))
    await entering
    expect(store.getState()).toMatchObject({ isListing: true, failure: null })
    test.resolve({ customers: [AURORA], problems: [] })
    await enteringTest
    expect(store.getState()).toMatchObject({ isListing: false, customers: [AURORA] })
  })

  it('shows the last of searches that overlap, and closes the others', async () => {
    const started = new Map<string, PromiseWithResolvers<Output<'search.start'>>>()
    const { store, caller } = sampleStore({
      'search.start': async ({ selection }) => {
        const answer = Promise.withResolvers<Output<'search.start'>>()
        started.set(selection.customers.join(' '), answer)
        return await answer.promise
      },
    })
    const first = store.actions.start({ ...EMPTY_FORM, customers: ['c1'] })
    const second = store.actions.start({ ...EMPTY_FORM, customers: ['c2'] })
    await vi.waitFor(() => expect(started.size).toBe(2))
    started.get('c2')?.resolve({ searchId: 's2' })
    await second
    started.get('c1')?.resolve({ searchId: 's1' })
    await first
    expect(store.getState()).toMatchObject({ searchId: 's2', submitted: { customers: ['c2'] }, isStarting: false })
    expect(caller.inputsOf('search.close')).toEqual([{ searchId: 's1' }])
  })

  it('does not show the failure of a search that another one has overtaken', async () => {
    const { store } = sampleStore({
      'search.start': ({ selection }) =>
        selection.customers.length === 0 ? Promise.reject(new Error('the service is down')) : { searchId: 's2' },
    })
    const first = store.actions.start(EMPTY_FORM)
    await Promise.all([first, store.actions.start({ ...EMPTY_FORM, customers: ['c2'] })])
    expect(store.getState()).toMatchObject({ searchId: 's2', failure: null })
  })

  it('brings back the rows before two searches that both cannot start', async () => {
    const { store, caller } = sampleStore()
    await store.actions.start()
    store.grid.actions.appendRows([sampleRow('PR-1')])
    const call = vi.spyOn(caller, 'call').mockRejectedValue(new Error('the service is down'))
    await Promise.all([store.actions.start(), store.actions.start()])
    call.mockRestore()
    expect(store.grid.actions.allRows()).toMatchObject([{ parcelRef: 'PR-1' }])
  })

  it('closes the search of the account before, also one that has only just been started', async () => {
    const starting = Promise.withResolvers<Output<'search.start'>>()
    const answers = [{ searchId: 's1' }, starting.promise]
    const { store, caller, signInAs } = sampleStore({ 'search.start': () => answers.shift() ?? expect.unreachable() })
    await store.actions.start()
    signInAs('other')
    await store.actions.enterSession('other')
    expect(caller.inputsOf('search.close')).toEqual([{ searchId: 's1' }])
    const second = store.actions.start()
    signInAs('session')
    await store.actions.enterSession('session')
    starting.resolve({ searchId: 's2' })
    await second
    expect(caller.inputsOf('search.close')).toEqual([{ searchId: 's1' }, { searchId: 's2' }])
    expect(store.getState().searchId).toBeNull()
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
