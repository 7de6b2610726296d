import { z } from 'zod/mini'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { ignoring } from '../../shared/errors/ignoring.ts'
import { deskCaller } from '../client/desk-client.ts'
import { currentSessionId, deskStore } from '../client/desk-store.ts'
import { createGridStore, type GridStore } from '../grid/store/create-grid-store.ts'
import { resolveTyped, unresolvedCustomerError } from '../parcel/find-customers.ts'
import { mergeReferences, splitReferences } from '../parcel/references.ts'
import { setColumns, type SetRow } from '../set/set-columns.ts'
import { SearchRowReader, type SearchDependencies } from './search-row-reader.ts'
import { type Narrowing, NO_INPUT, NO_SEARCH, type SearchForm, type SearchState } from './search-state.ts'

const KEY = 'search'
/** Not the contract’s schema, which would bring all of zod into the page. */
const storedForm = z.object({
  customers: z.array(z.string()),
  shipmentRefs: z.array(z.string()),
  status: z.string(),
  instance: z.nullable(z.string()),
  filters: z.record(z.string(), z.string()),
  states: z.array(z.string()),
})
const storedSearch = z.object({ searchId: z.string(), form: storedForm, startedAt: z.string() })

export interface SearchActions {
  changeForm(changed: Partial<SearchForm>): void
  setTypedCustomer(typed: string): void
  setTypedReference(typed: string): void
  /** A new search: neither fields nor list keep anything. */
  clear(): void
  /** Loads what the search screen needs of a new session. Another account's search is closed, and no longer shown. */
  enterSession(sessionId: string): Promise<void>
  /**
   * Starts the search of the form, or of `form`, and closes the one before; its rows come back if this one fails before it
   * has any. If the typed text is not a customer it only says so. Shows every row, unless it is narrowed.
   */
  start(form?: SearchForm, narrowing?: Narrowing): Promise<void>
  /** What the list is narrowed by; undefined if it shows every row. */
  narrowing(): Narrowing | undefined
  cancel(): Promise<void>
  /** After a reload: brings back the search that was shown, if the main process still has it. */
  resume(isKnown: (searchId: string) => boolean): void
  saveSearch(name: string, form: SearchForm, narrowing: Narrowing | undefined): Promise<void>
  forgetSearch(id: string): Promise<void>
}

export interface SearchStore extends StoreApi<SearchState> {
  readonly grid: GridStore<SetRow>
  readonly rows: SearchRowReader
  readonly actions: SearchActions
}

