import type { OpenedDesk } from './open-desk.ts'
import { connectDesk, deskStore } from './client/desk-store.ts'

/**
 * Connects the page with the main process and fetches the desk: at once for whoever is signed in, and otherwise as soon as
 * the sign-in form is on the screen, which so waits for a third of the code alone. Rejects with what could not be reached.
 */
export async function openPage(): Promise<OpenedDesk['Screen']> {
  let desk: Promise<OpenedDesk> | undefined
  await connectDesk((event) => {
    // Before the desk is fetched nobody is signed in, and then there is nothing that an event could change but the state.
    desk?.then(({ onDeskEvent: hear }) => hear(event)).catch(() => undefined)
  })
  const wasSignedIn = deskStore.getState().desk?.session !== null
  if (!wasSignedIn) await painted()
  desk = import('./open-desk.ts').then(({ openDesk }) => openDesk({ wasSignedIn }))
  return (await desk).Screen
}

/** The second frame begins when the first one is drawn. A window that is hidden draws none. */
async function painted(): Promise<void> {
  if (document.hidden) return
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}
