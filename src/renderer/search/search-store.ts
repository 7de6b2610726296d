import { z } from 'zod/mini'
import { createStore, type StoreApi } from 'zustand/vanilla'
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
  clearForm(): void
  /** Loads what the search screen needs of a new session. Another account's results are no longer shown. */
  enterSession(sessionId: string): Promise<void>
  /**
   * Starts the search of the form, or of `form`, and drops the one before; its rows come back if this one fails before it has
   * any. If the typed text is not a customer it only says so. Shows every row, unless it is narrowed.
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

  const readNamed = async (): Promise<void> => {
    try {
      store.setState(await caller.call('search.saved', {}))
    } catch (thrown) {
      store.setState({ failure: caller.failureIn(thrown) })
    }
  }

  const listCustomers = async (sessionId: string): Promise<void> => {
    try {
      const { customers, problems } = await caller.call('accounts.customers', { sessionId })
      store.setState({ customers, customerProblems: problems })
    } catch (thrown) {
      store.setState({ failure: caller.failureIn(thrown) })
    } finally {
      store.setState({ isListing: false })
    }
  }

  const start = async (form = completeForm(store), narrowing = EVERY_ROW): Promise<void> => {
    const sessionId = currentSession()
    if (sessionId === undefined || form === undefined) return
    const { searchId: before } = store.getState()
    const previous = previousResults(store, grid)
    const startedAt = new Date().toISOString()
    store.setState({ ...NO_INPUT, ...NO_SEARCH, form, submitted: form, startedAt, previous, isStarting: true })
    grid.actions.setRows([])
    grid.actions.narrow(narrowing)
    dropSameColumns(grid, form)
    try {
      if (before !== null) await caller.call('search.close', { searchId: before })
      const { searchId } = await caller.call('search.start', { sessionId, selection: form })
      storage().setItem(KEY, JSON.stringify({ searchId, form, startedAt }))
      store.setState({ searchId, isStarting: false })
      rows.readTouched()
      rows.read()
      await readNamed()
    } catch (thrown) {
      store.setState({ isStarting: false, failure: caller.failureIn(thrown) })
      if (store.getState().searchId === null) rows.restorePrevious()
    }
  }

  const actions: SearchActions = {
    changeForm: (changed) => store.setState(({ form }) => ({ form: { ...form, ...changed } })),
    setTypedCustomer: (typedCustomer) => store.setState({ typedCustomer, customerError: undefined }),
    setTypedReference: (typedReference) => store.setState({ typedReference }),
    clearForm: () => store.setState(NO_INPUT),
    enterSession: async (sessionId) => {
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
  if (showsPrevious) return previous
  const rows = grid.actions.allRows()
  return rows.length === 0 ? null : { rows, startedAt }
}

/** One for the life of the page: every screen reads the same. */
export const searchStore = createSearchStore({
  caller: deskCaller,
  sessionId: currentSessionId,
  progressOf: (searchId) => deskStore.getState().desk?.searches.get(searchId),
  storage: () => sessionStorage,
})
