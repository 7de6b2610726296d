import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { DescribedFailure } from '../shared/errors/failure.ts'
import { failureIn } from './client/desk-client.ts'
import { deskStore } from './client/desk-store.ts'
import { HostBanner } from './frame/HostBanner.tsx'
import type { OpenedDesk } from './open-desk.ts'
import { openPage } from './open-page.ts'
import { ProxySignIn } from './proxy/ProxySignIn.tsx'
import { signInStore } from './sign-in/sign-in-store.ts'
import { SignInScreen } from './sign-in/SignInScreen.tsx'
import { FailureNotice } from './ui/feedback/Banner.tsx'
import { GuardedPart } from './ui/feedback/Boundary.tsx'

/** The page: nothing until the main process has answered, then signing in, then the desk. */
export function App(): ReactNode {
  // Nothing that changes during a save: it would redraw the whole desk ten times a second.
  const session = useStore(deskStore, ({ desk }) => desk?.session)
  const isSigningIn = useStore(signInStore, (form) => form.isOpen)
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
