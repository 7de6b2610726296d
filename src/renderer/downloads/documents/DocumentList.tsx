import { CircleAlert, CircleCheck, Clock, Files, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import { Glyph } from '../../ui/actions/Glyph.tsx'
import { classes } from '../../ui/base/classes.ts'
import { displayName, sizeText } from '../../ui/base/words.ts'
import { FailureNotice } from '../../ui/feedback/Banner.tsx'
import { Boundary } from '../../ui/feedback/Boundary.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { Unknown } from '../../ui/feedback/Unknown.tsx'
import { type KeyboardRows, useKeyboardRows } from '../../ui/rows/use-keyboard-rows.ts'
import { downloadsStore } from '../downloads-store.ts'
import { DOCUMENT_STATES, type DocumentState, type JobDocument, lastPart } from '../job-words.ts'
import { runDocumentAction } from './document-actions.ts'
import { DocumentDetail } from './DocumentDetail.tsx'
import styles from './DocumentList.module.css'

/** The documents of the selected job. Only the visible rows are read and drawn, and only when they change, not when the job does. */
export const DocumentList = memo(PlainDocumentList)

function PlainDocumentList({ label }: { readonly label: string }): ReactNode {
  const { documents } = downloadsStore
  const { count, failure, jobId, filter } = useStore(documents.store)
  if (failure !== null) return <FailureNotice failure={failure} />
  if (count === undefined) return <SkeletonRows label="Reading documents" rows={10} columnsRem={[8, 14, 20]} />
  if (count === 0)
    return (
      <p className={styles.none}>{filter === null ? 'This save has no documents.' : DOCUMENT_STATES[filter].none}</p>
    )
  // Another job or filter is another list, which starts at its top.
  return <Rows key={`${jobId} ${filter}`} label={label} count={count} />
}

function Rows({ label, count }: { readonly label: string; readonly count: number }): ReactNode {
  const { documents } = downloadsStore
  // The titles stick to the top, as high as a row.
  const { scroller, ...list } = useKeyboardRows(count, { hasHead: true })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (list.moveBy(event)) event.preventDefault()
    else if (event.key === 'Enter') void runDocumentAction('documents.openInReader', documents.rowAt(list.active))
  }
  return (
    <>
      <div ref={scroller} className={styles.list}>
        <table
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- ARIA names table as the element for a grid
          role="grid"
          aria-label={label}
          aria-rowcount={count + 1}
          aria-readonly
          tabIndex={0}
          aria-activedescendant={list.activeId}
          className={styles.table}
          onKeyDown={onKeyDown}
        >
          <ColumnTitles />
          <Body count={count} list={list} />
        </table>
      </div>
      <DocumentDetail document={documents.rowAt(list.active)} />
    </>
  )
}

interface BodyProps {
  readonly count: number
  readonly list: Omit<KeyboardRows, 'scroller'>
}

function Body({ count, list }: BodyProps): ReactNode {
  const { documents } = downloadsStore
  // Rows arrive page by page, and change while the job runs.
  useStore(documents.store, (shown) => shown.pages)
  const first = list.visible[0]?.position ?? 0
  const last = list.visible.at(-1)?.position ?? 0
  useEffect(() => {
    documents.ensureLoaded(first, last)
  }, [documents, first, last])
  return (
    <tbody className={styles.rows} style={{ height: count * list.rowPx }}>
      {list.visible.map(({ position }) => (
        <DocumentRow
          key={position}
          place={{
            id: list.rowId(position),
            position,
            topPx: position * list.rowPx,
            isActive: position === list.active,
          }}
          document={documents.rowAt(position)}
          onPress={() => list.setActive(position)}
        />
      ))}
    </tbody>
  )
}

function ColumnTitles(): ReactNode {
  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1} className={styles.row}>
        <th>State</th>
        <th>Document</th>
        <th>File, or reason</th>
        <th className={styles.end}>Size</th>
      </tr>
    </thead>
  )
}

const ICONS: Readonly<Record<DocumentState, LucideIcon>> = {
  failed: CircleAlert,
  pending: Clock,
  saved: CircleCheck,
  skipped: Files,
}

interface RowPlace {
  readonly id: string
  readonly position: number
  readonly topPx: number
  readonly isActive: boolean
}

interface DocumentRowProps {
  readonly place: RowPlace
  /** Undefined while it is being read. */
  readonly document: JobDocument | undefined
  readonly onPress: () => void
}

/** One document: its state and its file, or why it has none. */
function DocumentRow({ place, document, onPress }: DocumentRowProps): ReactNode {
  return (
    // The grid has the focus and handles the keys; the row is for the mouse.
    <tr
      id={place.id}
      // The titles are row 1.
      aria-rowindex={place.position + 2}
      aria-selected={place.isActive}
      className={classes(styles.row, styles.body, place.isActive && styles.active)}
      style={{ transform: `translateY(${place.topPx}px)` }}
      onClick={onPress}
      onDoubleClick={() => void runDocumentAction('documents.openInReader', document)}
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
      <td className={styles.end}>{bytes === null ? <Unknown /> : sizeText(bytes)}</td>
    </>
  )
}
