import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { ignoring } from '../shared/errors/ignoring.ts'
import type { DescribedFailure } from '../shared/errors/failure.ts'
import { failureIn } from './client/desk-client.ts'
import { connectDesk, deskStore } from './client/desk-store.ts'
import { connectionTestStore } from './connection-test/connection-test-store.ts'
import { HostBanner } from './frame/HostBanner.tsx'
import type { OpenedDesk } from './open-desk.ts'
import { ProxySignIn } from './sign-in/ProxySignIn.tsx'
import { signInStore } from './sign-in/sign-in-store.ts'
import { SignInScreen } from './sign-in/SignInScreen.tsx'
import { FailureNotice } from './ui/feedback/Banner.tsx'
import { GuardedPart } from './ui/feedback/Boundary.tsx'

/** The page: nothing until the main process has answered, then signing in, then the desk. */
export function App(): ReactNode {
  // Nothing that changes during a save: it would redraw the whole desk ten times a second.
  const session = useStore(deskStore, ({ desk }) => desk?.session)
  const isSigningIn = useStore(signInStore, ({ isFormOpen }) => isFormOpen)
  const [desk, setDesk] = useState<{ Screen: OpenedDesk['Screen'] }>()
  const [failure, setFailure] = useState<DescribedFailure>()
  useEffect(() => {
    openPage().then(
      (Screen) => setDesk({ Screen }),
      (thrown: unknown) => setFailure(failureIn(thrown)),
    )
  }, [])
  if (failure !== undefined) return <FailureNotice failure={failure} />
  if (session === undefined) return null
  return (
    <>
      <HostBanner />
      <ProxySignIn />
      <GuardedPart name="The window" watched={session} elsewhere="">
        {session === null || isSigningIn ? <SignInScreen /> : desk !== undefined && <desk.Screen session={session} />}
      </GuardedPart>
    </>
  )
}

/**
 * Connects the page with the main process and fetches the desk: at once if somebody is signed in, and otherwise once the
 * sign-in form is on the screen, so that the form waits for only a third of the code. Rejects if the connection fails.
 */
async function openPage(): Promise<OpenedDesk['Screen']> {
  let desk: Promise<OpenedDesk> | undefined
  await connectDesk((event) => {
    if (event.name === 'connections.tested') connectionTestStore.actions.onTested(event.payload)
    // Before the desk is fetched nobody is signed in, and an event can change nothing but the state.
    desk
      ?.then(({ onDeskEvent }) => onDeskEvent(event))
      .catch(ignoring('that the desk cannot be fetched is told on the screen'))
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
