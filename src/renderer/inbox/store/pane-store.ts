import { createStore } from 'zustand/vanilla'
import { setStore } from '../../set/set-store.ts'
import { enterWholeWindow, wholeWindow } from '../../set/whole-window.ts'
import { entryStore, inboxStore } from './inbox-store.ts'

interface PaneState {
  /** If there is no room beside the list, the pane lies over it. */
  readonly isOpen: boolean
  /** Shows the entry’s set instead of the entry. */
  readonly isSetShown: boolean
}

/** The pane beside the list. */
export const paneStore = createStore<PaneState>(() => ({ isOpen: false, isSetShown: false }))

/**
 * The pane follows the focus; another entry is always shown as an entry, even if the previous one showed its set. On the whole
 * window one goes from set to set.
 */
export function followFocus(): void {
  inboxStore.subscribe(({ focusedId }, before) => {
    if (focusedId === before.focusedId) return
    entryStore.show(focusedId)
    if (wholeWindow.getState().isWhole) openSet()
    else paneStore.setState({ isSetShown: false })
  })
}

/** Shows the current entry, not its set. */
export function showEntry(): void {
  paneStore.setState({ isOpen: true, isSetShown: false })
}

/** Opens the entry first, the second time its set, and then the set on the whole window. */
export function openEntry(isPaneInSight: boolean): void {
  const { focusedId } = inboxStore.getState()
  if (focusedId === null) return
  void inboxStore.marks.markViewed(focusedId)
  if (paneStore.getState().isSetShown) enterWholeWindow()
  else if (isPaneInSight) openSet()
  else paneStore.setState({ isOpen: true })
}

export function openSet(): void {
  const { focusedId, entries } = inboxStore.getState()
  const shown = entryStore.getState().view?.entry
  const entry = shown?.entryId === focusedId ? shown : entries.find(({ entryId }) => entryId === focusedId)
  if (entry === undefined || entry.setId === null) return
  void inboxStore.marks.markViewed(entry.entryId)
  setStore.actions.show('inbox', entry.setId)
  paneStore.setState({ isOpen: true, isSetShown: true })
  // What is known of the set is older than the entry.
  void setStore.actions.refresh('inbox')
}

/** Back from the set to its entry, and from there to the list. */
export function closePane(): void {
  const { isSetShown } = paneStore.getState()
  paneStore.setState(isSetShown ? { isSetShown: false } : { isOpen: false })
}
