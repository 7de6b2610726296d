import { z } from 'zod'
import { createStore } from 'zustand/vanilla'
import type { Input, Output } from '../../shared/contract/contract.ts'
import { selection } from '../../shared/contract/search-contract.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import { call, failureIn } from '../client/desk-client.ts'
import { createGridStore } from '../grid/store/create-grid-store.ts'
import { deskStore, type SearchProgress } from '../client/desk-store.ts'
import { viewsStore } from '../client/views-store.ts'
import { leftCustomer, takeTyped } from '../parcel/find-customers.ts'
import { mergeReferences, splitReferences } from '../parcel/references.ts'
import { setColumns, type SetRow } from '../set/set-columns.ts'

export type SearchForm = Input<'search.start'>['selection']
export type NamedSearch = Output<'search.saved'>['saved'][number]
type Customer = Output<'accounts.customers'>['customers'][number]

/** A piece that is read, drawn and forgotten well under a frame's time, and few calls for very many rows. */
const SLICE_ROWS = 2_000
const KEY = 'search'
const shownSearch = z.object({ searchId: z.string(), form: selection, askedAt: z.string() })
const EMPTY: SearchForm = { customers: [], shipmentRefs: [], status: '', instance: null, filters: {}, states: [] }

interface SearchState {
  form: SearchForm
  /** In the field, and not yet among the references of the form. */
  typedReference: string
  /** In the field, and no customer yet: nothing is searched while it means none or several. */
  typedCustomer: string
  /** Why a search did not begin: what is typed means no customer. */
  customerError: string | undefined
  customers: readonly Customer[]
  /** What of the list of customers could not be read. */
  customerProblems: Output<'accounts.customers'>['problems']
  /** While the list of customers is on its way. */
  isListing: boolean
  saved: readonly NamedSearch[]
  recent: readonly NamedSearch[]
  searchId: string | null
  /** What was asked in the search that is shown, whatever the form says by now. */
  asked: SearchForm
  askedAt: string
  /** Asked for, and not yet under way. */
  isStarting: boolean
  /** Rows of it that the page has. */
  rowsRead: number
  /** References asked for that there is no set of, for certain. */
  missing: readonly string[]
  /** The rows of the search before, until this one has some of its own. */
  earlier: EarlierRows | null
  /** The grid shows them, because this search brought none and did not come to its end. */
  showsEarlier: boolean
  failure: DescribedFailure | null
}

interface EarlierRows {
  readonly rows: readonly SetRow[]
  readonly askedAt: string
}

const NOT_SEARCHED = {
  searchId: null,
  asked: EMPTY,
  askedAt: '',
  isStarting: false,
  rowsRead: 0,
  missing: [],
  earlier: null,
  showsEarlier: false,
  failure: null,
} satisfies Partial<SearchState>

const NOTHING_ASKED = {
  form: EMPTY,
  typedReference: '',
  typedCustomer: '',
  customerError: undefined,
} satisfies Partial<SearchState>

export const searchStore = createStore<SearchState>(() => ({
  ...NOTHING_ASKED,
  ...NOT_SEARCHED,
  customers: [],
  customerProblems: [],
  isListing: false,
  saved: [],
  recent: [],
}))

export const searchGrid = createGridStore<SetRow>(setColumns, { rowId: ({ setId }) => setId })

export function changeForm(changed: Partial<SearchForm>): void {
  searchStore.setState(({ form }) => ({ form: { ...form, ...changed } }))
}

export function typeCustomer(typedCustomer: string): void {
  searchStore.setState({ typedCustomer, customerError: undefined })
}

export function clearForm(): void {
  searchStore.setState(NOTHING_ASKED)
}

/** Arranges the columns as the user left them. */
export function restoreLayout(): void {
  const layout = viewsStore.getState()['search-grid']
  if (layout !== undefined) searchGrid.actions.setLayout(layout)
}

