import type { StoreApi } from 'zustand/vanilla'
import { ignoring } from '../../shared/errors/ignoring.ts'
import type { Caller } from '../client/desk-client.ts'
import type { SearchProgress } from '../client/desk-store.ts'
import type { GridStore } from '../grid/store/create-grid-store.ts'
import type { SetRow } from '../set/set-columns.ts'
import type { SearchState } from './search-state.ts'

/** Read, drawn and released in well under a frame, and few calls for very many rows. */
const SLICE_ROWS = 2_000

/** What a search needs of the rest of the page, so that a test can stand in for it. */
export interface SearchDependencies {
  readonly caller: Caller
  /** Undefined while nobody is signed in. */
  readonly sessionId: () => string | undefined
  /** How far a search is, as the main process last reported it. */
  readonly progressOf: (searchId: string) => SearchProgress | undefined
  /** Keeps the id of the current search over a reload. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>
}

interface RowReaderDependencies extends Pick<SearchDependencies, 'caller' | 'progressOf'> {
  readonly store: StoreApi<SearchState>
  readonly grid: GridStore<SetRow>
}

/** Brings the rows of the current search into the grid as they are found. */
export class SearchRowReader {
  readonly #dependencies: RowReaderDependencies
  #isReading = false
  /** The newest entry of the inbox that the rows of this search take into account. */
  #lastEntry: { readonly searchId: string; readonly id: number } | undefined
  #finishedSearchId: string | undefined
  #refreshing: Promise<void> | undefined
  /** Something has changed about rows that were read again already. */
  #isStale = false

  constructor(dependencies: RowReaderDependencies) {
    this.#dependencies = dependencies
  }

  /** Reads what the search has found and the page does not have; called whenever there may be more. */
  read(): void {
    if (this.#isReading) return
    this.#isReading = true
    const { store, caller } = this.#dependencies
    this.#readRemaining()
      .catch((thrown: unknown) => store.setState({ failure: caller.failureIn(thrown) }))
      .finally(() => {
        this.#isReading = false
      })
  }

  /**
   * Reads all rows again, after something about them has changed, such as which of their documents are saved. However many
   * changes come while it reads, it then reads once more.
   */
  async refresh(): Promise<void> {
    this.#isStale = true
    this.#refreshing ??= this.#readWhileStale()
    await this.#refreshing
  }

  async #readWhileStale(): Promise<void> {
    try {
      while (this.#isStale) {
        this.#isStale = false
        await this.#readAgain()
      }
    } finally {
      this.#refreshing = undefined
    }
  }

  async #readAgain(): Promise<void> {
    const { store, grid, caller } = this.#dependencies
    const { searchId, rowsRead } = store.getState()
    for (let from = 0; searchId !== null && from < rowsRead; from += SLICE_ROWS) {
      const { rows } = await caller.call('search.rows', { searchId, slice: { from, count: SLICE_ROWS } })
      if (store.getState().searchId !== searchId) return
      grid.actions.appendRows(rows)
    }
  }

  /**
   * Reads the rows again whose sets a message or a check has changed since the last call; called when a search starts and
   * when the inbox changes. Without an answer the rows stay as they are.
   */
  readTouched(): void {
    const { searchId } = this.#dependencies.store.getState()
    if (searchId === null) return
    const known = this.#lastEntry?.searchId === searchId ? this.#lastEntry.id : null
    this.#readTouched(searchId, known).catch(ignoring('the next message asks again'))
  }

  async #readTouched(searchId: string, afterEntry: number | null): Promise<void> {
    const { store, grid, caller } = this.#dependencies
    const { rows, lastEntry } = await caller.call('search.touched', { searchId, afterEntry })
    if (store.getState().searchId !== searchId) return
    this.#lastEntry = { searchId, id: lastEntry }
    if (rows.length > 0) grid.actions.appendRows(rows)
    if (afterEntry !== null && lastEntry > afterEntry) await this.#readTouched(searchId, lastEntry)
  }

  /** Shows the rows of the previous search again, where this one has none. */
  restorePrevious(): void {
    const { store, grid } = this.#dependencies
    const { previous } = store.getState()
    if (previous === null) return
    grid.actions.setRows(previous.rows)
    store.setState({ showsPrevious: true })
  }

  async #readRemaining(): Promise<void> {
    const { store, progressOf } = this.#dependencies
    for (;;) {
      const { searchId, rowsRead } = store.getState()
      const progress = searchId === null ? undefined : progressOf(searchId)
      if (searchId === null || progress === undefined) return
      const isAllRead = progress.loaded <= rowsRead
      if (isAllRead && (progress.state === 'running' || this.#finishedSearchId === searchId)) return
      try {
        if (isAllRead) await this.#finish(progress)
        else if (!(await this.#readSlice(searchId, rowsRead))) return
      } catch (thrown) {
        // Another search may have started meanwhile, which closed this one.
        if (store.getState().searchId === searchId) throw thrown
      }
    }
  }

  /** False if there was nothing to read. */
  async #readSlice(searchId: string, from: number): Promise<boolean> {
    const { store, grid, caller } = this.#dependencies
    const { rows } = await caller.call('search.rows', { searchId, slice: { from, count: SLICE_ROWS } })
    if (store.getState().searchId !== searchId) return true
    grid.actions.appendRows(rows)
    store.setState({ rowsRead: from + rows.length, previous: null })
    return rows.length > 0
  }

  /** Once per search, when all its rows are here: what is only known at the end. */
  async #finish({ searchId, state, loaded }: SearchProgress): Promise<void> {
    if (this.#finishedSearchId === searchId) return
    this.#finishedSearchId = searchId
    const { store, caller } = this.#dependencies
    if (loaded === 0 && state !== 'done') this.restorePrevious()
    else store.setState({ previous: null })
    if (store.getState().submitted.shipmentRefs.length === 0) return
    const { references, numbers } = await caller.call('search.missing', { searchId })
    if (store.getState().searchId !== searchId) return
    store.setState({ missing: references, numbers })
    // The customer of a set found by reference is only known after the set itself.
    await this.refresh()
  }
}
