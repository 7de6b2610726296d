import { Check, Columns2, ExternalLink, FileText, FolderOpen, TriangleAlert } from 'lucide-react'
import { type HTMLAttributes, type MouseEvent, type ReactNode, useMemo } from 'react'
import { useStore } from 'zustand'
import { docTypeLabel } from '../../shared/text/set-fields.ts'
import { useDesk } from '../client/desk-store.ts'
import type { Finder } from '../commands/finders.ts'
import { useCommandMenu } from '../commands/use-command-menu.tsx'
import { useFinders } from '../commands/use-commands.ts'
import { Glyph } from '../ui/actions/Glyph.tsx'
import { IconButton } from '../ui/actions/IconButton.tsx'
import base from '../ui/base/base.module.css'
import { classes } from '../ui/base/classes.ts'
import { displayName, sizeText } from '../ui/base/words.ts'
import { DOCUMENT_MENU, dragOut, runDocumentAction, useDocumentCommands } from './document/document-actions.ts'
import { type DocumentView, type SetPlace, setStore, type SetView } from './set-store.ts'
import styles from './SetPane.module.css'
import { enterWholeWindow } from './whole-window.ts'

interface DocumentListProps {
  readonly place: SetPlace
  readonly set: SetView
  readonly documents: readonly DocumentView[]
  /** For two documents side by side; without it, comparing goes to the whole window. */
  readonly hasRoom: boolean
}

/** The documents of a set, each with where it was saved. */
export function DocumentList({ place, set, documents, hasRoom }: DocumentListProps): ReactNode {
  const { open, menu } = useCommandMenu({ label: 'Document', commands: DOCUMENT_MENU })
  useDocumentCommands(place, set)
  useFinders(useMemo(() => [documentFinder(place, documents)], [place, documents]))
  const openMenu = (event: MouseEvent, documentId: string): void => {
    setStore.actions.showDocument(place, documentId)
    open(event)
  }
  return (
    <>
      <ul aria-label="Documents of the set">
        {documents.map((one) => (
          <Item
            key={one.documentId}
            place={place}
            setId={set.row.setId}
            document={one}
            hasRoom={hasRoom}
            onMenu={openMenu}
          />
        ))}
      </ul>
      {menu}
    </>
  )
}

/** For the palette: “invoice” shows the commercial invoice. */
function documentFinder(place: SetPlace, documents: readonly DocumentView[]): Finder {
  const items = documents.map((document) => ({
    id: `document ${document.documentId}`,
    title: documentName(document),
    run: () => setStore.actions.showDocument(place, document.documentId),
  }))
  return { group: 'Documents of this set', items: () => items }
}

function documentName({ name, docType }: DocumentView): string {
  return displayName(name, docType === null ? 'Document without a name' : docTypeLabel(docType))
}

interface ItemProps {
  readonly place: SetPlace
  readonly setId: string
  readonly document: DocumentView
  readonly hasRoom: boolean
  readonly onMenu: (event: MouseEvent, documentId: string) => void
}

function Item({ place, setId, document, hasRoom, onMenu }: ItemProps): ReactNode {
  const { documentId, besideId } = useStore(setStore, (sets) => sets[place])
  const isShown = documentId === document.documentId
  const isBeside = hasRoom && besideId === document.documentId
  const type = document.docType === null ? null : docTypeLabel(document.docType)
  const name = documentName(document)
  return (
    // Also for the Menu key, which the browser sends from the button inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classes(styles.document, isShown && styles.shown)}
      onContextMenu={(event) => onMenu(event, document.documentId)}
      {...useDragOut(setId, document)}
    >
      <button
        type="button"
        className={styles.name}
        aria-pressed={isShown}
        onClick={() => setStore.actions.showDocument(place, document.documentId)}
      >
        <Glyph icon={FileText} />
        <bdi>{name}</bdi>
        {type !== null && saysMore(type, name) && <span className={base.aside}>{type}</span>}
      </button>
      <SavedWhere saved={document.saved} />
      <span className={styles.actions}>
        <IconButton
          label={isBeside ? 'Show one document' : 'Show beside the other document'}
          icon={Columns2}
          isDisabled={isShown}
          onPress={() => {
            setStore.actions.showBeside(place, isBeside ? null : document.documentId)
            if (!hasRoom) enterWholeWindow()
          }}
        />
        <Elsewhere setId={setId} document={document} />
      </span>
    </li>
  )
}

const UPLOADED = /uploadable/i

/** Not the name once more, and not the type of whatever somebody uploaded. */
function saysMore(type: string, name: string): boolean {
  return !UPLOADED.test(type) && !name.toLowerCase().includes(type.toLowerCase())
}

/** A saved document can be dragged into a mail or a folder: the host drags the file, the page only names it. */
function useDragOut(setId: string, { documentId, saved }: DocumentView): HTMLAttributes<HTMLElement> {
  const sessionId = useDesk(({ session }) => session?.sessionId) ?? ''
  return {
    draggable: saved.some((one) => one.isThere),
    onDragStart: (event) => {
      event.preventDefault()
      dragOut({ sessionId, documents: [{ setId, documentId }], setIds: [] })
    },
  }
}

/** The newest place that still has the document or, without one, the last that had it. */
function SavedWhere({ saved }: { readonly saved: DocumentView['saved'] }): ReactNode {
  const shown = saved.find(isWhole) ?? saved.find((one) => one.isThere) ?? saved[0]
  if (shown === undefined) return null
  const others = saved.length - 1
  const all = saved.map((one) => `${one.path} (${isWhole(one) ? sizeText(one.bytes) : placeWords(one).toLowerCase()})`)
  return (
    <p className={isWhole(shown) ? styles.saved : styles.gone} title={all.join('\n')}>
      <Glyph icon={isWhole(shown) ? Check : TriangleAlert} size="small" />
      <span>{placeWords(shown)}</span>
      <span className={styles.path}>
        <bdi dir="ltr">{shown.path}</bdi>
      </span>
      {others > 0 && <span>{others === 1 ? 'and in 1 other place' : `and in ${others} other places`}</span>}
    </p>
  )
}

type SavedPlace = DocumentView['saved'][number]

function isWhole({ isThere, isChanged }: SavedPlace): boolean {
  return isThere && !isChanged
}

function placeWords({ isThere, isChanged }: SavedPlace): string {
  if (!isThere) return 'Saved, then moved or deleted'
  return isChanged ? 'Saved, then changed' : 'Saved'
}

/** Opens the document in the system’s reader, or its folder. */
function Elsewhere({ setId, document }: { readonly setId: string; readonly document: DocumentView }): ReactNode {
  const sessionId = useDesk(({ session }) => session?.sessionId) ?? ''
  const target = { sessionId, setId, documentId: document.documentId }
  const isThere = document.saved.some((one) => one.isThere)
  return (
    <>
      <IconButton
        label="Open in the system’s reader"
        icon={ExternalLink}
        onPress={() => runDocumentAction('documents.openInReader', target)}
      />
      {isThere && (
        <IconButton
          label="Show in folder"
          icon={FolderOpen}
          onPress={() => runDocumentAction('documents.showInFolder', target)}
        />
      )}
    </>
  )
}
