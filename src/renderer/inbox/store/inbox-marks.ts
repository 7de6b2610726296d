import type { Output } from '../../../shared/contract/contract.ts'
import { isolated } from '../../../shared/text/plain-text.ts'
import type { InboxEntry } from '../../parcel/entry-words.ts'
import { countOf } from '../../ui/base/words.ts'
import type { ToastContent } from '../../ui/feedback/toast-queue.ts'
import type { InboxReader, InboxReaderDependencies } from './inbox-reader.ts'
import type { InboxCounts, InboxFilter, InboxState, MarkChange } from './inbox-state.ts'
import { neighbourOf, withMarks } from './merge-entries.ts'

export interface InboxMarksDependencies extends InboxReaderDependencies {
  readonly reader: InboxReader
  /** Shows a toast; returns a function that removes it. */
  readonly toast: (content: ToastContent) => () => void
  readonly onCounts: (counts: InboxCounts) => void
}

type Changed = Output<'inbox.mark'>

/** More than anybody remembers. */
const MAX_UNDOS = 50

/** Marks entries optimistically, before the mark is stored, and undoes it on request. */
export class InboxMarks {
  readonly #dependencies: InboxMarksDependencies
  /** What takes back each action, the last one at the end. */
  #undos: (() => void)[] = []
  #underWay: Promise<unknown> | undefined

  constructor(dependencies: InboxMarksDependencies) {
    this.#dependencies = dependencies
  }

