import type { ToastContent } from '../../ui/feedback/toast-queue.ts'
import type { InboxReader, InboxReaderParts } from './inbox-reader.ts'
import type { InboxCounts, InboxEntry, InboxFilter, InboxState, MarkChange } from './inbox-state.ts'
import { neighbourOf, withMarks } from './merge-entries.ts'

export interface InboxMarksParts extends InboxReaderParts {
  readonly reader: InboxReader
  /** What was done, in passing, with what takes it back; returns what takes the words away. */
  readonly tell: (content: ToastContent) => () => void
  readonly onCounts: (counts: InboxCounts) => void
}

/** Marks entries, shows it before the disk has it, and takes it back when asked to. */
export class InboxMarks {
  readonly #parts: InboxMarksParts
  #undo: (() => void) | undefined

  constructor(parts: InboxMarksParts) {
    this.#parts = parts
  }

  /** Marks the entries and says so. */
  async mark(ids: readonly number[], change: MarkChange): Promise<void> {
    if (ids.length === 0) return
    const before = this.#show(new Set(ids), change)
    const changed = await this.#send(ids, change)
    if (changed === undefined) this.#parts.store.setState(before)
    else if (changed.length > 0) this.#offerUndo(changed, change, () => this.#bringBack(before, changed, change))
  }

  /** An entry that was looked at for a while; nobody needs to be told. */
  async noteRead(entryId: number): Promise<void> {
    const found = this.#parts.store.getState().entries.find((entry) => entry.entryId === entryId)
    if (found?.isRead === true) return
    this.#parts.store.setState(({ entries }) => ({ entries: withMarks(entries, new Set([entryId]), { isRead: true }) }))
    await this.#send([entryId], { isRead: true })
  }

  /** Marks all that match the filter, read or not. */
  async markAll(change: MarkChange): Promise<void> {
    const { store, caller, sessionId, reader, onCounts } = this.#parts
    const session = sessionId()
    if (session === undefined) return
    try {
      const { filter } = store.getState()
      const { changed, counts } = await caller.call('inbox.markAll', { sessionId: session, filter, change })
      onCounts(counts)
      store.setState(({ entries }) => ({ entries: withMarks(entries, new Set(changed), change) }))
      if (changed.length > 0) this.#offerUndo(changed, change, () => void this.#sendBack(changed, change))
      await reader.refresh()
    } catch (thrown) {
      store.setState({ failure: caller.failureIn(thrown) })
    }
  }

  /** Takes the last mark back, once. */
  undoLast(): void {
    const undo = this.#undo
    this.#undo = undefined
    undo?.()
  }

  /** Shows it at once; answers what was shown before. */
  #show(ids: ReadonlySet<number>, change: MarkChange): Partial<InboxState> {
    const { store } = this.#parts
    const { entries, count, focusedId, ticked, filter } = store.getState()
    const leaving = leaves(filter, change) ? ids : new Set<number>()
    const stays = entries.filter(({ entryId }) => !leaving.has(entryId))
    store.setState({
      entries: withMarks(stays, ids, change),
      count: count - (entries.length - stays.length),
      focusedId: neighbourOf(entries, focusedId, leaving),
      ticked: leaving.size > 0 ? new Set() : ticked,
    })
    return { entries, count, focusedId, ticked }
  }

  #offerUndo(changed: readonly number[], change: MarkChange, undo: () => void): void {
    let isDone = false
    const once = (): void => {
      if (isDone) return
      isDone = true
      undo()
      // By a key it is taken back without the words being touched.
      unsay()
    }
    this.#undo = once
    const unsay = this.#parts.tell({ text: markWords(changed.length, change), undo: once })
  }

  /** Those that had left come back to their places; what came in meanwhile stays. */
  #bringBack(before: Partial<InboxState>, changed: readonly number[], change: MarkChange): void {
    const { store } = this.#parts
    const ids = new Set(changed)
    const { entries } = store.getState()
    const there = new Set(entries.map(({ entryId }) => entryId))
    const gone = (before.entries ?? []).filter(({ entryId }) => ids.has(entryId) && !there.has(entryId))
    const all = [...entries, ...gone].toSorted((one: InboxEntry, other) => other.entryId - one.entryId)
    store.setState(({ count }) => ({
      entries: withMarks(all, ids, inverse(change)),
      count: count + gone.length,
      focusedId: before.focusedId ?? null,
    }))
    void this.#sendBack(changed, change)
  }

  async #sendBack(changed: readonly number[], change: MarkChange): Promise<void> {
    await this.#send(changed, inverse(change))
    await this.#parts.reader.refresh()
  }

  async #send(ids: readonly number[], change: MarkChange): Promise<readonly number[] | undefined> {
    const { store, caller, sessionId, onCounts } = this.#parts
    const session = sessionId()
    if (session === undefined) return undefined
    try {
      const { changed, counts } = await caller.call('inbox.mark', { sessionId: session, entryIds: [...ids], change })
      onCounts(counts)
      return changed
    } catch (thrown) {
      store.setState({ failure: caller.failureIn(thrown) })
      return undefined
    }
  }
}

/** What is done leaves the lists of what is to be done, and what is taken back leaves the list of what is done. */
function leaves({ show }: InboxFilter, { isDone }: MarkChange): boolean {
  if (isDone === undefined || show === 'all' || show === 'flagged') return false
  return isDone === (show !== 'done')
}

/** “3 entries done”: what was marked, for the notice that offers to undo it. */
export function markWords(count: number, change: MarkChange): string {
  const entries = count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`
  if (change.isDone !== undefined) return change.isDone ? `${entries} done` : `${entries} to be done again`
  if (change.isFlagged !== undefined) return change.isFlagged ? `${entries} flagged` : `${entries} no longer flagged`
  return change.isRead === true ? `${entries} marked as read` : `${entries} marked as unread`
}

/** The change that takes it back for those that were changed by it. */
export function inverse({ isRead, isDone, isFlagged }: MarkChange): MarkChange {
  return {
    ...(isRead === undefined ? {} : { isRead: !isRead }),
    ...(isDone === undefined ? {} : { isDone: !isDone }),
    ...(isFlagged === undefined ? {} : { isFlagged: !isFlagged }),
  }
}

export type Mark = 'isRead' | 'isDone' | 'isFlagged'

/** What a key does to them: marks all, unless all are marked already. */
export function toggled(entries: readonly InboxEntry[], mark: Mark): MarkChange {
  return { [mark]: !entries.every((entry) => entry[mark]) }
}
