import { call, failureIn, type ShownFailure } from '../../client/desk-client.ts'
import { deskStore, type FeedView, applyFeedAnswer } from '../../client/desk-store.ts'
import { toastFailure } from '../../client/notify.ts'
import { type FeedSection, settingsStore } from '../section/settings-store.ts'

/** A method of the feed; each returns the feed’s new state. */
export type FeedCall = (sessionId: string) => Promise<FeedView>

/** Changes the feed from a settings section, which shows a failure; returns whether it succeeded. */
export async function changeFeed(section: FeedSection, request: FeedCall): Promise<boolean> {
  return await settingsStore.actions.attempt(section, async () => {
    await applyFeedCall(request)
  })
}

/** Changes the feed from a dialog, which shows the failure itself. */
export async function tryFeed(request: FeedCall): Promise<ShownFailure | undefined> {
  try {
    await applyFeedCall(request)
    return undefined
  } catch (thrown) {
    return failureIn(thrown)
  }
}

/** Changes the feed from anywhere else; a failure is a toast. */
export async function runFeedCommand(request: FeedCall): Promise<void> {
  const failure = await tryFeed(request)
  if (failure !== undefined) toastFailure(failure)
}

/** Changes the feed; rejects with DeskFailure. */
export async function applyFeedCall(request: FeedCall): Promise<void> {
  const sessionId = deskStore.getState().desk?.session?.sessionId
  if (sessionId === undefined) return
  await applyFeedAnswer(
    () => request(sessionId),
    () => call('feeds.read', { sessionId }),
  )
}
