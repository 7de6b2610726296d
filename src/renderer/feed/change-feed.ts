import { call } from '../client/desk-client.ts'
import { deskStore, type FeedView, applyFeedAnswer } from '../client/desk-store.ts'
import { toastIfFailed } from '../client/notify.ts'
import { type FeedSection, settingsStore } from '../client/settings-store.ts'

/** A method of the feed; each returns the feed’s new state. */
export type FeedCall = (sessionId: string) => Promise<FeedView>

/** Changes the feed from a settings section, which shows a failure; returns whether it succeeded. */
export async function changeFeed(section: FeedSection, request: FeedCall): Promise<boolean> {
  return await settingsStore.actions.attempt(section, () => applyFeedCall(request))
}

/** Changes the feed from anywhere else; a failure is a toast. */
export async function runFeedCommand(request: FeedCall): Promise<void> {
  await toastIfFailed(applyFeedCall(request))
}

/** Changes the feed from a dialog, which shows the failure itself; rejects with DeskFailure. */
export async function applyFeedCall(request: FeedCall): Promise<void> {
  const sessionId = deskStore.getState().desk?.session?.sessionId
  if (sessionId === undefined) return
  await applyFeedAnswer(
    () => request(sessionId),
    () => call('feeds.read', { sessionId }),
  )
}
