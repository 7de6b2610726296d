import { call, failureIn, type ShownFailure } from '../../client/desk-client.ts'
import { type FeedSection, settingsStore } from '../section/settings-store.ts'
import { deskStore, type FeedView, noteFeed } from '../../client/desk-store.ts'
import { showToast } from '../../ui/feedback/toast-queue.ts'

/** One of the methods of the feed, each of which answers with the feed as it then is. */
export type FeedCall = (sessionId: string) => Promise<FeedView>

/** Changes the feed from a section of the settings, which shows why it failed; answers whether it was done. */
export async function changeFeed(section: FeedSection, ask: FeedCall): Promise<boolean> {
  return await settingsStore.actions.attempt(section, async () => {
    await done(ask)
  })
}

/** Changes the feed from a dialog, which shows itself why it failed. */
export async function tryFeed(ask: FeedCall): Promise<ShownFailure | undefined> {
  try {
    await done(ask)
    return undefined
  } catch (thrown) {
    return failureIn(thrown)
  }
}

/** Changes the feed from anywhere else. */
export async function askFeed(ask: FeedCall): Promise<void> {
  const failure = await tryFeed(ask)
  if (failure !== undefined) showToast({ text: `${failure.message} ${failure.next}` })
}

async function done(ask: FeedCall): Promise<void> {
  const sessionId = deskStore.getState().desk?.session?.sessionId
  if (sessionId === undefined) return
  await noteFeed(
    () => ask(sessionId),
    () => call('feeds.read', { sessionId }),
  )
}