  /** Marks the entries and offers Undo. */
  async mark(ids: readonly number[], change: MarkChange): Promise<void> {
    if (ids.length === 0) return
    await this.#act(async () => {
      const before = this.#show(new Set(ids), change)
      const changed = await this.#send(ids, change, before)
      if (changed.length > 0) this.#offerUndo(changed, change, () => this.#bringBack(before, changed, change))
    })
  }

  /** Marks an entry as read after it was viewed for a while, without a toast. */
  async markViewed(entryId: number): Promise<void> {
    const entry = this.#dependencies.store.getState().entries.find((one) => one.entryId === entryId)
    if (entry?.isRead === true) return
    this.#dependencies.store.setState(({ entries }) => ({
      entries: withMarks(entries, new Set([entryId]), { isRead: true }),
    }))
    await this.#send([entryId], { isRead: true })
  }

  /** Marks all entries that match the filter, loaded or not. */
  async markAll(change: MarkChange): Promise<void> {
    await this.#act(() => this.#markAll(change))
  }

  /** Sets entries aside until a time, and offers Undo. */
  async snooze(ids: readonly number[], until: string, words: string): Promise<void> {
    await this.#act(() => this.#snooze(ids, until, words))
  }

  /**
   * Keeps a note about an entry in the inbox of the account in whose session it was written, and offers Undo while that is the
   * one signed in. False if it could not be kept.
   */
  async keepNote(entryId: number, text: string, writtenIn: string): Promise<boolean> {
    return await this.#act(async () => {
      const { store, caller, sessionId, toast } = this.#dependencies
      try {
        const { before } = await caller.call('inbox.note', { sessionId: writtenIn, entryId, text })
        if (sessionId() !== writtenIn) toast({ text: 'Note kept in the inbox that it was written in' })
        else this.#offer(text === '' ? 'Note removed' : 'Note kept', () => void this.#sendNote(entryId, before ?? ''))
        return true
      } catch (thrown) {
        const failure = caller.failureIn(thrown)
        if (sessionId() === writtenIn) store.setState({ failure })
        else toast({ text: `The note “${isolated(text)}” could not be kept. ${failure.message}` })
        return false
      }
    })
  }

  /**
   * Undoes the last mark, snooze or note that is not undone yet. The list shows an action before it is stored: an undo meanwhile
   * waits for it, and where it fails takes back none before it.
   */
  async undoLast(): Promise<void> {
    const before = this.#undos.length
    const isActing = this.#underWay !== undefined
    await this.#underWay
    if (!isActing || this.#undos.length > before) this.#undos.at(-1)?.()
  }

  /** Another account has another inbox, in which the same numbers are other entries: nothing is left to undo. */
  leave(): void {
    this.#undos = []
  }

  async #act<Result>(action: () => Promise<Result>): Promise<Result> {
    const acting = action()
    this.#underWay = acting
    try {
      return await acting
    } finally {
      if (this.#underWay === acting) this.#underWay = undefined
    }
  }

  async #markAll(change: MarkChange): Promise<void> {
    const { store, caller, reader } = this.#dependencies
    const { filter } = store.getState()
    const changed = await this.#change((sessionId) => caller.call('inbox.markAll', { sessionId, filter, change }))
    if (changed.length === 0) return
    store.setState(({ entries }) => ({ entries: withMarks(entries, new Set(changed), change) }))
    this.#offerUndo(changed, change, () => void this.#sendBack(changed, change))
    await reader.refresh()
  }

  async #snooze(ids: readonly number[], until: string, words: string): Promise<void> {
    const { store } = this.#dependencies
    const chosen = new Set(ids)
    const before = store.getState()
    const earlier = before.entries.filter(({ entryId, snoozedUntil }) => chosen.has(entryId) && snoozedUntil !== null)
    // From other lists they do not go.
    if (before.filter.show === 'open' || before.filter.show === 'unread') this.#show(chosen, { isDone: true })
    const changed = await this.#sendSnooze(ids, until, { entries: before.entries, count: before.count })
    if (changed.length === 0) return
    this.#offer(`${countOf(changed.length, 'entry', 'entries')} snoozed until ${words}`, () => {
      void this.#endSnooze(changed, earlier, before.focusedId)
    })
  }

  /** Shows the mark at once; returns the state before. */
  #show(ids: ReadonlySet<number>, change: MarkChange): Partial<InboxState> {
    const { store } = this.#dependencies
    const { entries, count, focusedId, ticked, filter } = store.getState()
    const leaving = leavesList(filter, change) ? ids : new Set<number>()
    const remaining = entries.filter(({ entryId }) => !leaving.has(entryId))
    store.setState({
      entries: withMarks(remaining, ids, change),
      count: count - (entries.length - remaining.length),
      focusedId: neighbourOf(entries, focusedId, leaving),
      ticked: leaving.size > 0 ? new Set() : ticked,
    })
    return { entries, count, focusedId, ticked }
  }

  #offerUndo(changed: readonly number[], change: MarkChange, undo: () => void): void {
    this.#offer(markWords(changed.length, change), undo)
  }

  #offer(text: string, undo: () => void): void {
    const once = (): void => {
      if (!this.#undos.includes(once)) return
      this.#undos = this.#undos.filter((one) => one !== once)
      undo()
      // Undo by key leaves the toast on the screen otherwise.
      dismiss()
    }
    this.#undos = [...this.#undos, once].slice(-MAX_UNDOS)
    const dismiss = this.#dependencies.toast({ text, undo: once })
  }

  /** Entries that had left the list return to their places; entries that arrived meanwhile stay. */
  #bringBack(before: Partial<InboxState>, changed: readonly number[], change: MarkChange): void {
    const { store } = this.#dependencies
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
    await this.#dependencies.reader.refresh()
  }

  /** Those that were snoozed before get their earlier time back, the others their place in the list. */
  async #endSnooze(
    changed: readonly number[],
    earlier: readonly InboxEntry[],
    focusedId: number | null,
  ): Promise<void> {
    const { store, sessionId, reader } = this.#dependencies
    const session = sessionId()
    const wereSnoozed = new Set(earlier.filter(({ returnedAt }) => returnedAt === null).map(({ entryId }) => entryId))
    const others = changed.filter((entryId) => !wereSnoozed.has(entryId))
    // All at once: each asks who is signed in, and that must not change between them.
    await Promise.all([
      ...(others.length > 0 ? [this.#send(others, { isDone: false })] : []),
      ...earlier.map(async ({ entryId, snoozedUntil }) => {
        if (snoozedUntil !== null && wereSnoozed.has(entryId)) await this.#sendSnooze([entryId], snoozedUntil)
      }),
    ])
    await reader.refresh()
    if (sessionId() === session) store.setState({ focusedId })
  }

  async #sendSnooze(ids: readonly number[], until: string, before?: Partial<InboxState>): Promise<readonly number[]> {
    const { caller } = this.#dependencies
    const snooze = (sessionId: string): Promise<Changed> =>
      caller.call('inbox.snooze', { sessionId, entryIds: [...ids], until })
    return await this.#change(snooze, before)
  }

  async #sendNote(entryId: number, text: string): Promise<void> {
    const { caller } = this.#dependencies
    await this.#attempt((sessionId) => caller.call('inbox.note', { sessionId, entryId, text }))
  }

  async #send(ids: readonly number[], change: MarkChange, before?: Partial<InboxState>): Promise<readonly number[]> {
    const { caller } = this.#dependencies
    const mark = (sessionId: string): Promise<Changed> =>
      caller.call('inbox.mark', { sessionId, entryIds: [...ids], change })
    return await this.#change(mark, before)
  }

  /** Which entries were changed: none if it failed, and the list is then as `before`. */
  async #change(
    work: (sessionId: string) => Promise<Changed>,
    before?: Partial<InboxState>,
  ): Promise<readonly number[]> {
    const answer = await this.#attempt(work, before)
    if (answer === undefined) return []
    this.#dependencies.onCounts(answer.counts)
    return answer.changed
  }

  /**
   * Undefined without a session, if it failed, which the list then says and is as `before`, and if another account has signed
   * in meanwhile, whose inbox knows nothing of it.
   */
  async #attempt<Result>(
    work: (sessionId: string) => Promise<Result>,
    before: Partial<InboxState> = {},
  ): Promise<Result | undefined> {
    const { store, caller, sessionId } = this.#dependencies
    const session = sessionId()
    if (session === undefined) return undefined
    try {
      const result = await work(session)
      return sessionId() === session ? result : undefined
    } catch (thrown) {
      if (sessionId() === session) store.setState({ ...before, failure: caller.failureIn(thrown) })
      return undefined
    }
  }
}

