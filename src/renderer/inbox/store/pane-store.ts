import { createStore } from 'zustand/vanilla'
import { call } from '../../client/desk-client.ts'
import { readSet, showSet } from '../../set/set-store.ts'
import { deskStore } from '../../client/desk-store.ts'
import { entryStore, inboxStore } from './inbox-store.ts'

interface PaneState {
  /** Where there is no room beside the list, the pane lies over it. */
  readonly isOpen: boolean
  /** The set of the entry in place of the entry. */
  readonly isSetShown: boolean
}

/** What is at the right of the list. */
export const paneStore = createStore<PaneState>(() => ({ isOpen: false, isSetShown: false }))

/** What the pane shows goes with the keyboard; another entry is shown as an entry, whatever was shown of the one before. */
export function followFocus(): void {
  inboxStore.subscribe(({ focusedId }, before) => {
    if (focusedId === before.focusedId) return
    entryStore.show(focusedId)
    paneStore.setState({ isSetShown: false })
  })
}

/** The entry first, then, for who asks once more, its set. */
export function openEntry(isPaneInSight: boolean): void {
  const { focusedId } = inboxStore.getState()
  if (focusedId === null) return
  void inboxStore.marks.noteRead(focusedId)
  if (isPaneInSight) openSet()
  else paneStore.setState({ isOpen: true })
}

export function openSet(): void {
  const { focusedId, entries } = inboxStore.getState()
  const shown = entryStore.getState().view?.entry
  const entry = shown?.entryId === focusedId ? shown : entries.find(({ entryId }) => entryId === focusedId)
  if (entry === undefined || entry.setId === null) return
  void inboxStore.marks.noteRead(entry.entryId)
  showSet('inbox', entry.setId)
  paneStore.setState({ isOpen: true, isSetShown: true })
  void bringUpToDate(entry.setId)
}

/** What is known of the set was found before the entry came: the service is asked once more, and shown when it answers. */
async function bringUpToDate(setId: string): Promise<void> {
  const sessionId = deskStore.getState().desk?.session?.sessionId
  if (sessionId === undefined) return
  try {
    await call('sets.loadDocuments', { sessionId, setId })
    await readSet('inbox')
  } catch {
    // What is known goes on being shown; the set itself offers to ask again where something is missing.
  }
}

/** From the set to its entry, from there to the list. */
export function closePane(): void {
  const { isSetShown } = paneStore.getState()
  paneStore.setState(isSetShown ? { isSetShown: false } : { isOpen: false })
}
