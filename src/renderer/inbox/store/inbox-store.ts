import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Caller, deskCaller } from '../../client/desk-client.ts'
import { currentSessionId, setInboxCounts } from '../../client/desk-store.ts'
import { landmark } from '../../ui/base/landmarks.ts'
import { showToast, type ToastContent } from '../../ui/feedback/toast-queue.ts'
import { createEntryStore } from './entry-store.ts'
import { type InboxFocus, inboxFocus } from './inbox-focus.ts'
import { InboxMarks } from './inbox-marks.ts'
import { InboxReader } from './inbox-reader.ts'
import { type InboxCounts, type InboxFilter, type InboxState, DEFAULT_FILTER, EMPTY_LIST } from './inbox-state.ts'

export interface InboxDependencies {
  readonly caller: Caller
  readonly sessionId: () => string | undefined
  readonly pause: (durationMs: number) => Promise<void>
  readonly toast: (content: ToastContent) => () => void
  readonly onCounts: (counts: InboxCounts) => void
}

export interface InboxStore extends StoreApi<InboxState> {
  readonly reader: InboxReader
  readonly marks: InboxMarks
  readonly focus: InboxFocus
  /** Changes the filter and starts over with the newest entries. */
  filter(changed: Partial<InboxFilter>): Promise<void>
  readFacets(): Promise<void>
  /** Another account has another inbox. */
  leave(): void
}

/** The list of the Inbox; the total counts are in the desk’s store. */
export function createInboxStore({ caller, sessionId, pause, toast, onCounts }: InboxDependencies): InboxStore {
  const store = createStore<InboxState>(() => ({
    ...EMPTY_LIST,
    filter: DEFAULT_FILTER,
    facets: null,
  }))
  const shared = { store, caller, sessionId, pause, onCounts }
  const reader = new InboxReader(shared)
  const marks = new InboxMarks({ ...shared, reader, toast })
  return {
    ...store,
    reader,
    marks,
    focus: inboxFocus(store),
    filter: async (changed) => {
      await reader.reload({ filter: { ...store.getState().filter, ...changed } })
    },
    readFacets: async () => {
      const session = sessionId()
      if (session === undefined) return
      // Without them the list still works; the filters are just empty.
      const facets = await caller.call('inbox.facets', { sessionId: session }).catch(() => null)
      if (sessionId() === session) store.setState({ facets })
    },
    leave: () => {
      reader.leave()
      marks.leave()
    },
  }
}

const pauseFor = async (durationMs: number): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, durationMs))
}

/** One for the life of the page, so that the place is found again as it was left. */
export const inboxStore = createInboxStore({
  caller: deskCaller,
  sessionId: currentSessionId,
  pause: pauseFor,
  toast: showToast,
  onCounts: setInboxCounts,
})

export const entryStore = createEntryStore({
  caller: deskCaller,
  sessionId: currentSessionId,
  after: (timeMs, run) => {
    const timer = setTimeout(run, timeMs)
    return () => clearTimeout(timer)
  },
  onRead: (entryId) => {
    // In a narrow window the list has the keyboard while nothing of the entry is on the screen.
    if (landmark('entry') !== undefined) void inboxStore.marks.markViewed(entryId)
  },
})
