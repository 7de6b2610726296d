import type { StoreApi } from 'zustand/vanilla'
import type { Caller } from '../../client/desk-client.ts'
import {
  type InboxCounts,
  type InboxEntry,
  type InboxFilter,
  type InboxPage,
  type InboxState,
  NOTHING_READ,
} from './inbox-state.ts'
import { countAbove, leavesGap, mergePiece } from './merge-entries.ts'

/** The first screens at once; then few calls for very many entries. */
const FIRST_ENTRIES = 60
const NEXT_ENTRIES = 500

export interface InboxReaderParts {
  readonly store: StoreApi<InboxState>
  readonly caller: Caller
  /** Undefined while nobody is signed in. */
  readonly sessionId: () => string | undefined
  readonly pause: (durationMs: number) => Promise<void>
  readonly onCounts: (counts: InboxCounts) => void
}

/** While entries keep coming the main process has them to store: it is asked for half of the time at most. */
const PAUSE_PER_CALL = 1
const LEAST_PAUSE_MS = 16

/** Reads the entries of the inbox piece by piece, and again when something changed. */
export class InboxReader {
  readonly #parts: InboxReaderParts
  /** Grows with every filter: what was asked for another one is not wanted any more. */
  #turn = 0
  #isRefreshing = false
  #isStale = false
  /** Rows in sight, by their place in the list. */
  #inSight = { from: 0, to: 0 }
  #isAtTop = true

  constructor(parts: InboxReaderParts) {
    this.#parts = parts
  }

  /** Reads from the newest one on, as at first. */
  async reload(changed: Partial<Pick<InboxState, 'filter' | 'focusedId'>> = {}): Promise<void> {
    const { store } = this.#parts
    this.#turn += 1
    this.#isAtTop = true
    store.setState({ ...NOTHING_READ, ...changed, isLoading: true })
    await this.#ask(null, FIRST_ENTRIES, (page, isLast) => {
      const { entries, count } = page
      store.setState({ entries, count, hasMore: !isLast, freshFrom: this.#freshFrom(entries) })
    })
  }

  /** Reads the next older ones; called near the end of the list. */
  async more(): Promise<void> {
    const { store } = this.#parts
    const { entries, hasMore, isLoading } = store.getState()
    const before = entries.at(-1)?.entryId
    if (!hasMore || isLoading === true || before === undefined) return
    store.setState({ isLoading: true })
    await this.#ask(before, NEXT_ENTRIES, (page, isLast) => {
      store.setState((state) => ({
        entries: mergePiece(state.entries, { entries: page.entries, before, isLast, keepsMissing: true }),
        count: page.count,
        hasMore: !isLast,
        freshFrom: this.#freshFrom(page.entries),
      }))
    })
  }

  /** Reads what is on top and what is in sight once more. Several wishes become one call. */
  async refresh(): Promise<void> {
    this.#isStale = true
    if (this.#isRefreshing || this.#parts.store.getState().isLoading === undefined) return
    this.#isRefreshing = true
    while (this.#isStale) {
      this.#isStale = false
      const startedAtMs = performance.now()
      await this.#readTop()
      await this.#readInSight()
      const tookMs = performance.now() - startedAtMs
      await this.#parts.pause(Math.max(LEAST_PAUSE_MS, PAUSE_PER_CALL * tookMs))
    }
    this.#isRefreshing = false
  }

  noteInSight(from: number, to: number): void {
    this.#inSight = { from, to }
  }

  /** Whether the list is scrolled to its top; there what came in above has been seen. */
  noteTop(isAtTop: boolean): void {
    this.#isAtTop = isAtTop
    const { newAbove, isCutOff } = this.#parts.store.getState()
    if (isAtTop && newAbove > 0 && !isCutOff) this.#parts.store.setState({ newAbove: 0 })
  }

  /** Somebody reads: what is looked at must stay where it is. */
  isHeld(): boolean {
    return !this.#isAtTop || this.#parts.store.getState().focusedId !== null
  }

  async #readTop(): Promise<void> {
    const { store } = this.#parts
    await this.#ask(null, FIRST_ENTRIES, ({ entries: piece, count }, isLast) => {
      const { entries, hasMore, count: before, newAbove } = store.getState()
      if (leavesGap(entries, piece, isLast)) {
        const isHeld = this.isHeld()
        store.setState({ count, freshFrom: this.#freshFrom(piece) })
        if (isHeld) store.setState({ isCutOff: true, newAbove: newAbove + Math.max(0, count - before) })
        else store.setState({ entries: piece, hasMore: true, isCutOff: false })
        return
      }
      const merged = mergePiece(entries, { entries: piece, before: null, isLast, keepsMissing: this.#keepsMissing() })
      const above = this.isHeld() ? countAbove(merged, entries[0]?.entryId) : 0
      // A piece that is the whole list says that there is nothing else; one that is not says nothing about the rest.
      store.setState({
        entries: merged,
        count,
        hasMore: isLast ? false : entries.length === 0 || hasMore,
        newAbove: newAbove + above,
        freshFrom: this.#freshFrom(piece),
      })
    })
  }

  async #readInSight(): Promise<void> {
    const { store } = this.#parts
    const { from, to } = this.#inSight
    const before = store.getState().entries[from - 1]?.entryId
    if (to <= FIRST_ENTRIES || before === undefined) return
    await this.#ask(before, Math.max(1, to - from + 1), ({ entries: piece }, isLast) => {
      const keepsMissing = this.#keepsMissing()
      store.setState(({ entries }) => ({
        entries: mergePiece(entries, { entries: piece, before, isLast, keepsMissing }),
      }))
    })
  }

  /** Where marks decide what is listed, what is looked at stays until the list is asked for anew. */
  #keepsMissing(): boolean {
    const { show } = this.#parts.store.getState().filter
    return show !== 'open' && show !== 'all'
  }

  #freshFrom(read: readonly InboxEntry[]): number {
    // What is new came after what is not: the oldest that is new says it of all of them.
    const oldest = read.findLast(({ isNew }) => isNew)?.entryId ?? Number.POSITIVE_INFINITY
    return Math.min(this.#parts.store.getState().freshFrom, oldest)
  }

  async #ask(before: number | null, count: number, take: (page: InboxPage, isLast: boolean) => void): Promise<void> {
    const { store, caller, sessionId, onCounts } = this.#parts
    const session = sessionId()
    if (session === undefined) return
    const turn = this.#turn
    const filter: InboxFilter = store.getState().filter
    try {
      const page = await caller.call('inbox.page', { sessionId: session, filter, before, count })
      if (turn !== this.#turn) return
      take(page, page.entries.length < count)
      onCounts(page.counts)
      store.setState({ isLoading: false, failure: null })
    } catch (thrown) {
      if (turn === this.#turn) store.setState({ isLoading: false, failure: caller.failureIn(thrown) })
    }
  }
}
