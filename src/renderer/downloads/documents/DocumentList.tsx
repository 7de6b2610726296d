import { CircleAlert, CircleCheck, Clock, Files, FileWarning, type LucideIcon, Undo2 } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode, useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { Glyph } from '../../ui/actions/Glyph.tsx'
import base from '../../ui/base/base.module.css'
import { classes } from '../../ui/base/classes.ts'
import { Foreign, Unknown } from '../../ui/base/Foreign.tsx'
import { useRegion } from '../../ui/base/use-region.ts'
import { countOf, displayName, numberText, sizeText } from '../../ui/base/words.ts'
import { FailureNotice } from '../../ui/feedback/Banner.tsx'
import { Boundary } from '../../ui/feedback/Boundary.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import type { HeadedRows } from '../../ui/rows/headed-rows.ts'
import { type KeyboardRows, useKeyboardRows } from '../../ui/rows/use-keyboard-rows.ts'
import { downloadsStore } from '../downloads-store.ts'
import { type JobSet, setRows } from '../job-documents.ts'
import { DOCUMENT_STATES, type DocumentState, type JobDocument, lastPart } from '../job-words.ts'
import { runDocumentAction } from './document-actions.ts'
import { DocumentDetail } from './DocumentDetail.tsx'
import styles from './DocumentList.module.css'

/** The documents of the selected job. Only the visible rows are read and drawn, and only when they change, not when the job does. */
export const DocumentList = memo(PlainDocumentList)

function PlainDocumentList({ label }: { readonly label: string }): ReactNode {
  useRegion()
  const { documents } = downloadsStore
  const { count, failure, jobId, filter, sets } = useStore(documents.store)
  if (failure !== null) return <FailureNotice failure={failure} />
  if (count === undefined) return <SkeletonRows label="Reading documents" rows={10} columnsRem={[8, 14, 20]} />
  if (count === 0)
    return (
      <p className={styles.none}>{filter === null ? 'This save has no documents.' : DOCUMENT_STATES[filter].none}</p>
    )
  // Another job, filter or grouping is another list, which starts at its top.
  return <Rows key={`${jobId} ${filter} ${sets === null}`} label={label} count={count} sets={sets} />
}

interface RowsProps {
  readonly label: string
  readonly count: number
  /** Null: not grouped. */
  readonly sets: readonly JobSet[] | null
}

function Rows({ label, count, sets }: RowsProps): ReactNode {
  const { documents } = downloadsStore
  const rows = useMemo(() => setRows(sets, count), [sets, count])
  // The titles stick to the top, as high as a row.
  const { scroller, ...list } = useKeyboardRows(rows.count, {
    hasHead: true,
    isSkipped: (position) => rows.rowAt(position)?.kind === 'heading',
  })
  const active = documents.rowAt(placeAt(rows, list.active))
  const onKeyDown = (event: KeyboardEvent): void => {
    if (list.moveBy(event)) event.preventDefault()
    else if (event.key === 'Enter') void runDocumentAction('documents.openInReader', active)
  }
  return (
    <>
      <div ref={scroller} className={styles.list}>
        <table
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- ARIA names table as the element for a grid
          role="grid"
          aria-label={label}
          aria-rowcount={rows.count + 1}
          aria-readonly
          tabIndex={0}
          aria-activedescendant={list.activeId}
          className={classes(styles.table, sets !== null && styles.grouped)}
          onKeyDown={onKeyDown}
        >
          <ColumnTitles isGrouped={sets !== null} />
          <Body rows={rows} sets={sets} list={list} />
        </table>
      </div>
      <DocumentDetail document={active} />
    </>
  )
}

/** The place of a row’s document; of a heading’s, that of the first below it. */
function placeAt(rows: HeadedRows, position: number): number {
  const row = rows.rowAt(position)
  if (row?.kind === 'item') return row.place
  const below = rows.rowAt(position + 1)
  return below?.kind === 'item' ? below.place : 0
}

interface BodyProps {
  readonly rows: HeadedRows
  readonly sets: RowsProps['sets']
  readonly list: Omit<KeyboardRows, 'scroller'>
}

function Body({ rows, sets, list }: BodyProps): ReactNode {
  const { documents } = downloadsStore
  // Rows arrive page by page, and change while the job runs.
  useStore(documents.store, (shown) => shown.pages)
  const first = placeAt(rows, list.visible[0]?.position ?? 0)
  const last = placeAt(rows, list.visible.at(-1)?.position ?? 0)
  useEffect(() => {
    documents.ensureLoaded(first, last)
  }, [documents, first, last])
  return (
    <tbody className={styles.rows} style={{ height: rows.count * list.rowPx }}>
      {list.visible.map(({ position }) => {
        const row = rows.rowAt(position)
        const place = {
          id: list.rowId(position),
          position,
          topPx: position * list.rowPx,
          isActive: position === list.active,
        }
        if (row?.kind === 'heading') return <SetHeading key={position} place={place} set={sets?.[row.group]} />
        return (
          <DocumentRow
            key={position}
            place={place}
            isGrouped={sets !== null}
            document={row === undefined ? undefined : documents.rowAt(row.place)}
            onPress={() => list.setActive(position)}
          />
        )
      })}
    </tbody>
  )
}

