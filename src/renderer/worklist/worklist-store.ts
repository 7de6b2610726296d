import { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Caller, deskCaller, type ShownFailure } from '../client/desk-client.ts'
import { currentSessionId } from '../client/desk-store.ts'
import { createGridStore, type GridStore } from '../grid/store/create-grid-store.ts'
import { type CustomerItem, resolveTyped, unresolvedCustomerError } from '../parcel/find-customers.ts'
import { EMPTY_FORM } from '../search/search-state.ts'
import { searchStore } from '../search/search-store.ts'
import { countOf } from '../ui/base/words.ts'
import { showToast, type ToastContent } from '../ui/feedback/toast-queue.ts'
import type { WorklistLine } from './LineState.tsx'
import { worklistColumns } from './worklist-columns.ts'

const SLICE_LINES = 1_000
const KEY = 'worklist'
const texts = z.array(z.string())
const storedList = z.object({ searchId: z.string(), lines: texts, references: texts, customers: texts })

export interface WorklistState {
  /** As pasted: blank lines as empty texts, repeated references again. An export has the same lines. */
  lines: readonly string[]
  /** Each once, in the order of the spreadsheet. */
  references: readonly string[]
  /** In the field, and not looked up yet. */
  draft: string
  /** Limits the search to these; empty means every customer. */
  customers: readonly string[]
  /** Still in the field: not yet a customer. Nothing is looked up while it matches no customer or several. */
  typedCustomer: string
  customerError: string | undefined
  searchId: string | null
  failure: ShownFailure | null
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

export interface WorklistActions {
  setDraft(draft: string): void
  setCustomers(customers: readonly string[]): void
  setTypedCustomer(typed: string): void
  /** Reads a pasted or dropped column, or several lines of text, the way a spreadsheet user expects, and looks it up. */
  importText(text: string): Promise<void>
  /** Looks up what a search asked for, line by line. */
  checkReferences(references: readonly string[], customers: readonly string[]): Promise<void>
  lookUpAgain(): Promise<void>
  /** Closes the list, to be brought back by Undo. */
  close(): void
  /** Another account sees other sets: its worklist starts empty. */
  leave(): void
  /** After a reload: brings back the list that the main process still has. */
  resume(isKnown: (searchId: string) => boolean): void
  /** Reads the lines again: each may have been answered meanwhile. */
  readLines(): void
  /** What “save” applies to, as in Search: the selected lines or, without a selection, those that are shown. */
  linesToSave(): readonly WorklistLine[]
}

export interface WorklistStore extends StoreApi<WorklistState> {
  /** One row per reference, however many lines of the spreadsheet have it. */
  readonly grid: GridStore<WorklistLine>
  readonly actions: WorklistActions
}

export interface WorklistDependencies {
  readonly caller: Caller
  /** Undefined while nobody is signed in. */
  readonly sessionId: () => string | undefined
  readonly knownCustomers: () => readonly CustomerItem[]
  readonly toast: (content: ToastContent) => void
  /** Keeps the list over a reload. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>
}

/** A pasted column of references and what is known about each. */
export function createWorklistStore(dependencies: WorklistDependencies): WorklistStore {
  const { caller, sessionId: currentSession, knownCustomers, toast, storage } = dependencies
  const store = createStore<WorklistState>(() => EMPTY)
  const grid = createGridStore<WorklistLine>(worklistColumns, { rowId: ({ reference }) => reference })
  const readLines = createLineReader({ store, grid, caller })

  /** Looks up the references of these lines, each once; the previous list is dropped. */
  const lookUp = async (lines: readonly string[]): Promise<void> => {
    const sessionId = currentSession()
    if (sessionId === undefined) return
    const { searchId: before, customers } = store.getState()
    const references = [...new Set(lines.filter((line) => line !== ''))]
    grid.actions.setRows([])
    store.setState({ lines, references, draft: '', searchId: null, failure: null })
    try {
      if (before !== null) await caller.call('search.close', { searchId: before })
      if (references.length === 0) return
      const selection = { ...EMPTY_FORM, customers: [...customers], shipmentRefs: [...references] }
      const { searchId } = await caller.call('search.start', { sessionId, selection })
      storage().setItem(KEY, JSON.stringify({ searchId, lines, references, customers }))
      store.setState({ searchId })
      readLines()
    } catch (thrown) {
      store.setState({ failure: caller.failureIn(thrown) })
    }
  }

  const offerUndo = ({ lines, references, customers }: WorklistState, outcome: 'closed' | 'replaced'): void => {
    const undo = (): void => {
      store.setState({ customers })
      void lookUp(lines)
    }
    toast({ text: `List of ${countOf(references.length, 'reference')} ${outcome}`, undo })
  }

  const replaceList = async (lines: readonly string[], customers?: readonly string[]): Promise<void> => {
    const before = store.getState()
    if (customers !== undefined) store.setState({ customers })
    await lookUp(lines)
    if (before.references.length > 0) offerUndo(before, 'replaced')
  }

  /** False, with a message at the field, if the text typed there is not a customer. */
  const resolveCustomer = (): boolean => {
    const { customers: chosen, typedCustomer: typed } = store.getState()
    const resolved = resolveTyped({ customers: knownCustomers(), chosen, typed })
    const customerError = unresolvedCustomerError(resolved.typed)
    store.setState({ customers: resolved.chosen, typedCustomer: resolved.typed, customerError })
    return customerError === undefined
  }

  const actions: WorklistActions = {
    setDraft: (draft) => store.setState({ draft }),
    setCustomers: (customers) => store.setState({ customers }),
    setTypedCustomer: (typedCustomer) => store.setState({ typedCustomer, customerError: undefined }),
    importText: async (text) => {
      if (!resolveCustomer()) return
      try {
        const { lines } = await caller.call('search.readReferences', { text })
        await replaceList(lines)
      } catch (thrown) {
        store.setState({ failure: caller.failureIn(thrown) })
      }
    },
    checkReferences: (references, customers) => replaceList(references, customers),
    lookUpAgain: () => lookUp(store.getState().lines),
    close: () => {
      const before = store.getState()
      void lookUp([])
      offerUndo(before, 'closed')
    },
    leave: () => {
      store.setState(EMPTY)
      grid.actions.setRows([])
    },
    resume: (isKnown) => {
      const { data } = storedList.safeParse(JSON.parse(storage().getItem(KEY) ?? 'null'))
      if (data === undefined || !isKnown(data.searchId)) return
      store.setState(data)
      readLines()
    },
    readLines,
    linesToSave: () => {
      const { selectedRows, shownRows, selectionCounts } = grid.actions
      return selectionCounts().selected > 0 ? selectedRows() : shownRows()
    },
  }
  return { ...store, grid, actions }
}

interface LineReaderDependencies {
  readonly store: StoreApi<WorklistState>
  readonly grid: GridStore<WorklistLine>
  readonly caller: Caller
}

/** Reads all lines; a request that comes while it reads makes it read once more. */
function createLineReader({ store, grid, caller }: LineReaderDependencies): () => void {
  let isReading = false
  let isStale = false
  const readAll = async (): Promise<void> => {
    const { searchId, references } = store.getState()
    for (let from = 0; searchId !== null && from < references.length; from += SLICE_LINES) {
      const { lines } = await caller.call('search.lines', { searchId, slice: { from, count: SLICE_LINES } })
      if (store.getState().searchId !== searchId) return
      grid.actions.appendRows(lines)
    }
  }
  const readUntilCurrent = async (): Promise<void> => {
    while (isStale) {
      isStale = false
      await readAll()
    }
  }
  return () => {
    isStale = true
    if (isReading) return
    isReading = true
    readUntilCurrent()
      .catch((thrown: unknown) => store.setState({ failure: caller.failureIn(thrown) }))
      .finally(() => {
        isReading = false
      })
  }
}

/** The sets of these lines, each once. */
export function setIdsOf(lines: readonly WorklistLine[]): string[] {
  return [...new Set(lines.flatMap(({ setIds }) => setIds))]
}

/** One for the life of the page. */
export const worklistStore = createWorklistStore({
  caller: deskCaller,
  sessionId: currentSessionId,
  knownCustomers: () => searchStore.getState().customers,
  toast: showToast,
  storage: () => sessionStorage,
})
