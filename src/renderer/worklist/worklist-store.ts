import { z } from 'zod'
import { createStore } from 'zustand/vanilla'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import { call, failureIn } from '../desk.ts'
import { createGridStore } from '../grid/create-grid-store.ts'
import { deskStore } from '../state/desk-store.ts'
import { viewsStore } from '../state/views-store.ts'
import { showToast } from '../ui/toast-queue.ts'
import { worklistColumns } from './worklist-columns.ts'
import type { WorklistLine } from './worklist-line.ts'

const SLICE_LINES = 1_000
const KEY = 'worklist'
const texts = z.array(z.string())
const keptList = z.object({ searchId: z.string(), references: texts, customers: texts })

interface WorklistState {
  /** In the order of the spreadsheet. */
  references: readonly string[]
  /** Limits the search to these; none is every customer. */
  customers: readonly string[]
  searchId: string | null
  failure: DescribedFailure | null
}

const EMPTY: WorklistState = { references: [], customers: [], searchId: null, failure: null }

export const worklistStore = createStore<WorklistState>(() => EMPTY)

/** A line is its place: a spreadsheet's order must come back from an export, and a reference stands in it once. */
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
  try {
    const { references } = await call('search.readReferences', { text })
    const before = worklistStore.getState().references
    await lookUp(references)
    if (before.length > 0) offerBack(before, 'replaced')
  } catch (thrown) {
    worklistStore.setState({ failure: failureIn(thrown) })
  }
}

export async function takeFile(file: File): Promise<void> {
  await takeText(await file.text())
}

/** Says what became of a list, and brings it back on demand. */
export function offerBack(references: readonly string[], became: 'closed' | 'replaced'): void {
  const what = references.length === 1 ? '1 reference' : `${references.length.toLocaleString('en')} references`
  showToast({ text: `List of ${what} ${became}`, undo: () => void lookUp(references) })
}

/** Looks these references up; the list before is forgotten. */
export async function lookUp(references: readonly string[]): Promise<void> {
  const session = deskStore.getState().desk?.session
  if (session === undefined || session === null) return
  const { searchId: before, customers } = worklistStore.getState()
  worklistGrid.actions.setRows([])
  worklistStore.setState({ references, searchId: null, failure: null })
  try {
    if (before !== null) await call('search.close', { searchId: before })
    if (references.length === 0) return
    const asked = { customers: [...customers], shipmentRefs: [...references] }
    const selection = { ...asked, status: '', instance: null, filters: {}, states: [] }
    const { searchId } = await call('search.start', { sessionId: session.sessionId, selection })
    sessionStorage.setItem(KEY, JSON.stringify({ searchId, references, customers }))
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