function ColumnTitles({ isGrouped }: { readonly isGrouped: boolean }): ReactNode {
  return (
    <thead className={styles.head}>
      <tr aria-rowindex={1} className={styles.row}>
        <th>State</th>
        {!isGrouped && (
          <>
            <th>Parcel</th>
            <th>Shipment</th>
            <th>Customer</th>
          </>
        )}
        <th>Document</th>
        <th>File, or reason</th>
        <th className={styles.end}>Size</th>
      </tr>
    </thead>
  )
}

/** A set, above its documents: what it is, and how much of it is saved. */
function SetHeading({ place, set }: { readonly place: RowPlace; readonly set: JobSet | undefined }): ReactNode {
  if (set === undefined) return null
  const { parcelRef, shipmentRef, customerName, documents, saved, failed } = set
  const counts = [
    countOf(documents, 'document'),
    saved > 0 && `${numberText(saved)} saved`,
    failed > 0 && `${numberText(failed)} not saved`,
  ].filter((part) => part !== false)
  return (
    <tr
      className={classes(styles.row, styles.body, styles.set)}
      aria-rowindex={place.position + 2}
      style={{ transform: `translateY(${place.topPx}px)` }}
    >
      <th scope="rowgroup" className={base.ellipsis}>
        <span className={base.mono}>
          <Foreign text={parcelRef} />
        </span>
        {' · '}
        <Foreign text={shipmentRef} />
        {' · '}
        <Foreign text={customerName} />
        <span className={classes(styles.counts, failed > 0 ? base.danger : base.muted)}>{counts.join(', ')}</span>
      </th>
    </tr>
  )
}

const MARKS = {
  failed: [CircleAlert, 'danger'],
  pending: [Clock, 'muted'],
  saved: [CircleCheck, 'success'],
  skipped: [Files, 'muted'],
  removed: [Undo2, 'plain'],
} satisfies Readonly<Record<DocumentState, readonly [LucideIcon, string]>>

interface RowPlace {
  readonly id: string
  readonly position: number
  readonly topPx: number
  readonly isActive: boolean
}

interface DocumentRowProps {
  readonly place: RowPlace
  /** Its set stands in the heading. */
  readonly isGrouped: boolean
  /** Undefined while it is being read. */
  readonly document: JobDocument | undefined
  readonly onPress: () => void
}

/** One document: its state and its file, or why it has none. */
function DocumentRow({ place, isGrouped, document, onPress }: DocumentRowProps): ReactNode {
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
        renderFailure={() => <td className={base.ellipsis}>This document cannot be shown.</td>}
      >
        {document === undefined ? (
          <td className={styles.waiting} aria-label="Reading" />
        ) : (
          <Cells document={document} isGrouped={isGrouped} />
        )}
      </Boundary>
    </tr>
  )
}

function Cells({ document, isGrouped }: { readonly document: JobDocument; readonly isGrouped: boolean }): ReactNode {
  const { state, name, path, bytes, failure, remark, parcelRef, shipmentRef, customerName } = document
  const why = failure?.message ?? remark
  const [icon, tone] = remark === null ? MARKS[state] : [FileWarning, 'warning']
  return (
    <>
      <td className={classes(styles.state, base[tone])}>
        <Glyph icon={icon} size="small" /> {DOCUMENT_STATES[state].title}
      </td>
      {!isGrouped && (
        <>
          <th scope="row" className={classes(base.ellipsis, base.mono)}>
            <Foreign text={parcelRef} />
          </th>
          <td className={classes(base.ellipsis, base.mono)}>
            <Foreign text={shipmentRef} />
          </td>
          <td className={base.ellipsis} title={displayName(customerName, '')}>
            <Foreign text={customerName} />
          </td>
        </>
      )}
      <th scope="row" className={base.ellipsis} title={displayName(name)}>
        <bdi>{displayName(name)}</bdi>
      </th>
      <td className={base.ellipsis} title={why ?? displayName(path)}>
        {why ?? <Foreign text={lastPart(path)} />}
      </td>
      <td className={styles.end}>{bytes === null ? <Unknown /> : sizeText(bytes)}</td>
    </>
  )
}
