import type { StoreApi } from 'zustand/vanilla'
import type { Caller } from '../../client/desk-client.ts'
import {
  type InboxCounts,
  type InboxFilter,
  type InboxPage,
  type InboxState,
  DEFAULT_FILTER,
  EMPTY_LIST,
} from './inbox-state.ts'
import { countAbove, leavesGap, mergePiece } from './merge-entries.ts'

/** The first screens quickly, then few calls for very many entries. */
const FIRST_ENTRIES = 60
const NEXT_ENTRIES = 500

export interface InboxReaderDependencies {
  readonly store: StoreApi<InboxState>
  readonly caller: Caller
  /** Undefined while nobody is signed in. */
  readonly sessionId: () => string | undefined
  readonly pause: (durationMs: number) => Promise<void>
  readonly onCounts: (counts: InboxCounts) => void
}

/** While entries keep arriving the main process is busy storing them: reading takes at most half of the time. */
const PAUSE_PER_CALL = 1
const MIN_PAUSE_MS = 16

/** Reads the entries of the inbox in pieces, and again when something has changed. */
export class InboxReader {
  readonly #dependencies: InboxReaderDependencies
  /** Increases with every filter and account: answers for an earlier one are dropped. */
  #generation = 0
  #isRefreshing = false
  #isStale = false
  /** Rows in view, by position in the list. */
  #visible = { from: 0, to: 0 }
  #isAtTop = true

  constructor(dependencies: InboxReaderDependencies) {
    this.#dependencies = dependencies
  }

  /** Starts over with the newest entries. */
  async reload(changed: Partial<Pick<InboxState, 'filter' | 'focusedId'>> = {}): Promise<void> {
    const { store } = this.#dependencies
    this.#generation += 1
    this.#isAtTop = true
    store.setState({ ...EMPTY_LIST, ...changed, isLoading: true })
    await this.#fetchPage(null, FIRST_ENTRIES, (page, isLast) => {
      const { entries, count } = page
      store.setState({ entries, count, hasMore: !isLast })
    })
  }

  /** Shows nothing, until the inbox of another account is read. */
  leave(): void {
    this.#generation += 1
    this.#dependencies.store.setState({ ...EMPTY_LIST, filter: DEFAULT_FILTER, facets: null })
  }

  /** Reads the next older entries; called near the end of the list. */
  async more(): Promise<void> {
    const { store } = this.#dependencies
    const { entries, hasMore, isLoading } = store.getState()
    const before = entries.at(-1)?.entryId
    if (!hasMore || isLoading === true || before === undefined) return
    store.setState({ isLoading: true })
    await this.#fetchPage(before, NEXT_ENTRIES, (page, isLast) => {
      store.setState((state) => ({
        entries: mergePiece(state.entries, { entries: page.entries, before, isLast, keepsMissing: true }),
        count: page.count,
        hasMore: !isLast,
      }))
    })
  }

  /** Reads the top and the visible part again. Requests during a refresh are coalesced into one. */
  async refresh(): Promise<void> {
    this.#isStale = true
    if (this.#isRefreshing || this.#dependencies.store.getState().isLoading === undefined) return
    this.#isRefreshing = true
    while (this.#isStale) {
      this.#isStale = false
      const startedAtMs = performance.now()
      await this.#readTop()
      await this.#readVisible()
      const tookMs = performance.now() - startedAtMs
      await this.#dependencies.pause(Math.max(MIN_PAUSE_MS, PAUSE_PER_CALL * tookMs))
    }
    this.#isRefreshing = false
  }

  setVisibleRange(from: number, to: number): void {
    this.#visible = { from, to }
  }

  /** Whether the list is scrolled to its top; there the new entries above count as seen. */
  setAtTop(isAtTop: boolean): void {
    this.#isAtTop = isAtTop
    const { newAbove, isCutOff } = this.#dependencies.store.getState()
    if (isAtTop && newAbove > 0 && !isCutOff) this.#dependencies.store.setState({ newAbove: 0 })
  }

  /** Whether somebody is reading, so that what is in view must not move. */
  mustKeepPosition(): boolean {
    return !this.#isAtTop || this.#dependencies.store.getState().focusedId !== null
  }

  async #readTop(): Promise<void> {
    const { store } = this.#dependencies
    await this.#fetchPage(null, FIRST_ENTRIES, ({ entries: piece, count }, isLast) => {
      const { entries, hasMore, count: before, newAbove } = store.getState()
      if (leavesGap(entries, piece, isLast)) {
        const isHeld = this.mustKeepPosition()
        store.setState({ count })
        if (isHeld) store.setState({ isCutOff: true, newAbove: newAbove + Math.max(0, count - before) })
        else store.setState({ entries: piece, hasMore: true, isCutOff: false })
        return
      }
      const merged = mergePiece(entries, { entries: piece, before: null, isLast, keepsMissing: this.#keepsMissing() })
      const above = this.mustKeepPosition() ? countAbove(merged, entries[0]?.entryId) : 0
      // A piece that is the whole list means that there is nothing else; any other piece says nothing about the rest.
      store.setState({
        entries: merged,
        count,
        hasMore: isLast ? false : entries.length === 0 || hasMore,
        newAbove: newAbove + above,
      })
    })
  }

  async #readVisible(): Promise<void> {
    const { store } = this.#dependencies
    const { from, to } = this.#visible
    const before = store.getState().entries[from - 1]?.entryId
    if (to <= FIRST_ENTRIES || before === undefined) return
    await this.#fetchPage(before, Math.max(1, to - from + 1), ({ entries: piece }, isLast) => {
      const keepsMissing = this.#keepsMissing()
      store.setState(({ entries }) => ({
        entries: mergePiece(entries, { entries: piece, before, isLast, keepsMissing }),
      }))
    })
  }

  /** In lists that depend on marks, a visible entry stays until the list is reloaded. What leaves a snooze has another id. */
  #keepsMissing(): boolean {
    const { show } = this.#dependencies.store.getState().filter
    return show !== 'open' && show !== 'all' && show !== 'snoozed'
  }

  async #fetchPage(
    before: number | null,
    count: number,
    take: (page: InboxPage, isLast: boolean) => void,
  ): Promise<void> {
    const { store, caller, sessionId, onCounts } = this.#dependencies
    const session = sessionId()
    if (session === undefined) return
    const turn = this.#generation
    const filter: InboxFilter = store.getState().filter
    try {
      const page = await caller.call('inbox.page', { sessionId: session, filter, before, count })
      if (turn !== this.#generation) return
      take(page, page.entries.length < count)
      onCounts(page.counts)
      store.setState({ isLoading: false, failure: null })
    } catch (thrown) {
      if (turn === this.#generation) store.setState({ isLoading: false, failure: caller.failureIn(thrown) })
    }
  }
}
