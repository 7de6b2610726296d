import { Check, Columns2, ExternalLink, FileText, FolderOpen, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { Input } from '../../shared/contract/contract.ts'
import { formatBytes } from '../../shared/text/format-bytes.ts'
import { call, failureIn } from '../desk.ts'
import { useDesk } from '../state/use-desk.ts'
import { classes } from '../ui/classes.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { showToast } from '../ui/toast-queue.ts'
import styles from './SetPane.module.css'
import { type DocumentView, type SetPlace, setStore, type SetView, showBeside, showDocument } from './set-store.ts'

interface DocumentListProps {
  readonly place: SetPlace
  readonly set: SetView
  readonly documents: readonly DocumentView[]
}

/** The documents of a set, each with where it was saved. */
export function DocumentList({ place, set, documents }: DocumentListProps): ReactNode {
  return (
    <ul className={styles.documents} aria-label="Documents of the set">
      {documents.map((one) => (
        <Item key={one.documentId} place={place} setId={set.row.setId} document={one} />
      ))}
    </ul>
  )
}

interface ItemProps {
  readonly place: SetPlace
  readonly setId: string
  readonly document: DocumentView
}

function Item({ place, setId, document }: ItemProps): ReactNode {
  const { documentId, besideId } = useStore(setStore, (sets) => sets[place])
  const isShown = documentId === document.documentId
  const isBeside = besideId === document.documentId
  return (
    <li className={classes(styles.document, isShown && styles.shown)}>
      <button
        type="button"
        className={styles.name}
        aria-pressed={isShown}
        onClick={() => showDocument(place, document.documentId)}
      >
        <Glyph icon={FileText} />
        <span>{document.name ?? document.docType ?? 'Document without a name'}</span>
        <span className={styles.muted}>{document.docType}</span>
      </button>
      <SavedWhere saved={document.saved} />
      <span className={styles.actions}>
        <IconButton
          label={isBeside ? 'Show one document' : 'Show beside the other document'}
          icon={Columns2}
          isDisabled={isShown}
          onPress={() => showBeside(place, isBeside ? null : document.documentId)}
        />
        <Elsewhere setId={setId} document={document} />
      </span>
    </li>
  )
}

function SavedWhere({ saved }: { readonly saved: DocumentView['saved'] }): ReactNode {
  const [newest] = saved
  if (newest === undefined) return null
  const title = saved.map(
    ({ path, bytes, isThere }) => `${path} (${isThere ? formatBytes(bytes) : 'not there any more'})`,
  )
  return (
    <span className={newest.isThere ? styles.saved : styles.gone} title={title.join('\n')}>
      <Glyph icon={newest.isThere ? Check : TriangleAlert} size="small" />
      {newest.isThere ? 'Saved' : 'Saved, then moved or deleted'}
    </span>
  )
}

/** In the reader of the system, and in its file browser. */
function Elsewhere({ setId, document }: { readonly setId: string; readonly document: DocumentView }): ReactNode {
  const sessionId = useDesk(({ session }) => session?.sessionId)
  const ask = (method: 'documents.openInReader' | 'documents.showInFolder'): void => {
    if (sessionId === undefined) return
    const input: Input<typeof method> = { sessionId, setId, documentId: document.documentId }
    call(method, input).catch((thrown: unknown) => showToast({ text: failureIn(thrown).message }))
  }
  const isThere = document.saved.some((one) => one.isThere)
  return (
    <>
      <IconButton
        label="Open in the system’s reader"
        icon={ExternalLink}
        onPress={() => ask('documents.openInReader')}
      />
      {isThere && <IconButton label="Show in folder" icon={FolderOpen} onPress={() => ask('documents.showInFolder')} />}
    </>
  )
}
