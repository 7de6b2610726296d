import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { displayName } from '../ui/base/words.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import { call, failureIn } from '../client/desk-client.ts'
import { type CommandOffer, useCommands } from '../commands/use-commands.ts'
import type { PreviewCommand } from '../preview/preview-commands.ts'
import { useDesk } from '../client/desk-store.ts'
import { SkeletonRows } from '../ui/feedback/SkeletonRows.tsx'
import { askForDocument } from './document-actions.ts'
import styles from './SetPane.module.css'
import { endOpening, openingStore, openingWords } from './opening-progress.ts'
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

/** The preview stays where it is from one document to the next, so that it need not begin anew. */
function OneDocument({ place, set, documentId, isFirst }: OneDocumentProps): ReactNode {
  const sessionId = useDesk(({ session }) => session?.sessionId) ?? ''
  const { setId } = set.row
  const { address, failure, retry } = useAddress({ sessionId, setId, documentId })
  const progress = useStore(openingStore, (state) => state.progress[documentId])
  const [commands, setCommands] = useState<readonly PreviewCommand[]>([])
  useCommands(isFirst ? commands.map(offered) : [])
  const found = set.documents?.find((one) => one.documentId === documentId)
  const hasOthers = isFirst && (set.documents?.length ?? 0) > 1
  const showNext = useCallback(() => stepDocument(place, 1), [place])
  const showPrevious = useCallback(() => stepDocument(place, -1), [place])
  const openInReader = useCallback(
    () => void askForDocument('documents.openInReader', { sessionId, setId, documentId }),
    [sessionId, setId, documentId],
  )
  return (
    <Suspense fallback={<SkeletonRows label="Opening the document" rows={8} columnsRem={[24]} />}>
      <Preview
        source={{ address, key: documentId, name: displayName(found?.name ?? null, found?.docType ?? 'Document') }}
        failure={failure}
        progress={progress === undefined ? undefined : openingWords(progress)}
        onRetry={retry}
        onNext={hasOthers ? showNext : undefined}
        onPrevious={hasOthers ? showPrevious : undefined}
        onOpenInReader={openInReader}
        onCommands={setCommands}
      />
    </Suspense>
  )
}

/** Everywhere in the desk, not only inside the pages. Ctrl with +, − and 0 is left to the window, whose text they enlarge. */
function offered({ id, title, shortcuts, run }: PreviewCommand): CommandOffer {
  const ofWindow = /^Mod\+[+=\-0]$/
  return {
    id: `preview.${id}`,
    title,
    group: 'Document',
    run,
    shortcut: shortcuts.filter((shortcut) => !ofWindow.test(shortcut)),
  }
}

interface Wanted {
  readonly sessionId: string
  readonly setId: string
  readonly documentId: string
}

interface Found {
  readonly documentId: string
  readonly attempt: number
  readonly address?: string
  readonly failure?: DescribedFailure
}

/** Where the page may fetch the bytes, once the main process has them; `retry` has them fetched once more. */
function useAddress({ sessionId, setId, documentId }: Wanted): Partial<Found> & { readonly retry: () => void } {
  const [found, setFound] = useState<Found>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isWanted = true
    call('documents.open', { sessionId, setId, documentId })
      .then(
        ({ address }) => isWanted && setFound({ documentId, attempt, address }),
        (thrown: unknown) => isWanted && setFound({ documentId, attempt, failure: failureIn(thrown) }),
      )
      .finally(() => endOpening(documentId))
    return () => {
      isWanted = false
    }
  }, [sessionId, setId, documentId, attempt])
  const retry = useCallback(() => setAttempt((before) => before + 1), [])
  return found?.documentId === documentId && found.attempt === attempt ? { ...found, retry } : { retry }
}
