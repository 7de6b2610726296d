import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { DescribedFailure } from '../../../shared/errors/failure.ts'
import { call, failureIn } from '../../client/desk-client.ts'
import { useDesk } from '../../client/desk-store.ts'
import { viewsStore } from '../../client/views-store.ts'
import { commandsStore } from '../../commands/commands-store.ts'
import { type CommandOffer, useCommands, useCommandsIn } from '../../commands/use-commands.ts'
import type { PreviewModel } from '../../preview/create-preview.ts'
import type { PreviewCommand } from '../../preview/preview-commands.ts'
import { displayName, timeText } from '../../ui/base/words.ts'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { runDocumentAction, saveAttachment } from './document-actions.ts'
import { noteDifference } from './found-differences.ts'
import { endOpening, openingStore, openingText } from './opening-progress.ts'
import { type AskedPage, askedShown, earlierShown, type SetPlace, setStore, type SetView } from '../set-store.ts'
import styles from '../SetPane.module.css'
import { useSignatures } from './use-signatures.tsx'
import { enterWholeWindow } from '../whole-window.ts'

// pdf.js is large, and a desk that only searches does not need it.
const Preview = lazy(async () => ({ default: (await import('../../preview/Preview.tsx')).Preview }))
const ComparisonBar = lazy(async () => ({ default: (await import('../../compare/ComparisonBar.tsx')).ComparisonBar }))

interface SetPreviewProps {
  readonly place: SetPlace
  readonly set: SetView
  /** For a second document. */
  readonly hasRoom: boolean
}

/** The document in the preview, or two side by side; an earlier version is on the left. */
export function SetPreview({ place, set, hasRoom }: SetPreviewProps): ReactNode {
  const shown = useStore(setStore, (sets) => sets[place])
  const { documentId, besideId, compared } = shown
  const asked = askedShown(shown)
  const earlier = hasRoom ? earlierShown(shown) : null
  const hasBeside = hasRoom && earlier === null && besideId !== null
  const [sha256, setSha256] = useState<string>()
  const [model, setModel] = useState<PreviewModel>()
  const [other, setOther] = useState<PreviewModel>()
  useComparisonCommands({ place, set, sha256, hasBeside, isCompared: earlier !== null })
  const isMarked = earlier !== null || (hasBeside && compared === 'beside')
  const [left, right] = earlier === null ? [model, other] : [other, model]
  const name = nameIn(set, documentId)
  const onFound = (sentence: string): void => {
    if (earlier === null) return
    noteDifference(
      set.row.setId,
      `${name}, compared with the version saved on ${timeText(earlier.savedAt)}: ${sentence}`,
    )
  }
  return (
    <div className={styles.reading}>
      {isMarked && left !== undefined && right !== undefined && (
        <Suspense fallback={null}>
          <ComparisonBar
            left={left}
            right={right}
            onEnd={() => setStore.actions.compare(place, null)}
            onFound={onFound}
          />
        </Suspense>
      )}
      <div className={styles.previews}>
        {earlier !== null && (
          <OneDocument
            key="earlier"
            {...{ place, set, documentId: earlier.documentId, sha256: earlier.sha256 }}
            onModel={setOther}
          />
        )}
        {documentId !== null && (
          <OneDocument
            key="shown"
            isFirst
            {...{ place, set, documentId, asked, sha256: asked?.sha256 }}
            onModel={setModel}
            onBytes={setSha256}
          />
        )}
        {hasBeside && <OneDocument key="beside" {...{ place, set, documentId: besideId }} onModel={setOther} />}
      </div>
    </div>
  )
}

interface ComparisonOptions {
  readonly place: SetPlace
  readonly set: SetView
  /** Of the shown document; undefined until it is open. */
  readonly sha256: string | undefined
  readonly hasBeside: boolean
  /** On this screen: outside the whole window it shows nothing of it. */
  readonly isCompared: boolean
}

/** With the saved version that is shown, else the last one that has other bytes and is still there, or with the document beside it. */
function useComparisonCommands({ place, set, sha256, hasBeside, isCompared }: ComparisonOptions): void {
  const shown = useStore(setStore, (sets) => sets[place])
  const { documentId, compared } = shown
  const saved = set.documents?.find((one) => one.documentId === documentId)?.saved ?? []
  const whole = saved.filter((one) => one.isThere && !one.isChanged)
  const asked = whole.find((one) => one.sha256 === askedShown(shown)?.sha256 && one !== whole[0])
  const version = asked ?? whole.find((one) => one.sha256 !== sha256)
  const isMarked = hasBeside && compared === 'beside'
  useCommandsIn('Document', [
    {
      id: 'compare.earlier',
      title: 'Compare with the earlier version',
      isEnabled: sha256 !== undefined && version !== undefined && !isCompared,
      run: () => {
        if (version === undefined || documentId === null) return
        setStore.actions.compare(place, { documentId, sha256: version.sha256, savedAt: version.savedAt })
        if (place !== 'reader') enterWholeWindow()
      },
    },
    {
      id: 'compare.beside',
      title: isMarked ? 'Do not mark what differs' : 'Mark what differs between the two documents',
      isEnabled: hasBeside,
      run: () => setStore.actions.compare(place, isMarked ? null : 'beside'),
    },
  ])
}

