import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import { call, failureIn } from '../desk.ts'
import { useDesk } from '../state/use-desk.ts'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { SkeletonRows } from '../ui/SkeletonRows.tsx'
import styles from './SetPane.module.css'
import { type SetPlace, setStore, type SetView, stepDocument } from './set-store.ts'

// pdf.js is large, and a desk that only searches needs none of it.
const Preview = lazy(async () => ({ default: (await import('../preview/Preview.tsx')).Preview }))

/** The document that is read, or two of them side by side. */
export function SetPreview({ place, set }: { readonly place: SetPlace; readonly set: SetView }): ReactNode {
  const { documentId, besideId } = useStore(setStore, (sets) => sets[place])
  const shown = [documentId, besideId].filter((one) => one !== null)
  return (
    <div className={styles.previews}>
      {shown.map((one, side) => (
        <OneDocument key={side} place={place} set={set} documentId={one} isFirst={side === 0} />
      ))}
    </div>
  )
}

interface OneDocumentProps {
  readonly place: SetPlace
  readonly set: SetView
  readonly documentId: string
  readonly isFirst: boolean
}

function OneDocument({ place, set, documentId, isFirst }: OneDocumentProps): ReactNode {
  const sessionId = useDesk(({ session }) => session?.sessionId)
  const { setId } = set.row
  const { address, failure } = useAddress({ sessionId, setId, documentId })
  if (failure !== undefined) return <FailureNotice failure={failure} />
  if (address === undefined) return <SkeletonRows label="Fetching the document" rows={8} columnsRem={[24]} />
  const found = set.documents?.find((one) => one.documentId === documentId)
  const hasOthers = isFirst && (set.documents?.length ?? 0) > 1
  return (
    <Suspense fallback={<SkeletonRows label="Opening the document" rows={8} columnsRem={[24]} />}>
      <Preview
        source={{ address, key: documentId, name: found?.name ?? found?.docType ?? 'Document' }}
        onNext={hasOthers ? () => stepDocument(place, 1) : undefined}
        onPrevious={hasOthers ? () => stepDocument(place, -1) : undefined}
        onOpenInReader={() => {
          if (sessionId !== undefined) void call('documents.openInReader', { sessionId, setId, documentId })
        }}
      />
    </Suspense>
  )
}

interface Wanted {
  readonly sessionId: string | undefined
  readonly setId: string
  readonly documentId: string
}

interface Found {
  readonly documentId: string
  readonly address?: string
  readonly failure?: DescribedFailure
}

/** Where the page may fetch the bytes, once the main process has them. */
function useAddress({ sessionId, setId, documentId }: Wanted): Partial<Found> {
  const [found, setFound] = useState<Found>()
  useEffect(() => {
    let isWanted = true
    const input = { sessionId: sessionId ?? '', setId, documentId }
    call('documents.open', input).then(
      ({ address }) => isWanted && setFound({ documentId, address }),
      (thrown: unknown) => isWanted && setFound({ documentId, failure: failureIn(thrown) }),
    )
    return () => {
      isWanted = false
    }
  }, [sessionId, setId, documentId])
  return found?.documentId === documentId ? found : {}
}
