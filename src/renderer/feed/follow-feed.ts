import type { DeskEvent, Payload } from '../../shared/contract/contract.ts'
import { call } from '../client/desk-client.ts'
import { inboxStore } from '../inbox/store/inbox-store.ts'
import { paneStore } from '../inbox/store/pane-store.ts'
import { noteInboxChanged } from '../inbox/store/visit-inbox.ts'
import { deskStore, type FeedView, noteCounts, noteFeed } from '../client/desk-store.ts'
import { beginAt, goTo, placeStore } from '../client/place-store.ts'
import { showToast } from '../ui/feedback/toast-queue.ts'

/** Where something tells this desk of changes, that is where the day begins. */
export function chooseFirstPlace(): void {
  const view = deskStore.getState().desk?.feed?.view
  if (view === undefined) return
  const checks = view.checks.isOn && view.followed.length > 0
  if (view.isOn || checks || view.mode === 'follower') beginAt('inbox')
}

/** What the feed needs of a new session: another account may be in another environment, with another inbox. */
export async function loadFeed(sessionId: string): Promise<void> {
  inboxStore.leave()
  try {
    const read = (): Promise<FeedView> => call('feeds.read', { sessionId })
    await noteFeed(read, read)
    chooseFirstPlace()
    const { counts } = await call('inbox.page', {
      sessionId,
      filter: inboxStore.getState().filter,
      before: null,
      count: 1,
    })
    noteCounts(counts)
  } catch {
    // The inbox and the settings ask again, and say why it cannot be read.
  }
}

/** What the main process tells of the feed beyond its state. */
export function onFeedEvent(event: DeskEvent): void {
  if (event.name === 'inbox.changed') onInboxChanged(event.payload)
  if (event.name === 'alerts.raised') raise(event.payload)
  if (event.name === 'alerts.opened') show(event.payload)
}

/** Another environment has another inbox. */
function onInboxChanged({ environment, counts }: Payload<'inbox.changed'>): void {
  if (environment === deskStore.getState().desk?.session?.environment) noteInboxChanged(counts)
}

/**
 * While the window is looked at, the page says it itself; the browser shell has no other way. Who looks at the Inbox sees it
 * come.
 */
function raise({ title, ...opened }: Payload<'alerts.raised'>): void {
  if (opened.environment !== deskStore.getState().desk?.session?.environment) return
  if (placeStore.getState().place === 'inbox') return
  if (!document.hasFocus() && deskStore.getState().desk?.host !== 'shell') return
  showToast({ text: title, action: { title: 'Open', run: () => show(opened) } })
}

/** One entry, or for a summary the inbox with the newest on top. */
function show({ entryId, environment }: Payload<'alerts.opened'>): void {
  // Whoever is signed in elsewhere has another inbox, where this entry is not.
  if (environment !== deskStore.getState().desk?.session?.environment) return
  goTo('inbox')
  if (entryId === null) return
  inboxStore.focus.focus(entryId)
  paneStore.setState({ isOpen: true })
}