/** The search form, the search that runs, and its rows. */
export function createSearchStore(dependencies: SearchDependencies): SearchStore {
  const { caller, sessionId: currentSession, storage } = dependencies
  const grid = createGridStore<SetRow>(setColumns, { rowId: ({ setId }) => setId })
  const store = createStore<SearchState>(() => ({
    ...NO_INPUT,
    ...NO_SEARCH,
    customers: [],
    customerProblems: [],
    isListing: false,
    saved: [],
    recent: [],
  }))
  const rows = new SearchRowReader({ ...dependencies, store, grid })

  /** Increases with every search and account: whatever was started before is closed instead of shown. */
  let turn = 0

  /** What shows the answer, or the failure, of a call that began now; nothing where somebody else has signed in since. */
  const ofThisAccount = (): ((changed: Partial<SearchState>) => void) => {
    const sessionId = currentSession()
    return (changed) => {
      if (currentSession() === sessionId) store.setState(changed)
    }
  }

  const readNamed = async (): Promise<void> => {
    const show = ofThisAccount()
    try {
      show(await caller.call('search.saved', {}))
    } catch (thrown) {
      show({ failure: caller.failureIn(thrown) })
    }
  }

  const listCustomers = async (sessionId: string): Promise<void> => {
    const show = ofThisAccount()
    try {
      const { customers, problems } = await caller.call('accounts.customers', { sessionId })
      show({ customers, customerProblems: problems })
    } catch (thrown) {
      show({ failure: caller.failureIn(thrown) })
    } finally {
      show({ isListing: false })
    }
  }

  /** Without waiting for it: no search depends on the end of another. */
  const close = (searchId: string | null): void => {
    if (searchId !== null)
      caller.call('search.close', { searchId }).catch(ignoring('no search depends on the end of another'))
  }

  const start = async (form = completeForm(store), narrowing = EVERY_ROW): Promise<void> => {
    const sessionId = currentSession()
    if (sessionId === undefined || form === undefined) return
    turn += 1
    const started = turn
    close(store.getState().searchId)
    const previous = previousResults(store, grid)
    const startedAt = new Date().toISOString()
    store.setState({ ...NO_INPUT, ...NO_SEARCH, form, submitted: form, startedAt, previous, isStarting: true })
    grid.actions.setRows([])
    grid.actions.narrow(narrowing)
    dropSameColumns(grid, form)
    try {
      const { searchId } = await caller.call('search.start', { sessionId, selection: form })
      if (started !== turn) {
        close(searchId)
        return
      }
      storage().setItem(KEY, JSON.stringify({ searchId, form, startedAt }))
      store.setState({ searchId, isStarting: false })
      rows.readTouched()
      rows.read()
      await readNamed()
    } catch (thrown) {
      if (started !== turn) return
      store.setState({ isStarting: false, failure: caller.failureIn(thrown) })
      if (store.getState().searchId === null) rows.restorePrevious()
    }
  }

  const actions: SearchActions = {
    changeForm: (changed) => store.setState(({ form }) => ({ form: { ...form, ...changed } })),
    setTypedCustomer: (typedCustomer) => store.setState({ typedCustomer, customerError: undefined }),
    setTypedReference: (typedReference) => store.setState({ typedReference }),
    clear: () => {
      turn += 1
      close(store.getState().searchId)
      storage().setItem(KEY, 'null')
      grid.actions.setRows([])
      grid.actions.clearFilters()
      store.setState({ ...NO_INPUT, ...NO_SEARCH })
    },
    enterSession: async (sessionId) => {
      turn += 1
      close(store.getState().searchId)
      grid.actions.setRows([])
      store.setState({ ...NO_INPUT, ...NO_SEARCH, customers: [], customerProblems: [], isListing: true })
      await Promise.all([listCustomers(sessionId), readNamed()])
    },
    start,
    narrowing: () => narrowingOf(grid),
    cancel: async () => {
      const { searchId } = store.getState()
      if (searchId !== null) await caller.call('search.cancel', { searchId })
    },
    resume: (isKnown) => {
      const { data } = storedSearch.safeParse(JSON.parse(storage().getItem(KEY) ?? 'null'))
      if (data === undefined || !isKnown(data.searchId)) return
      store.setState({ ...data, submitted: data.form, rowsRead: 0 })
      dropSameColumns(grid, data.form)
      rows.readTouched()
      rows.read()
    },
    saveSearch: async (name, form, narrowing) => {
      await caller.call('search.save', { name, selection: form, narrowing })
      await readNamed()
    },
    forgetSearch: async (id) => {
      await caller.call('search.forget', { id })
      await readNamed()
    },
  }
  return { ...store, grid, rows, actions }
}

const EVERY_ROW: Narrowing = { quickFilter: '', facets: {} }

function narrowingOf(grid: GridStore<SetRow>): Narrowing | undefined {
  const { quickFilter, facets } = grid.getState()
  const chosen = Object.entries(facets).map(([columnId, values]): [string, (string | null)[]] => [
    columnId,
    [...values],
  ])
  if (quickFilter.trim() === '' && chosen.length === 0) return undefined
  return { quickFilter, facets: Object.fromEntries(chosen) }
}

/** Every row of a search for one customer would name that customer. */
function dropSameColumns(grid: GridStore<SetRow>, { customers }: SearchForm): void {
  grid.actions.dropColumns(customers.length === 1 ? ['customerName'] : [])
}

/** With what is still in the fields: the search keys do not leave them. Undefined if the typed text is not a customer. */
function completeForm(store: StoreApi<SearchState>): SearchForm | undefined {
  const { form, typedReference, typedCustomer, customers } = store.getState()
  const resolved = resolveTyped({ customers, chosen: form.customers, typed: typedCustomer })
  const customerError = unresolvedCustomerError(resolved.typed)
  if (customerError !== undefined) {
    store.setState({ customerError })
    return undefined
  }
  const shipmentRefs = mergeReferences(form.shipmentRefs, splitReferences(typedReference))
  return { ...form, customers: [...resolved.chosen], shipmentRefs }
}

function previousResults(store: StoreApi<SearchState>, grid: GridStore<SetRow>): SearchState['previous'] {
  const { previous, showsPrevious, startedAt } = store.getState()
  const rows = grid.actions.allRows()
  return showsPrevious || rows.length === 0 ? previous : { rows, startedAt }
}

/** One for the life of the page: every screen reads the same. */
export const searchStore = createSearchStore({
  caller: deskCaller,
  sessionId: currentSessionId,
  progressOf: (searchId) => deskStore.getState().desk?.searches.get(searchId),
  storage: () => sessionStorage,
})
