import 'pdfjs-dist/web/pdf_viewer.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { IconButton } from '../ui/actions/IconButton.tsx'
import base from '../ui/base/base.module.css'
import { classes } from '../ui/base/classes.ts'
import { IS_MAC, matchesShortcut, withoutSingleKeys } from '../ui/base/shortcut.ts'
import { createPreview, type PreviewModel } from './create-preview.ts'
import { parserThread } from './document/pdf-workers.ts'
import type { PreviewFailure } from './document/preview-failures.ts'
import { DocumentRemarks } from './panels/DocumentRemarks.tsx'
import { FindBar } from './panels/FindBar.tsx'
import { PageRemark, PreviewMessage } from './panels/PreviewMessage.tsx'
import { PreviewToolbar } from './panels/PreviewToolbar.tsx'
import { PrintDialog, usePrinting } from './panels/PrintDialog.tsx'
import { PropertiesDialog } from './panels/PropertiesDialog.tsx'
import { ThumbnailPanel } from './panels/ThumbnailPanel.tsx'
import { type PreviewCommand, previewCommands, type PreviewCommandId } from './preview-commands.ts'
import type { AttachedFile, FirstPainting, PreviewHabits } from './preview-store.ts'
import styles from './Preview.module.css'
import { PreviewStage } from './PreviewStage.tsx'

/** The document to show. Keep the preview mounted from one document to the next: that is quicker, and keeps its zoom. */
export interface PreviewSource {
  /** Where the page’s own origin serves the bytes, from `documents.open`; undefined while they are being fetched. */
  readonly address: string | undefined
  /** Its name for people. */
  readonly name: string
  /** A different key is a different document. */
  readonly key: string
  /** A page to go to once it is shown, and what to find from there on; a new object is gone to anew. */
  readonly asked?: { readonly page: number; readonly query: string } | undefined
  /** What must be known of it before anybody relies on it, as a sentence: its bytes are damaged, or may be. */
  readonly remark?: string | null | undefined
}

export interface PreviewProps {
  readonly source: PreviewSource
  /** Why there is no address; shown instead of the pages. */
  readonly failure?: PreviewFailure | undefined
  /** Download progress in words, while the bytes are being fetched. */
  readonly progress?: string | undefined
  /** Fetches the bytes again, after a failure or when they can no longer be read. */
  readonly onRetry?: (() => void) | undefined
  /** Called when the user stops it from being opened: bytes that come now are not wanted. */
  readonly onCancel?: (() => void) | undefined
  /** Set if there is a next or previous document; adds its button and key (N, P). */
  readonly onNext?: (() => void) | undefined
  readonly onPrevious?: (() => void) | undefined
  /** Whether single keys (N, W, +) are shortcuts. */
  readonly hasSingleKeys?: boolean | undefined
  /** Opens the document in the system’s reader. */
  readonly onOpenInReader?: (() => void) | undefined
  /** Saves a file that is attached to the document, where the user wants it. */
  readonly onSaveFile?: ((file: AttachedFile) => void) | undefined
  /** What is said of its digital signatures, once it is known; undefined of a document without. */
  readonly signatures?: string | undefined
  /** Shows them. */
  readonly onSignatures?: (() => void) | undefined
  /** The document’s commands, for the palette; called whenever they change. */
  readonly onCommands?: ((commands: readonly PreviewCommand[]) => void) | undefined
  /** As they were left; read once. */
  readonly habits?: PreviewHabits | undefined
  /** Called whenever the user changes them. */
  readonly onHabits?: ((habits: PreviewHabits) => void) | undefined
  /** Called when the first page of a document is on the screen. */
  readonly onPainted?: ((painting: FirstPainting) => void) | undefined
  /** The document and its pages, for whoever compares them; undefined once they are gone. */
  readonly onModel?: ((model: PreviewModel | undefined) => void) | undefined
}

/**
 * Shows a PDF: scrolls, selects, finds, zooms, rotates, prints. Fills its parent; several may be on the screen. Nothing in a
 * document is executed, and every fault of a document ends in a sentence. It includes pdf.js: import it lazily, and call
 * `parserThread` (pdf-workers.ts) early, so that the first document does not wait for it.
 */
export function Preview(props: PreviewProps): ReactNode {
  const { source } = props
  const model = usePreview(props)
  const { commands, dialogs } = useCommands(model, props)
  const hasThumbnails = useStore(model.store, (state) => state.hasThumbnails && state.phase.is === 'shown')
  return (
    // Handles the keys of everything inside, which can be reached by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label={`Preview of ${source.name}`}
      className={styles.preview}
      data-preview=""
      onKeyDown={keysOf(commands, model)}
    >
      <div className={styles.bar}>
        <PreviewTitle name={source.name} commands={commands} />
        <PreviewToolbar model={model} commands={commands} />
      </div>
      <DocumentRemarks
        model={model}
        remark={source.remark ?? null}
        signatures={props.signatures}
        onSignatures={props.onSignatures}
        onSaveFile={props.onSaveFile}
        onOpenInReader={props.onOpenInReader}
      />
      <FindBar model={model} />
      <div className={styles.body}>
        {hasThumbnails && <ThumbnailPanel model={model} />}
        <PreviewStage model={model} source={source} failure={props.failure}>
          <PreviewMessage
            model={model}
            onRetry={props.onRetry}
            onCancel={props.onCancel}
            onOpenInReader={props.onOpenInReader}
            name={source.name}
            progress={props.progress}
          />
        </PreviewStage>
      </div>
      <PageRemark model={model} />
      {dialogs}
    </section>
  )
}

