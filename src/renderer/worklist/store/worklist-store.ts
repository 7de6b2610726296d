import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Input } from '../../../shared/contract/contract.ts'
import { MAX_LIST_BYTES, tooLargeList, type WorklistLine } from '../../../shared/words/worklist-words.ts'
import { base64Of } from '../../client/base64-of.ts'
import { type Caller, deskCaller, type ShownFailure } from '../../client/desk-client.ts'
import { currentSessionId } from '../../client/desk-store.ts'
import { viewsStore } from '../../client/views-store.ts'
import type { GridLayout } from '../../grid/columns/grid-column.ts'
import { createGridStore, type GridStore } from '../../grid/store/create-grid-store.ts'
import { type CustomerItem, resolveTyped, unresolvedCustomerError } from '../../parcel/find-customers.ts'
import { searchStore } from '../../search/search-store.ts'
import { countOf } from '../../ui/base/words.ts'
import { showToast, type ToastContent } from '../../ui/feedback/toast-queue.ts'
import { createLineRows, type LineRows } from './line-rows.ts'
import { worklistColumns } from './worklist-columns.ts'
import { rowIdOf, setIdsOfRow, type WorklistRow } from './worklist-rows.ts'
import { EMPTY_WORKLIST, shownList, type Worklist, type WorklistState } from './worklist-state.ts'

type Source = Input<'worklists.create'>['source']
type Edit = Input<'worklists.edit'>['edit']

const KEY = 'worklist'
/** Instead of an id, where the user has begun a new list. */
const NEW = 'new'

export interface WorklistActions {
  setDraft(draft: string): void
  setCustomers(customers: readonly string[]): void
  setTypedCustomer(typed: string): void
  /** Another account has other worklists: reads them, without opening one. */
  enterSession(): Promise<void>
  /** Reads the kept lists again, and the lines of the shown one if it changed. */
  refresh(): Promise<void>
  /** The screen is looked at: opens the list that was open last. The first opening of a day looks everything up again. */
  look(): Promise<void>
  open(worklistId: string): Promise<void>
  /** Shows the place to paste into; the list stays where it is. */
  compose(): void
  /** A new list of pasted text, of a file, or of references. */
  create(source: Source): Promise<void>
  createFromFile(file: File): Promise<void>
  /** Looks up what a search asked for, line by line. */
  checkReferences(references: readonly string[], customers: readonly string[]): Promise<void>
  checkAgain(): Promise<void>
  rename(name: string): Promise<void>
  /** False where they were not added: `failure` says why, unless the choice of a file was cancelled. */
  addLines(source: Source): Promise<boolean>
  /** Looks up what is in another of its columns. */
  takeColumn(column: number): Promise<void>
  /** Removes the ticked lines or, without ticks, the current one, to be brought back by Undo. */
  removeChosen(): Promise<void>
  /** The same with those that the sheet hides. */
  removeHidden(): Promise<void>
  markSeen(): Promise<void>
  /** Removes a list, to be brought back by Undo. */
  remove(worklist: Pick<Worklist, 'worklistId' | 'name'>): Promise<void>
  toggleLine(line: WorklistLine): Promise<void>
  /** Opens every line with several sets or, if all are open, closes them. */
  toggleAllLines(): Promise<void>
  /** Reads the lines again: each may have been answered meanwhile. */
  readLines(): void
  /** The ticked rows, with ticked sets that are not shown, or without a tick the current one. */
  chosenRows(): readonly WorklistRow[]
  /** What “save” applies to: the ticked lines and sets or, without a tick, the current one; or every shown line. Each set once. */
  setsToSave(which: 'chosen' | 'all'): SetsToSave
  dismissNote(): void
}

interface SetsToSave {
  readonly setIds: readonly string[]
  /** Null where one of them has not listed its documents. */
  readonly documents: number | null
  /** What names the save in Downloads. */
  readonly worklist: { readonly name: string | null; readonly references: number }
}

export interface WorklistStore extends StoreApi<WorklistState> {
  readonly rows: LineRows
  readonly actions: WorklistActions
}

export interface WorklistDependencies {
  readonly caller: Caller
  /** Undefined while nobody is signed in. */
  readonly sessionId: () => string | undefined
  readonly knownCustomers: () => readonly CustomerItem[]
  readonly toast: (content: ToastContent) => void
  /** Keeps which list is shown over a reload. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>
  /** How the user arranged the columns. */
  readonly layout: () => GridLayout | undefined
}

