import { z } from 'zod'
import { createStore } from 'zustand/vanilla'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import { call, failureIn } from '../client/desk-client.ts'
import { createGridStore } from '../grid/store/create-grid-store.ts'
import { searchStore } from '../search/search-store.ts'
import { deskStore } from '../client/desk-store.ts'
import { viewsStore } from '../client/views-store.ts'
import { leftCustomer, takeTyped } from '../parcel/find-customers.ts'
import { showToast } from '../ui/feedback/toast-queue.ts'
import { worklistColumns } from './worklist-columns.ts'
import type { WorklistLine } from './worklist-line.ts'

const SLICE_LINES = 1_000
const KEY = 'worklist'
const texts = z.array(z.string())
const keptList = z.object({ searchId: z.string(), lines: texts, references: texts, customers: texts })

interface WorklistState {
  /** As pasted: blank ones as empty texts, repeated references again. What goes out has the same lines. */
  lines: readonly string[]
  /** Each once, in the order of the spreadsheet. */
  references: readonly string[]
  /** In the field, and not looked up yet. */
  draft: string
  /** Limits the search to these; none is every customer. */
  customers: readonly string[]
  /** In the field, and no customer yet: nothing is looked up while it means none or several. */
  typedCustomer: string
  customerError: string | undefined
  searchId: string | null
  failure: DescribedFailure | null
}

const EMPTY: WorklistState = {
  lines: [],
  references: [],
  draft: '',
  customers: [],
  typedCustomer: '',
  customerError: undefined,
  searchId: null,
  failure: null,
}

export const worklistStore = createStore<WorklistState>(() => EMPTY)

/** One row a reference, however many lines of the spreadsheet have it. */
export const worklistGrid = createGridStore<WorklistLine>(worklistColumns, { rowId: ({ reference }) => reference })

export function restoreWorklistLayout(): void {
  const layout = viewsStore.getState()['worklist-grid']
  if (layout !== undefined) worklistGrid.actions.setLayout(layout)
}

/** Another account sees other sets: its worklist begins empty. */
export function leaveWorklist(): void {
  worklistStore.setState(EMPTY)
  worklistGrid.actions.setRows([])
}

/** Takes a pasted or dropped column, or several lines of text, as a spreadsheet user expects, and looks everything up. */
export async function takeText(text: string): Promise<void> {
  if (!takeCustomer()) return
  try {
    const { lines } = await call('search.readReferences', { text })
    await replaceList(lines)
  } catch (thrown) {
    worklistStore.setState({ failure: failureIn(thrown) })
  }
}

export async function takeFile(file: File): Promise<void> {
  await takeText(await file.text())
}

/** Looks up what a search asked for, line by line. */
export async function checkReferences(references: readonly string[], customers: readonly string[]): Promise<void> {
  await replaceList(references, customers)
}

async function replaceList(lines: readonly string[], customers?: readonly string[]): Promise<void> {
  const before = worklistStore.getState()
  if (customers !== undefined) worklistStore.setState({ customers })
  await lookUp(lines)
  if (before.references.length > 0) offerBack(before, 'replaced')
}

/** True unless what is typed in the field of customers means none of them, which is said there. */
function takeCustomer(): boolean {
  const { customers: chosen, typedCustomer: typed } = worklistStore.getState()
  const taken = takeTyped({ customers: searchStore.getState().customers, chosen, typed })
  const customerError = leftCustomer(taken.typed)
  worklistStore.setState({ customers: taken.chosen, typedCustomer: taken.typed, customerError })
  return customerError === undefined
}

/** Says what became of a list, and brings it back on demand. */
export function offerBack(
  { lines, references, customers }: Pick<WorklistState, 'lines' | 'references' | 'customers'>,
  became: 'closed' | 'replaced',
): void {
  const what = references.length === 1 ? '1 reference' : `${references.length.toLocaleString('en')} references`
  const undo = (): void => {
    worklistStore.setState({ customers })
    void lookUp(lines)
  }
  showToast({ text: `List of ${what} ${became}`, undo })
}

/** Looks the references of these lines up, each once; the list before is forgotten. */
export async function lookUp(lines: readonly string[]): Promise<void> {
  const session = deskStore.getState().desk?.session
  if (session === undefined || session === null) return
  const { searchId: before, customers } = worklistStore.getState()
  const references = [...new Set(lines.filter((line) => line !== ''))]
  worklistGrid.actions.setRows([])
  worklistStore.setState({ lines, references, draft: '', searchId: null, failure: null })
  try {
    if (before !== null) await call('search.close', { searchId: before })
    if (references.length === 0) return
    const asked = { customers: [...customers], shipmentRefs: [...references] }
    const selection = { ...asked, status: '', instance: null, filters: {}, states: [] }
    const { searchId } = await call('search.start', { sessionId: session.sessionId, selection })
    sessionStorage.setItem(KEY, JSON.stringify({ searchId, lines, references, customers }))
    worklistStore.setState({ searchId })
    readLines()
  } catch (thrown) {
    worklistStore.setState({ failure: failureIn(thrown) })
  }
}

/** After a reload: the list that the main process still has. */
export function resumeWorklist(isThere: (searchId: string) => boolean): void {
  const { data } = keptList.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'))
  if (data === undefined || !isThere(data.searchId)) return
  worklistStore.setState(data)
  readLines()
}

export function typeCustomer(typedCustomer: string): void {
  worklistStore.setState({ typedCustomer, customerError: undefined })
}

export function chooseCustomers(customers: readonly string[]): void {
  worklistStore.setState({ customers })
}

let isReading = false
let isAskedAgain = false

/** Reads the lines anew: each may have been answered meanwhile. */
export function readLines(): void {
  isAskedAgain = true
  if (isReading) return
  isReading = true
  readWhileAsked()
    .catch((thrown: unknown) => worklistStore.setState({ failure: failureIn(thrown) }))
    .finally(() => {
      isReading = false
    })
}

async function readWhileAsked(): Promise<void> {
  while (isAskedAgain) {
    isAskedAgain = false
    await readAll()
  }
}

async function readAll(): Promise<void> {
  const { searchId, references } = worklistStore.getState()
  for (let from = 0; searchId !== null && from < references.length; from += SLICE_LINES) {
    const { lines } = await call('search.lines', { searchId, slice: { from, count: SLICE_LINES } })
    if (worklistStore.getState().searchId !== searchId) return
    worklistGrid.actions.appendRows(lines)
  }
}
