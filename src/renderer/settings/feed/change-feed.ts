import { call, failureIn, type ShownFailure } from '../../client/desk-client.ts'
import { deskStore, type FeedView, applyFeedAnswer } from '../../client/desk-store.ts'
import { toastFailure } from '../../client/notify.ts'
import { type FeedSection, settingsStore } from '../section/settings-store.ts'

/** A method of the feed; each returns the feed’s new state. */
export type FeedCall = (sessionId: string) => Promise<FeedView>

/** Changes the feed from a settings section, which shows a failure; returns whether it succeeded. */
export async function changeFeed(section: FeedSection, ask: FeedCall): Promise<boolean> {
  return await settingsStore.actions.attempt(section, async () => {
    await applyFeedCall(ask)
  })
}

/** Changes the feed from a dialog, which shows the failure itself. */
export async function tryFeed(ask: FeedCall): Promise<ShownFailure | undefined> {
  try {
    await applyFeedCall(ask)
    return undefined
  } catch (thrown) {
    return failureIn(thrown)
  }
}

/** Changes the feed from anywhere else; a failure is a toast. */
export async function runFeedCommand(ask: FeedCall): Promise<void> {
  const failure = await tryFeed(ask)
  if (failure !== undefined) toastFailure(failure)
}

async function applyFeedCall(ask: FeedCall): Promise<void> {
  const sessionId = deskStore.getState().desk?.session?.sessionId
  if (sessionId === undefined) return
  await applyFeedAnswer(
    () => ask(sessionId),
    () => call('feeds.read', { sessionId }),
  )
}