/** The kept worklists, and the one on the screen. */
export function createWorklistStore(dependencies: WorklistDependencies): WorklistStore {
  const { caller, sessionId: currentSession, knownCustomers, toast, storage, layout } = dependencies
  const gridOf = (list?: Worklist): GridStore<WorklistRow> =>
    createGridStore(
      worklistColumns(list, (line) => void actions.toggleLine(line)),
      { rowId: rowIdOf, layout: layout() },
    )
  const store = createStore<WorklistState>(() => ({ ...EMPTY_WORKLIST, grid: gridOf() }))
  const rows = createLineRows({ store, caller, sessionId: currentSession })
  const fail = (thrown: unknown): void => store.setState({ failure: caller.failureIn(thrown) })

  // Of two that are opened at nearly the same time, the later one is meant.
  let wantedId: string | null = null
  const show = (list: Worklist | undefined): void => {
    wantedId = list?.worklistId ?? null
    storage().setItem(KEY, list?.worklistId ?? NEW)
    store.setState({
      shownId: list?.worklistId ?? null,
      grid: gridOf(list),
      failure: null,
      note: null,
      hiddenLines: [],
    })
    rows.restart()
  }
  const put = (list: Worklist): void =>
    store.setState(({ lists }) => ({
      lists: [list, ...lists.filter(({ worklistId }) => worklistId !== list.worklistId)],
    }))

  /** Runs a call for the session, and shows why it failed. */
  const attempt = async (work: (sessionId: string) => Promise<void>): Promise<void> => {
    const sessionId = currentSession()
    if (sessionId === undefined) return
    try {
      await work(sessionId)
    } catch (thrown) {
      fail(thrown)
    }
  }

  const readLists = (): Promise<void> =>
    attempt(async (sessionId) => {
      const { worklists } = await caller.call('worklists.list', { sessionId })
      if (currentSession() === sessionId) store.setState({ lists: worklists, areListsRead: true })
    })

  const open = (worklistId: string): Promise<void> =>
    attempt(async (sessionId) => {
      wantedId = worklistId
      const list = await caller.call('worklists.open', { sessionId, worklistId })
      put(list)
      if (wantedId !== worklistId) return
      if (store.getState().shownId !== worklistId || rows.isEmpty()) show(list)
      rows.read()
    })

  const shown = (): Worklist | undefined => shownList(store.getState())

  /** True once it is done. */
  const edit = async (change: Edit, list = shown()): Promise<boolean> => {
    let isDone = false
    await attempt(async (sessionId) => {
      if (list === undefined) return
      const { worklistId, revision } = list
      try {
        const input = { sessionId, worklistId, revision, edit: change }
        const { worklist, note } = await caller.call('worklists.edit', input)
        if (worklist === null) return
        isDone = true
        put(worklist)
        store.setState({ failure: null, ...(note === null ? {} : { note }) })
        const hasOtherColumns =
          worklist.headings.length > list.headings.length || worklist.referenceColumn !== list.referenceColumn
        if (hasOtherColumns) show(worklist)
      } finally {
        // Also after a refusal: the other window's edit is then on the screen.
        await actions.refresh()
      }
    })
    return isDone
  }

  const undoLines = (worklistId: string, lineIds: readonly number[]): void => {
    const list = store.getState().lists.find((one) => one.worklistId === worklistId)
    void edit({ kind: 'restore-lines', lineIds: [...lineIds] }, list)
  }

  const removeLines = async (lineIds: readonly number[]): Promise<void> => {
    const { shownId } = store.getState()
    if (shownId === null || lineIds.length === 0) return
    const isDone = await edit({ kind: 'remove-lines', lineIds: [...lineIds] })
    if (isDone) toast({ text: `${countOf(lineIds.length, 'line')} removed`, undo: () => undoLines(shownId, lineIds) })
  }

  /** False, with a message at the field, if the text typed there is not a customer. */
  const resolveCustomer = (): boolean => {
    const { customers: chosen, typedCustomer: typed } = store.getState()
    const resolved = resolveTyped({ customers: knownCustomers(), chosen, typed })
    const customerError = unresolvedCustomerError(resolved.typed)
    store.setState({ customers: resolved.chosen, typedCustomer: resolved.typed, customerError })
    return customerError === undefined
  }

  const createList = (source: Source, customers: readonly string[]): Promise<void> =>
    attempt(async (sessionId) => {
      store.setState({ isReading: true, failure: null })
      try {
        const input = { sessionId, customers: [...customers], source }
        const { worklist, note, hiddenLines = [] } = await caller.call('worklists.create', input)
        if (worklist === null) return
        const before = shown()
        put(worklist)
        show(worklist)
        store.setState({ note, hiddenLines, draft: '' })
        rows.read()
        if (before !== undefined) offerReturn(worklist, before)
      } finally {
        store.setState({ isReading: false })
      }
    })

  /** A paste anywhere on the screen makes a list: it may have been meant for another window. */
  const offerReturn = (made: Worklist, before: Worklist): void => {
    const undo = (): void => {
      void attempt(async (sessionId) => {
        await open(before.worklistId)
        await caller.call('worklists.remove', { sessionId, worklistId: made.worklistId })
        await readLists()
      })
    }
    toast({ text: `New worklist of ${countOf(made.lines, 'line')}: “${made.name}”`, undo })
  }

  const actions: WorklistActions = {
    setDraft: (draft) => store.setState({ draft }),
    setCustomers: (customers) => store.setState({ customers }),
    setTypedCustomer: (typedCustomer) => store.setState({ typedCustomer, customerError: undefined }),
    enterSession: async () => {
      wantedId = null
      store.setState({ ...EMPTY_WORKLIST, grid: gridOf() })
      rows.restart()
      await readLists()
    },
    refresh: async () => {
      const before = shown()
      await readLists()
      const { areListsRead, shownId } = store.getState()
      const now = shown()
      if (before === undefined || before.worklistId !== shownId || shownId !== wantedId) return
      if (now === undefined && areListsRead) show(undefined)
      else rows.read()
    },
    look: async () => {
      if (!store.getState().areListsRead) await readLists()
      const { lists } = store.getState()
      const kept = storage().getItem(KEY)
      if (wantedId === null && kept === NEW) return
      const list = lists.find(({ worklistId }) => worklistId === (wantedId ?? kept)) ?? lists[0]
      if (list?.isReadable === true) await open(list.worklistId)
    },
    open,
    compose: () => show(undefined),
    create: async (source) => {
      if (resolveCustomer()) await createList(source, store.getState().customers)
    },
    createFromFile: async (file) => {
      if (!resolveCustomer()) return
      const source = await sourceOf(file)
      if ('message' in source) store.setState({ failure: source })
      else await createList(source, store.getState().customers)
    },
    checkReferences: (references, customers) =>
      createList({ kind: 'references', references: [...references] }, customers),
    checkAgain: () =>
      attempt(async (sessionId) => {
        const { shownId } = store.getState()
        if (shownId === null) return
        store.setState({ failure: null })
        put(await caller.call('worklists.check', { sessionId, worklistId: shownId }))
        rows.read()
      }),
    rename: async (name) => void (await edit({ kind: 'rename', name })),
    addLines: async (source) => {
      store.setState({ failure: null })
      return await edit({ kind: 'add-lines', source })
    },
    takeColumn: async (column) => void (await edit({ kind: 'take-column', column })),
    removeChosen: async () => {
      const chosen = store.getState().grid.actions.chosenRows()
      await removeLines(chosen.flatMap((row) => (row.kind === 'line' ? [row.line.lineId] : [])))
    },
    removeHidden: async () => {
      await removeLines(store.getState().hiddenLines)
      actions.dismissNote()
    },
    markSeen: async () => void (await edit({ kind: 'mark-seen' })),
    remove: ({ worklistId, name }) =>
      attempt(async (sessionId) => {
        await caller.call('worklists.remove', { sessionId, worklistId })
        if (store.getState().shownId === worklistId) show(undefined)
        await readLists()
        const undo = (): void => {
          void attempt(async (session) => {
            await caller.call('worklists.restore', { sessionId: session, worklistId })
            await open(worklistId)
          })
        }
        toast({ text: `Worklist “${name}” removed`, undo })
      }),
    toggleLine: (line) => attempt(() => rows.toggle(line)),
    toggleAllLines: () => attempt(() => rows.toggleAll()),
    readLines: () => rows.read(),
    chosenRows: () => {
      const { grid } = store.getState()
      const { selectedRows, chosenRows } = grid.actions
      const hidden = grid.getState().pointedId === null ? rows.hiddenTicks() : []
      return hidden.length > 0 ? [...selectedRows(), ...hidden] : chosenRows()
    },
    setsToSave: (which) => {
      const chosen = which === 'all' ? store.getState().grid.actions.shownRows() : actions.chosenRows()
      return {
        ...setsOf(chosen),
        worklist: { name: shown()?.name ?? null, references: countReferences(chosen) },
      }
    },
    dismissNote: () => store.setState({ note: null, hiddenLines: [] }),
  }
  return { ...store, rows, actions }
}

