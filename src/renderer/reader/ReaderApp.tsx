import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import { failureIn } from '../client/desk-client.ts'
import { deskStore } from '../client/desk-store.ts'
import { HostBanner } from '../frame/HostBanner.tsx'
import { FailureNotice } from '../ui/feedback/Banner.tsx'
import { GuardedPart } from '../ui/feedback/Boundary.tsx'
import { startReader } from './start-reader.ts'
import { ReaderScreen } from './ReaderScreen.tsx'

/** The page of the second window. */
export function ReaderApp(): ReactNode {
  const session = useStore(deskStore, ({ desk }) => desk?.session)
  const [failure, setFailure] = useState<DescribedFailure>()
  useEffect(() => {
    startReader().catch((thrown: unknown) => setFailure(failureIn(thrown)))
  }, [])
  if (failure !== undefined) return <FailureNotice failure={failure} />
  if (session === undefined) return null
  return (
    <>
      <HostBanner />
      <GuardedPart name="The window" watched={session} elsewhere="">
        <ReaderScreen session={session} />
      </GuardedPart>
    </>
  )
}