/** What the search screen needs of a new session. What another account found is not shown any more. */
export async function enterSession(sessionId: string): Promise<void> {
  searchGrid.actions.setRows([])
  searchStore.setState({
    ...NOTHING_ASKED,
    ...NOT_SEARCHED,
    customers: [],
    customerProblems: [],
    isListing: true,
  })
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

/**
 * Starts the search of the form, or of `form`; the one before is forgotten, but for its rows, which come back where this one
 * fails before it has any. Does nothing but say so while what is typed means no customer.
 */
export async function startSearch(form: SearchForm | undefined = wholeForm()): Promise<void> {
  const session = deskStore.getState().desk?.session
  if (session === undefined || session === null || form === undefined) return
  const { searchId: before } = searchStore.getState()
  const earlier = shownBefore()
  const askedAt = new Date().toISOString()
  searchStore.setState({ ...NOTHING_ASKED, ...NOT_SEARCHED, form, asked: form, askedAt, earlier, isStarting: true })
  searchGrid.actions.setRows([])
  searchGrid.actions.clearFilters()
  try {
    if (before !== null) await call('search.close', { searchId: before })
    const { searchId } = await call('search.start', { sessionId: session.sessionId, selection: form })
    sessionStorage.setItem(KEY, JSON.stringify({ searchId, form, askedAt }))
    searchStore.setState({ searchId, isStarting: false })
    readRows()
    await readNamed()
  } catch (thrown) {
    searchStore.setState({ isStarting: false, failure: failureIn(thrown) })
    if (searchStore.getState().searchId === null) bringBackEarlier()
  }
}

/** With what is typed: who presses the keys of the search has not left the field. Undefined where it means no customer. */
function wholeForm(): SearchForm | undefined {
  const { form, typedReference, typedCustomer, customers } = searchStore.getState()
  const taken = takeTyped({ customers, chosen: form.customers, typed: typedCustomer })
  const customerError = leftCustomer(taken.typed)
  if (customerError !== undefined) {
    searchStore.setState({ customerError })
    return undefined
  }
  const shipmentRefs = mergeReferences(form.shipmentRefs, splitReferences(typedReference))
  return { ...form, customers: [...taken.chosen], shipmentRefs }
}

/** Searches for one shipment, or for several that were pasted, among all customers. */
export function searchForShipments(text: string): void {
  void startSearch({ ...EMPTY, shipmentRefs: splitReferences(text) })
}

function shownBefore(): EarlierRows | null {
  const { earlier, showsEarlier, askedAt } = searchStore.getState()
  const rows = searchGrid.actions.allRows()
  if (showsEarlier) return earlier
  return rows.length === 0 ? null : { rows, askedAt }
}

function bringBackEarlier(): void {
  const { earlier } = searchStore.getState()
  if (earlier === null) return
  searchGrid.actions.setRows(earlier.rows)
  searchStore.setState({ showsEarlier: true })
}

export async function cancelSearch(): Promise<void> {
  const { searchId } = searchStore.getState()
  if (searchId !== null) await call('search.cancel', { searchId })
}

/** After a reload: the search that was shown, if the main process still has it, and what was asked in it. */
export function resumeSearch(isThere: (searchId: string) => boolean): void {
  const { data } = shownSearch.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
  if (data === undefined || !isThere(data.searchId)) return
  searchStore.setState({ ...data, asked: data.form, rowsRead: 0 })
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
    if (searchId === null || progress === undefined) return
    const isAllRead = progress.loaded <= rowsRead
    if (isAllRead && (progress.state === 'running' || concluded === searchId)) return
    try {
      if (isAllRead) await conclude(progress)
      else if (!(await readSlice(searchId, rowsRead))) return
    } catch (thrown) {
      // Another search may have begun meanwhile, and this one is closed.
      if (searchStore.getState().searchId === searchId) throw thrown
    }
  }
}

/** False where there is nothing to read. */
async function readSlice(searchId: string, from: number): Promise<boolean> {
  const { rows } = await call('search.rows', { searchId, slice: { from, count: SLICE_ROWS } })
  if (searchStore.getState().searchId !== searchId) return true
  searchGrid.actions.appendRows(rows)
  searchStore.setState({ rowsRead: from + rows.length, earlier: null })
  return rows.length > 0
}

/** Whether the last search was not even begun. */
export function hasNotBegun({ searchId, askedAt, isStarting, failure }: SearchState): boolean {
  return searchId === null && askedAt !== '' && !isStarting && failure !== null
}

let concluded: string | undefined

/** Once a search, when all its rows are here: what can only be told at its end. */
async function conclude({ searchId, state, loaded }: SearchProgress): Promise<void> {
  if (concluded === searchId) return
  concluded = searchId
  if (loaded === 0 && state !== 'done') bringBackEarlier()
  else searchStore.setState({ earlier: null })
  if (searchStore.getState().asked.shipmentRefs.length === 0) return
  const { references } = await call('search.missing', { searchId })
  if (searchStore.getState().searchId !== searchId) return
  searchStore.setState({ missing: references })
  // Whose the sets of a reference are is found out after they came.
  await refreshRows()
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
