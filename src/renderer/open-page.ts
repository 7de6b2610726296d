import { connectDesk, deskStore } from './client/desk-store.ts'
import { connectionTestStore } from './connection-test/connection-test-store.ts'
import type { OpenedDesk } from './open-desk.ts'

/**
 * Connects the page with the main process and fetches the desk: at once if somebody is signed in, and otherwise once the
 * sign-in form is on the screen, so that the form waits for only a third of the code. Rejects if the connection fails.
 */
export async function openPage(): Promise<OpenedDesk['Screen']> {
  let desk: Promise<OpenedDesk> | undefined
  await connectDesk((event) => {
    if (event.name === 'connections.tested') connectionTestStore.actions.onTested(event.payload)
    // Before the desk is fetched nobody is signed in, and an event can change nothing but the state.
    desk?.then(({ onDeskEvent }) => onDeskEvent(event)).catch(() => undefined)
  })
  const wasSignedIn = deskStore.getState().desk?.session !== null
  if (!wasSignedIn) await painted()
  desk = import('./open-desk.ts').then(({ openDesk }) => openDesk({ wasSignedIn }))
  return (await desk).Screen
}

/** The second frame begins when the first one is drawn. A hidden window draws none. */
async function painted(): Promise<void> {
  if (document.hidden) return
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}