function usePreview({ source, onPainted, habits, onHabits, onModel }: PreviewProps): PreviewModel {
  const [model] = useState(() => createPreview(habits))
  useEffect(() => {
    parserThread()
  }, [])
  useEffect(() => {
    onModel?.(model)
    return () => onModel?.(undefined)
  }, [model, onModel])
  useEffect(() => {
    if (onPainted === undefined) return undefined
    return model.store.subscribe(({ painting }, before) => {
      if (painting !== undefined && painting !== before.painting) onPainted(painting)
    })
  }, [model, onPainted])
  useAskedPage(model, source)
  const tellHabits = useEffectEvent((changed: PreviewHabits) => onHabits?.(changed))
  useEffect(
    () =>
      model.store.subscribe(({ zoom, hasThumbnails }, before) => {
        if (zoom !== before.zoom || hasThumbnails !== before.hasThumbnails) tellHabits({ zoom, hasThumbnails })
      }),
    [model],
  )
  return model
}

/** Until another is shown. Goes there once all pages can be gone to, a moment after the first one is shown: what is known of a document comes then. */
function useAskedPage(model: PreviewModel, { key, asked }: PreviewSource): void {
  useEffect(() => {
    if (asked === undefined) return undefined
    const isReady = (): boolean => {
      const { phase, painting, facts } = model.store.getState()
      return phase.is === 'shown' && painting?.key === key && facts !== undefined
    }
    const go = (): void => {
      model.stage()?.goTo(asked.page)
      model.find.change({ query: asked.query })
      model.find.open()
    }
    const stop = model.store.subscribe(() => {
      if (!isReady()) return
      stop()
      go()
    })
    if (isReady()) {
      stop()
      go()
    }
    return () => {
      stop()
      model.find.close()
    }
  }, [model, key, asked])
}

function keysOf(commands: readonly PreviewCommand[], { store, find }: PreviewModel) {
  return (event: KeyboardEvent): void => {
    const press = event.nativeEvent
    if (press.key === 'Escape' && store.getState().find.isOpen) {
      event.stopPropagation()
      find.close()
      return
    }
    const isTyping = event.target instanceof HTMLInputElement
    if (press.key === 'Escape' && isTyping) {
      // Out of the field first; the next press is for what surrounds the document.
      event.stopPropagation()
      event.currentTarget.querySelector<HTMLElement>('[data-pages]')?.focus()
      return
    }
    const command = commands.find(({ shortcuts }) =>
      shortcuts.some((shortcut) => {
        const isForTyping = isTyping && !shortcut.startsWith('Mod+')
        return !isForTyping && matchesShortcut(shortcut, press, IS_MAC)
      }),
    )
    if (command === undefined) return
    event.preventDefault()
    event.stopPropagation()
    command.run()
  }
}

function useCommands(model: PreviewModel, props: PreviewProps): { commands: PreviewCommand[]; dialogs: ReactNode } {
  const { onCommands, onNext, onPrevious, onOpenInReader, onSignatures, source, hasSingleKeys = true } = props
  const [hasProperties, setHasProperties] = useState(false)
  const printing = usePrinting(model)
  const commands = useMemo(() => {
    const showProperties = (): void => setHasProperties(true)
    const targets = { model, print: printing.print, showProperties, onSignatures, onNext, onPrevious, onOpenInReader }
    const all = previewCommands(targets)
    return hasSingleKeys ? all : all.map(withoutSingleKeys)
  }, [model, printing.print, onSignatures, onNext, onPrevious, onOpenInReader, hasSingleKeys])
  useEffect(() => onCommands?.(commands), [onCommands, commands])
  const dialogs = (
    <>
      <PropertiesDialog
        model={model}
        name={source.name}
        isOpen={hasProperties}
        onClose={() => setHasProperties(false)}
      />
      <PrintDialog model={model} printing={printing} />
    </>
  )
  return { commands, dialogs }
}

interface PreviewTitleProps {
  readonly name: string
  readonly commands: readonly PreviewCommand[]
}

/** The document’s name, and buttons for the next and previous one. */
export function PreviewTitle({ name, commands }: PreviewTitleProps): ReactNode {
  const button = (id: PreviewCommandId, icon: typeof ChevronLeft): ReactNode => {
    const command = commands.find((one) => one.id === id)
    if (command === undefined) return null
    return <IconButton label={command.title} icon={icon} shortcut={command.shortcuts[0]} onPress={command.run} />
  }
  return (
    <header className={styles.title}>
      {button('previousDocument', ChevronLeft)}
      {button('nextDocument', ChevronRight)}
      <h3 className={classes(styles.name, base.ellipsis)} title={name}>
        <bdi>{name}</bdi>
      </h3>
    </header>
  )
}
