import { call, failureIn, type Caller } from '../../client/desk-client.ts'
import { deskStore, noteCounts } from '../../client/desk-store.ts'
import { showToast, type ToastContent } from '../../ui/feedback/toast-queue.ts'
import { createEntryStore } from './entry-store.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type InboxFocus, inboxFocus } from './inbox-focus.ts'
import { InboxMarks } from './inbox-marks.ts'
import { InboxReader } from './inbox-reader.ts'
import { type InboxCounts, type InboxFilter, type InboxState, NO_FILTER, NOTHING_READ } from './inbox-state.ts'

export interface InboxParts {
  readonly caller: Caller
  readonly sessionId: () => string | undefined
  readonly pause: (durationMs: number) => Promise<void>
  readonly tell: (content: ToastContent) => () => void
  readonly onCounts: (counts: InboxCounts) => void
}

export interface InboxStore extends StoreApi<InboxState> {
  readonly reader: InboxReader
  readonly marks: InboxMarks
  readonly focus: InboxFocus
  /** Narrows or widens the list, which is then read from the newest one on. */
  filter(changed: Partial<InboxFilter>): Promise<void>
  readFacets(): Promise<void>
  /** The list has been seen: nothing of it is new the next time. */
  look(): Promise<void>
  /** Another account has another inbox. */
  leave(): void
}

/** What the Inbox shows; the counts of all of it are in the desk's store. */
export function createInboxStore({ caller, sessionId, pause, tell, onCounts }: InboxParts): InboxStore {
  const store = createStore<InboxState>(() => ({
    ...NOTHING_READ,
    filter: NO_FILTER,
    facets: null,
    freshFrom: Number.POSITIVE_INFINITY,
  }))
  const parts = { store, caller, sessionId, pause, onCounts }
  const reader = new InboxReader(parts)
  return {
    ...store,
    reader,
    marks: new InboxMarks({ ...parts, reader, tell }),
    focus: inboxFocus(store),
    filter: async (changed) => {
      await reader.reload({ filter: { ...store.getState().filter, ...changed } })
    },
    readFacets: async () => {
      const session = sessionId()
      if (session === undefined) return
      // Without them the list can still be read; the filters then offer nothing.
      const facets = await caller.call('inbox.facets', { sessionId: session }).catch(() => null)
      store.setState({ facets })
    },
    look: async () => {
      const session = sessionId()
      if (session === undefined) return
      // The next look tells the same once more.
      await caller.call('inbox.look', { sessionId: session }).then(onCounts, () => undefined)
    },
    leave: () => {
      store.setState({ ...NOTHING_READ, filter: NO_FILTER, facets: null, freshFrom: Number.POSITIVE_INFINITY })
    },
  }
}

const deskCaller = { call, failureIn }
const currentSessionId = (): string | undefined => deskStore.getState().desk?.session?.sessionId

const pauseFor = async (durationMs: number): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, durationMs))
}

/** One for the life of the page, so that the place is found again as it was left. */
export const inboxStore = createInboxStore({
  caller: deskCaller,
  sessionId: currentSessionId,
  pause: pauseFor,
  tell: showToast,
  onCounts: noteCounts,
})

export const entryStore = createEntryStore({
  caller: deskCaller,
  sessionId: currentSessionId,
  onRead: (entryId) => void inboxStore.marks.noteRead(entryId),
})
