import { call, failureIn } from '../../client/desk-client.ts'
import { deskStore, noteCounts } from '../../client/desk-store.ts'
import { showToast } from '../../ui/feedback/toast-queue.ts'
import { createEntryStore } from './entry-store.ts'
import { createInboxStore } from './create-inbox-store.ts'

const caller = { call, failureIn }
const sessionId = (): string | undefined => deskStore.getState().desk?.session?.sessionId

const pause = async (durationMs: number): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, durationMs))
}

/** One for the life of the page, so that the place is found again as it was left. */
export const inboxStore = createInboxStore({ caller, sessionId, pause, tell: showToast, onCounts: noteCounts })

export const entryStore = createEntryStore({
  ...{ caller, sessionId },
  onRead: (entryId) => void inboxStore.marks.noteRead(entryId),
})
