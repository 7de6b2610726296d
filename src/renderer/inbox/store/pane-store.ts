import { createStore } from 'zustand/vanilla'
import { setStore } from '../../set/set-store.ts'
import { enterWholeWindow } from '../../set/whole-window.ts'
import { landmark } from '../../ui/base/landmarks.ts'
import { entryStore, inboxStore } from './inbox-store.ts'

/** Whether the pane lies over the list where there is no room beside it. */
export const paneStore = createStore<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))

/** The pane follows the focus, and shows the set of the entry. */
export function followFocus(): void {
  const showSet = (setId: string | null | undefined): void => {
    // What is known of the set is older than the entry.
    if (setId !== undefined) setStore.actions.showAnew('inbox', setId)
  }
  inboxStore.subscribe(({ focusedId, entries }, before) => {
    if (focusedId === before.focusedId) return
    entryStore.show(focusedId)
    showSet(focusedId === null ? null : entries.find(({ entryId }) => entryId === focusedId)?.setId)
  })
  // An entry that was opened from its notification need not be in the list.
  entryStore.subscribe(({ view }) => showSet(view?.entry.setId))
}

/** Opens the pane or, where it is in sight, the set on the whole window. */
export function openEntry(): void {
  const { focusedId } = inboxStore.getState()
  if (focusedId === null) return
  void inboxStore.marks.markViewed(focusedId)
  if (landmark('pane') === undefined) openPane()
  else if (setStore.getState().inbox.setId !== null) enterWholeWindow()
}

export function openPane(): void {
  paneStore.setState({ isOpen: true })
}

export function closePane(): void {
  paneStore.setState({ isOpen: false })
}