/** Of lines, and of lines that are opened into their sets. */
function countReferences(rows: readonly WorklistRow[]): number {
  return Math.max(1, new Set(rows.map(({ line }) => line.reference)).size)
}

/** The sets of these rows, each once, and how many documents they have; null where one has not listed them. */
function setsOf(rows: readonly WorklistRow[]): Pick<SetsToSave, 'setIds' | 'documents'> {
  const setIds = new Set(rows.flatMap(setIdsOfRow))
  const lines = rows.flatMap((row) => (row.kind === 'line' ? [row.line] : []))
  const isOfLines = new Set(lines.flatMap((line) => line.setIds)).size === setIds.size
  const documents = new Map(lines.map((line) => [line.reference, line.documents]))
  const sum = [...documents.values()].reduce((all, count) => (all === null || count === null ? null : all + count), 0)
  return { setIds: [...setIds], documents: isOfLines ? sum : null }
}

/** A dropped file as the main process takes it, or why it is refused. */
async function sourceOf(file: File): Promise<Source | ShownFailure> {
  if (file.size > MAX_LIST_BYTES) return tooLargeList(file.name, file.size)
  return { kind: 'file', name: file.name, base64: await base64Of(file) }
}

/** One for the life of the page. */
export const worklistStore = createWorklistStore({
  caller: deskCaller,
  sessionId: currentSessionId,
  knownCustomers: () => searchStore.getState().customers,
  toast: showToast,
  storage: () => sessionStorage,
  layout: () => viewsStore.getState()['worklist-grid'],
})
