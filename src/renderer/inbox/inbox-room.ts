import type { Payload } from '../../shared/contract/contract.ts'
import { call } from '../client/desk-client.ts'
import { applyFeedAnswer, currentSessionId, deskStore, type FeedView, setInboxCounts } from '../client/desk-store.ts'
import type { PageRoom } from '../client/page-room.ts'
import { followStore } from '../feed/follow-customers.ts'
import { startAt, goTo, placeStore } from '../client/place-store.ts'
import { inboxStore } from './store/inbox-store.ts'
import { followFocus, paneStore } from './store/pane-store.ts'
import { onInboxChanged } from './store/visit-inbox.ts'
import { searchStore } from '../search/search-store.ts'
import { announceArrival } from '../ui/feedback/toast-queue.ts'
import { worklistStore } from '../worklist/store/worklist-store.ts'

export const inboxRoom: PageRoom = {
  open: () => {
    followFocus()
    chooseFirstPlace()
  },
  leave: () => followStore.leave(),
  enter: ({ sessionId }) => loadFeed(sessionId),
  onEvent: (event) => {
    if (event.name === 'inbox.changed') onInboxEvent(event.payload)
    if (event.name === 'alerts.raised') showAlert(event.payload)
    if (event.name === 'alerts.opened') openAlert(event.payload)
  },
}

/** If changes reach this desk, the day starts in the inbox. */
function chooseFirstPlace(): void {
  const view = deskStore.getState().desk?.feed?.view
  if (view === undefined) return
  const checks = view.checks.isOn && view.followed.length > 0
  if (view.isOn || checks || view.mode === 'streams') startAt('inbox')
}

/** Loads the feed of a new session: another account may be in another environment, with another inbox. */
async function loadFeed(sessionId: string): Promise<void> {
  inboxStore.leave()
  try {
    const read = (): Promise<FeedView> => call('feeds.read', { sessionId })
    await applyFeedAnswer(read, read)
    chooseFirstPlace()
    const { counts } = await call('inbox.page', {
      sessionId,
      filter: inboxStore.getState().filter,
      before: null,
      count: 1,
    })
    if (currentSessionId() === sessionId) setInboxCounts(counts)
  } catch {
    // Inbox and settings try again, and say why it cannot be read.
  }
}

/** Another environment has another inbox. */
function onInboxEvent({ environment, counts }: Payload<'inbox.changed'>): void {
  if (environment !== deskStore.getState().desk?.session?.environment) return
  onInboxChanged(counts)
  searchStore.rows.readTouched()
  // In another place it is read once it is looked at.
  if (placeStore.getState().place === 'worklist') worklistStore.actions.readLines()
}

/**
 * A focused window shows the alert in the page; the browser shell has no other way. Not while the inbox is on the screen, where
 * the entry appears anyway.
 */
function showAlert({ title, ...opened }: Payload<'alerts.raised'>): void {
  if (opened.environment !== deskStore.getState().desk?.session?.environment) return
  if (placeStore.getState().place === 'inbox') return
  if (!document.hasFocus() && deskStore.getState().desk?.host !== 'shell') return
  announceArrival({ text: title, action: { title: 'Open', run: () => openAlert(opened) } })
}

/** Opens one entry or, for a summary, the inbox with the newest on top. */
function openAlert({ entryId, environment }: Payload<'alerts.opened'>): void {
  // The inbox of another environment does not have this entry.
  if (environment !== deskStore.getState().desk?.session?.environment) return
  goTo('inbox')
  if (entryId === null) return
  inboxStore.focus.focus(entryId)
  paneStore.setState({ isOpen: true })
}
