import type { StoreApi } from 'zustand/vanilla'
import type { InboxEntry } from '../../parcel/entry-words.ts'
import type { InboxState } from './inbox-state.ts'

/** The focused entry, and which entries are ticked. */
export interface InboxFocus {
  focus(entryId: number | null): void
  /** Moves down or up by a number of entries, and stops at the ends. */
  step(by: number): void
  /** Ticks or unticks one. */
  toggle(entryId: number): void
  /** Ticks from the entry last ticked or focused to this one. */
  tickTo(entryId: number): void
  /** All entries loaded so far. */
  tickAll(): void
  clearTicks(): void
  /** What a key acts on: the ticked entries, or else the focused one. */
  targets(): InboxEntry[]
}

export function inboxFocus(store: StoreApi<InboxState>): InboxFocus {
  const placeOf = (entryId: number | null): number =>
    store.getState().entries.findIndex((entry) => entry.entryId === entryId)
  const focus = (entryId: number | null): void => store.setState({ focusedId: entryId, anchorId: entryId })
  const step = (by: number): void => {
    const { entries, focusedId } = store.getState()
    const at = placeOf(focusedId)
    const target = at === -1 ? 0 : Math.min(entries.length - 1, Math.max(0, at + by))
    const next = entries[target]
    if (next !== undefined) focus(next.entryId)
  }
  const toggle = (entryId: number): void => {
    const ticked = new Set(store.getState().ticked)
    if (!ticked.delete(entryId)) ticked.add(entryId)
    store.setState({ ticked, anchorId: entryId })
  }
  const tickTo = (entryId: number): void => {
    const { entries, anchorId, focusedId } = store.getState()
    const [anchor, end] = [placeOf(anchorId ?? focusedId), placeOf(entryId)]
    const from = anchor === -1 ? end : anchor
    const range = entries.slice(Math.min(from, end), Math.max(from, end) + 1)
    store.setState({ ticked: new Set(range.map((entry) => entry.entryId)), focusedId: entryId })
  }
  return {
    focus,
    step,
    toggle,
    tickTo,
    tickAll: () => store.setState(({ entries }) => ({ ticked: new Set(entries.map(({ entryId }) => entryId)) })),
    clearTicks: () => store.setState({ ticked: new Set() }),
    targets: () => {
      const { entries, ticked, focusedId } = store.getState()
      const targetIds = ticked.size > 0 ? ticked : new Set(focusedId === null ? [] : [focusedId])
      return entries.filter(({ entryId }) => targetIds.has(entryId))
    },
  }
}