function nameIn(set: SetView, documentId: string | null): string {
  const document = set.documents?.find((one) => one.documentId === documentId)
  return displayName(document?.name ?? null, document?.docType ?? 'Document')
}

/** First what tells it from the other one beside it, or else its name: a long title is cut. */
function versionName(name: string, savedAt: string, isAlone: boolean): string {
  const when = timeText(savedAt)
  return isAlone ? `${name}, saved on ${when}` : `Saved on ${when}: ${name}`
}

interface OneDocumentProps {
  readonly place: SetPlace
  readonly set: SetView
  readonly documentId: string
  /** Of the saved version to show; undefined for the current one. */
  readonly sha256?: string | undefined
  readonly asked?: AskedPage | null
  /** The chosen one, which has the commands. */
  readonly isFirst?: boolean
  readonly onModel: (model: PreviewModel | undefined) => void
  /** The SHA-256 of its bytes, once they are there. */
  readonly onBytes?: (sha256: string | undefined) => void
}

/** The preview is kept from one document to the next, so that it does not have to start again. */
function OneDocument(props: OneDocumentProps): ReactNode {
  const { place, set, documentId, isFirst = false, sha256: version, asked, onModel, onBytes } = props
  const sessionId = useDesk(({ session }) => session?.sessionId) ?? ''
  const { setId, signature } = set.row
  const view = place === 'reader' ? 'reader' : 'preview'
  const { address, sha256, remark, failure, retry, cancel } = useAddress({ sessionId, setId, documentId, version })
  const key = version === undefined ? documentId : `${documentId} ${version}`
  const signatures = useSignatures({ sessionId, setId, documentId, sha256: version }, { key, counted: signature })
  useEffect(() => onBytes?.(sha256), [onBytes, sha256])
  const progress = useStore(openingStore, (state) => state.progress[documentId])
  const [commands, setCommands] = useState<readonly PreviewCommand[]>([])
  const hasSingleKeys = useStore(commandsStore, (state) => state.hasSingleKeys)
  useCommands(isFirst ? commands.map(offered) : [])
  const hasOthers = isFirst && (set.documents?.length ?? 0) > 1
  const showNext = useCallback(() => setStore.actions.stepDocument(place, 1), [place])
  const showPrevious = useCallback(() => setStore.actions.stepDocument(place, -1), [place])
  const savedAt = set.documents
    ?.find((one) => one.documentId === documentId)
    ?.saved.find((one) => one.sha256 === version)?.savedAt
  const name = nameIn(set, documentId)
  const openInReader = useCallback(
    () => runDocumentAction('documents.openInReader', { sessionId, setId, documentId, sha256: version }),
    [sessionId, setId, documentId, version],
  )
  return (
    <Suspense fallback={<SkeletonRows label="Opening the document" rows={8} columnsRem={[24]} />}>
      <Preview
        source={{
          address,
          key,
          remark,
          asked: asked ?? undefined,
          name: savedAt === undefined ? name : versionName(name, savedAt, asked !== undefined),
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
        onModel={onModel}
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
  /** The SHA-256 of a saved version; undefined for the current one. */
  readonly version: string | undefined
}

interface DocumentAddress {
  readonly documentId: string
  readonly attempt: number
  readonly version: string | undefined
  readonly address?: string
  readonly sha256?: string
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
function useAddress({ sessionId, setId, documentId, version }: DocumentKey): Partial<DocumentAddress> & AddressActions {
  const [result, setResult] = useState<DocumentAddress>()
  const [attempt, setAttempt] = useState(0)
  const letGo = useRef<() => void>(undefined)
  useEffect(() => {
    let isWanted = true
    letGo.current = () => {
      isWanted = false
    }
    call('documents.open', { sessionId, setId, documentId, sha256: version })
      .then(
        ({ bytes: _bytes, source: _source, ...opened }) =>
          isWanted && setResult({ documentId, version, attempt, ...opened }),
        (thrown: unknown) => isWanted && setResult({ documentId, version, attempt, failure: failureIn(thrown) }),
      )
      .finally(() => endOpening(documentId))
    return letGo.current
  }, [sessionId, setId, documentId, version, attempt])
  const retry = useCallback(() => setAttempt((before) => before + 1), [])
  const cancel = useCallback(() => letGo.current?.(), [])
  const isHere = result?.documentId === documentId && result.version === version && result.attempt === attempt
  return { ...(isHere ? result : {}), retry, cancel }
}