/** Whether a mark removes entries from the list: done entries leave the open lists, reopened ones Done, and both Snoozed. */
function leavesList({ show }: InboxFilter, { isDone }: MarkChange): boolean {
  if (isDone === undefined || show === 'all' || show === 'flagged') return false
  return show === 'snoozed' || isDone === (show !== 'done')
}

/** “3 entries done”, for the toast that offers Undo. */
export function markWords(count: number, change: MarkChange): string {
  const entries = countOf(count, 'entry', 'entries')
  if (change.isDone !== undefined) return change.isDone ? `${entries} done` : `${entries} back in the list`
  if (change.isFlagged !== undefined) return change.isFlagged ? `${entries} flagged` : `${entries} no longer flagged`
  return change.isRead === true ? `${entries} marked as read` : `${entries} marked as unread`
}

/** The change that undoes a mark. */
export function inverse({ isRead, isDone, isFlagged }: MarkChange): MarkChange {
  return {
    ...(isRead === undefined ? {} : { isRead: !isRead }),
    ...(isDone === undefined ? {} : { isDone: !isDone }),
    ...(isFlagged === undefined ? {} : { isFlagged: !isFlagged }),
  }
}

export type Mark = 'isRead' | 'isDone' | 'isFlagged'

/** What a key does to the entries: marks all, unless all are marked already. */
export function toggled(entries: readonly InboxEntry[], mark: Mark): MarkChange {
  return { [mark]: !entries.every((entry) => entry[mark]) }
}
