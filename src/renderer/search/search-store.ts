import { z } from 'zod'
import { createStore } from 'zustand/vanilla'
import type { Input, Output } from '../../shared/contract/contract.ts'
import { selection } from '../../shared/contract/search-contract.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import { call, failureIn } from '../desk.ts'
import { createGridStore } from '../grid/create-grid-store.ts'
import { deskStore } from '../state/desk-store.ts'
import { viewsStore } from '../state/views-store.ts'
import { mergeReferences, splitReferences } from '../ui/split-references.ts'
import { setColumns, type SetRow } from './set-columns.ts'

export type SearchForm = Input<'search.start'>['selection']
export type NamedSearch = Output<'search.saved'>['saved'][number]
type Customer = Output<'accounts.customers'>['customers'][number]

/** A piece that is read, drawn and forgotten well under a frame's time, and few calls for very many rows. */
const SLICE_ROWS = 2_000
const KEY = 'search'
const shownSearch = z.object({ searchId: z.string(), form: selection })
const EMPTY: SearchForm = { customers: [], shipmentRefs: [], status: '', instance: null, filters: {}, states: [] }

interface SearchState {
  form: SearchForm
  /** In the field, and not yet among the references of the form. */
  typedReference: string
  customers: readonly Customer[]
  /** What of the list of customers could not be read. */
  customerProblems: Output<'accounts.customers'>['problems']
  /** While the list of customers is on its way. */
  isListing: boolean
  saved: readonly NamedSearch[]
  recent: readonly NamedSearch[]
  searchId: string | null
  /** Rows of it that the page has. */
  rowsRead: number
  failure: DescribedFailure | null
}

export const searchStore = createStore<SearchState>(() => ({
  ...{ form: EMPTY, typedReference: '', customers: [], customerProblems: [], isListing: false, saved: [], recent: [] },
  ...{ searchId: null, rowsRead: 0, failure: null },
}))

export const searchGrid = createGridStore<SetRow>(setColumns, { rowId: ({ setId }) => setId })

export function changeForm(changed: Partial<SearchForm>): void {
  searchStore.setState(({ form }) => ({ form: { ...form, ...changed } }))
}

export function clearForm(): void {
  searchStore.setState({ form: EMPTY, typedReference: '' })
}

/** Arranges the columns as the user left them. */
export function restoreLayout(): void {
  const layout = viewsStore.getState()['search-grid']
  if (layout !== undefined) searchGrid.actions.setLayout(layout)
}

/** What the search screen needs of a new session. What another account found is not shown any more. */
export async function enterSession(sessionId: string): Promise<void> {
  searchGrid.actions.setRows([])
  const nothing = {
    form: EMPTY,
    typedReference: '',
    customers: [],
    customerProblems: [],
    searchId: null,
    rowsRead: 0,
    failure: null,
  }
  searchStore.setState({ ...nothing, isListing: true })
  await Promise.all([listCustomers(sessionId), readNamed()])
}

async function listCustomers(sessionId: string): Promise<void> {
  try {
    const { customers, problems } = await call('accounts.customers', { sessionId })
    searchStore.setState({ customers, customerProblems: problems })
  } catch (thrown) {
    searchStore.setState({ failure: failureIn(thrown) })
  } finally {
    searchStore.setState({ isListing: false })
  }
}

async function readNamed(): Promise<void> {
  try {
    searchStore.setState(await call('search.saved', {}))
  } catch (thrown) {
    searchStore.setState({ failure: failureIn(thrown) })
  }
}

/** Starts the search of the form, or of `form`; the one before is forgotten. */
export async function startSearch(form: SearchForm = wholeForm()): Promise<void> {
  const session = deskStore.getState().desk?.session
  if (session === undefined || session === null) return
  const before = searchStore.getState().searchId
  searchStore.setState({ form, typedReference: '', searchId: null, rowsRead: 0, failure: null })
  searchGrid.actions.setRows([])
  searchGrid.actions.clearFilters()
  try {
    if (before !== null) await call('search.close', { searchId: before })
    const { searchId } = await call('search.start', { sessionId: session.sessionId, selection: form })
    sessionStorage.setItem(KEY, JSON.stringify({ searchId, form }))
    searchStore.setState({ searchId })
    readRows()
    await readNamed()
  } catch (thrown) {
    searchStore.setState({ failure: failureIn(thrown) })
  }
}

/** With what is typed: who presses the keys of the search has not left the field. */
function wholeForm(): SearchForm {
  const { form, typedReference } = searchStore.getState()
  return { ...form, shipmentRefs: mergeReferences(form.shipmentRefs, splitReferences(typedReference)) }
}

export async function cancelSearch(): Promise<void> {
  const { searchId } = searchStore.getState()
  if (searchId !== null) await call('search.cancel', { searchId })
}

/** After a reload: the search that was shown, if the main process still has it, and what was asked in it. */
export function resumeSearch(isThere: (searchId: string) => boolean): void {
  const { data } = shownSearch.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
  if (data === undefined || !isThere(data.searchId)) return
  searchStore.setState({ ...data, rowsRead: 0 })
  readRows()
}

export async function saveSearch(name: string, form: SearchForm): Promise<void> {
  await call('search.save', { name, selection: form })
  await readNamed()
}

export async function forgetSearch(id: string): Promise<void> {
  await call('search.forget', { id })
  await readNamed()
}

let isReading = false

/** Reads what the search has found and the page does not have; called whenever that may have grown. */
export function readRows(): void {
  if (isReading) return
  isReading = true
  readOn()
    .catch((thrown: unknown) => searchStore.setState({ failure: failureIn(thrown) }))
    .finally(() => {
      isReading = false
    })
}

async function readOn(): Promise<void> {
  for (;;) {
    const { searchId, rowsRead } = searchStore.getState()
    const progress = searchId === null ? undefined : deskStore.getState().desk?.searches.get(searchId)
    if (searchId === null || progress === undefined || progress.loaded <= rowsRead) return
    const slice = { from: rowsRead, count: SLICE_ROWS }
    const { rows } = await call('search.rows', { searchId, slice })
    // Another search may have begun meanwhile.
    if (searchStore.getState().searchId !== searchId) continue
    if (rows.length === 0) return
    searchGrid.actions.appendRows(rows)
    searchStore.setState({ rowsRead: rowsRead + rows.length })
  }
}

/** Reads the rows once more, after something about them has changed, such as what of them is saved. */
export async function refreshRows(): Promise<void> {
  const { searchId, rowsRead } = searchStore.getState()
  for (let from = 0; searchId !== null && from < rowsRead; from += SLICE_ROWS) {
    const { rows } = await call('search.rows', { searchId, slice: { from, count: SLICE_ROWS } })
    if (searchStore.getState().searchId !== searchId) return
    searchGrid.actions.appendRows(rows)
  }
}
