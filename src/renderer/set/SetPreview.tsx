import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import { call, failureIn } from '../client/desk-client.ts'
import { useDesk } from '../client/desk-store.ts'
import { viewsStore } from '../client/views-store.ts'
import { commandsStore } from '../commands/commands-store.ts'
import { type CommandOffer, useCommands } from '../commands/use-commands.ts'
import type { PreviewCommand } from '../preview/preview-commands.ts'
import { displayName } from '../ui/base/words.ts'
import { SkeletonRows } from '../ui/feedback/SkeletonRows.tsx'
import { runDocumentAction, saveAttachment } from './document-actions.ts'
import { endOpening, openingStore, openingText } from './opening-progress.ts'
import { type SetPlace, setStore, type SetView } from './set-store.ts'
import styles from './SetPane.module.css'
import { useSignatures } from './use-signatures.tsx'

// pdf.js is large, and a desk that only searches does not need it.
const Preview = lazy(async () => ({ default: (await import('../preview/Preview.tsx')).Preview }))

interface SetPreviewProps {
  readonly place: SetPlace
  readonly set: SetView
  /** For a second document. */
  readonly hasRoom: boolean
}

/** The document in the preview, or two side by side. */
export function SetPreview({ place, set, hasRoom }: SetPreviewProps): ReactNode {
  const { documentId, besideId } = useStore(setStore, (sets) => sets[place])
  const shown = [documentId, hasRoom ? besideId : null].filter((one) => one !== null)
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

/** The preview is kept from one document to the next, so that it does not have to start again. */
function OneDocument({ place, set, documentId, isFirst }: OneDocumentProps): ReactNode {
  const sessionId = useDesk(({ session }) => session?.sessionId) ?? ''
  const { setId, signature } = set.row
  const view = place === 'reader' ? 'reader' : 'preview'
  const { address, remark, failure, retry, cancel } = useAddress({ sessionId, setId, documentId })
  const signatures = useSignatures({ sessionId, setId, documentId }, signature)
  const progress = useStore(openingStore, (state) => state.progress[documentId])
  const [commands, setCommands] = useState<readonly PreviewCommand[]>([])
  const hasSingleKeys = useStore(commandsStore, (state) => state.hasSingleKeys)
  useCommands(isFirst ? commands.map(offered) : [])
  const document = set.documents?.find((one) => one.documentId === documentId)
  const hasOthers = isFirst && (set.documents?.length ?? 0) > 1
  const showNext = useCallback(() => setStore.actions.stepDocument(place, 1), [place])
  const showPrevious = useCallback(() => setStore.actions.stepDocument(place, -1), [place])
  const openInReader = useCallback(
    () => runDocumentAction('documents.openInReader', { sessionId, setId, documentId }),
    [sessionId, setId, documentId],
  )
  return (
    <Suspense fallback={<SkeletonRows label="Opening the document" rows={8} columnsRem={[24]} />}>
      <Preview
        source={{
          address,
          key: documentId,
          remark,
          name: displayName(document?.name ?? null, document?.docType ?? 'Document'),
        }}
        failure={failure}
        progress={progress === undefined ? undefined : openingText(progress)}
        onRetry={retry}
        onCancel={cancel}
        onNext={hasOthers ? showNext : undefined}
        onPrevious={hasOthers ? showPrevious : undefined}
        onOpenInReader={openInReader}
        onSaveFile={saveAttachment}
        signatures={signatures.mark}
        onSignatures={signatures.show}
        onPainted={signatures.onPainted}
        hasSingleKeys={hasSingleKeys}
        onCommands={setCommands}
        habits={viewsStore.getState()[view]}
        onHabits={isFirst ? (habits) => viewsStore.actions.remember(view, habits) : undefined}
      />
      {signatures.dialog}
    </Suspense>
  )
}

/** Available in the whole desk, not only inside the pages. Ctrl with +, − and 0 is left to the window, which zooms its text. */
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

interface DocumentKey {
  readonly sessionId: string
  readonly setId: string
  readonly documentId: string
}

interface DocumentAddress {
  readonly documentId: string
  readonly attempt: number
  readonly address?: string
  readonly remark?: string | null
  readonly failure?: DescribedFailure
}

interface AddressActions {
  /** Fetches the bytes again. */
  readonly retry: () => void
  /** Lets go of the bytes that are being fetched; does nothing once they are there. */
  readonly cancel: () => void
}

/** Where the page can fetch the bytes, once the main process has them. */
function useAddress({ sessionId, setId, documentId }: DocumentKey): Partial<DocumentAddress> & AddressActions {
  const [result, setResult] = useState<DocumentAddress>()
  const [attempt, setAttempt] = useState(0)
  const letGo = useRef<() => void>(undefined)
  useEffect(() => {
    let isWanted = true
    letGo.current = () => {
      isWanted = false
    }
    call('documents.open', { sessionId, setId, documentId })
      .then(
        ({ address, remark }) => isWanted && setResult({ documentId, attempt, address, remark }),
        (thrown: unknown) => isWanted && setResult({ documentId, attempt, failure: failureIn(thrown) }),
      )
      .finally(() => endOpening(documentId))
    return letGo.current
  }, [sessionId, setId, documentId, attempt])
  const retry = useCallback(() => setAttempt((before) => before + 1), [])
  const cancel = useCallback(() => letGo.current?.(), [])
  const isHere = result?.documentId === documentId && result.attempt === attempt
  return { ...(isHere ? result : {}), retry, cancel }
}
