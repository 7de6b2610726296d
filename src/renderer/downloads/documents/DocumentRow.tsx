import { CircleAlert, CircleCheck, Clock, Files, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { displayName } from '../../ui/base/display-name.ts'
import { formatBytes } from '../../../shared/text/format-bytes.ts'
import { Boundary } from '../../ui/feedback/Boundary.tsx'
import { classes } from '../../ui/base/classes.ts'
import { Glyph } from '../../ui/actions/Glyph.tsx'
import { Unknown } from '../../ui/feedback/Unknown.tsx'
import { askDocument } from './ask-document.ts'
import styles from './DocumentList.module.css'
import { DOCUMENT_STATES, type DocumentState, type JobDocument, lastPart } from '../job-words.ts'

const ICONS: Readonly<Record<DocumentState, LucideIcon>> = {
  failed: CircleAlert,
  pending: Clock,
  saved: CircleCheck,
  skipped: Files,
}

interface DocumentRowProps {
  readonly place: { readonly id: string; readonly index: number; readonly start: number; readonly isActive: boolean }
  /** Undefined while it is read. */
  readonly document: JobDocument | undefined
  readonly onPress: () => void
}

/** One document: how it stands, and its file; or why it has none. */
export function DocumentRow({ place, document, onPress }: DocumentRowProps): ReactNode {
  return (
    // The grid has the focus and the keys; the row is for the mouse.
    <tr
      id={place.id}
      // The titles are the first row.
      aria-rowindex={place.index + 2}
      aria-selected={place.isActive}
      className={classes(styles.row, styles.body, place.isActive && styles.active)}
      style={{ transform: `translateY(${place.start}px)` }}
      onClick={onPress}
      onDoubleClick={() => void askDocument('documents.openInReader', document)}
    >
      <Boundary
        watched={document}
        renderFailure={() => <td className={styles.text}>This document cannot be shown.</td>}
      >
        {document === undefined ? (
          <td className={styles.waiting} aria-label="Reading" />
        ) : (
          <Cells document={document} />
        )}
      </Boundary>
    </tr>
  )
}

function Cells({ document }: { readonly document: JobDocument }): ReactNode {
  const { state, name, path, bytes, failure } = document
  return (
    <>
      <td className={classes(styles.state, styles[state])}>
        <Glyph icon={ICONS[state]} size="small" /> {DOCUMENT_STATES[state].title}
      </td>
      <td className={styles.text} title={displayName(name)}>
        <bdi>{displayName(name)}</bdi>
      </td>
      <td className={styles.text} title={failure?.message ?? path}>
        {failure?.message ?? lastPart(path)}
      </td>
      <td className={styles.end}>{bytes === null ? <Unknown /> : formatBytes(bytes)}</td>
    </>
  )
}
