import { type KeyboardEvent, memo, type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useVirtualRows, type VirtualRows } from '../../ui/rows/use-keyboard-rows.ts'
import { FailureNotice } from '../../ui/feedback/Banner.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { DocumentDetail } from './DocumentDetail.tsx'
import styles from './DocumentList.module.css'
import { downloadsStore } from '../downloads-store.ts'
import { askDocument } from './ask-document.ts'
import { DOCUMENT_STATES, type DocumentState, type JobDocument, lastPart, type Job } from '../job-words.ts'
import { CircleAlert, CircleCheck, Clock, Files, type LucideIcon, Copy } from 'lucide-react'
import { displayName } from '../../ui/base/words.ts'
import { formatBytes } from '../../../shared/text/format.ts'
import { Boundary } from '../../ui/feedback/Boundary.tsx'
import { classes } from '../../ui/base/classes.ts'
import { Glyph } from '../../ui/actions/Glyph.tsx'
import { Unknown } from '../../ui/feedback/Unknown.tsx'
import { Button } from '../../ui/actions/Button.tsx'
import { Segmented } from '../../ui/fields/RadioGroup.tsx'
import { copyList } from './document-actions.ts'
import jobViewStyles from '../job/JobView.module.css'

const ROW_REM = 1.75

/** The documents of the job that is looked at; only the rows in sight are read and drawn, when they change and not when the job does. */
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
  // Another job or filter is another list: it starts at its top.
  return <Rows key={`${jobId} ${filter}`} label={label} count={count} />
}

function Rows({ label, count }: { readonly label: string; readonly count: number }): ReactNode {
  const { documents } = downloadsStore
  const { scroller, ...list } = useVirtualRows(count, ROW_REM)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (list.moveBy(event)) event.preventDefault()
    else if (event.key === 'Enter') void askDocument('documents.openInReader', documents.rowAt(list.active))
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
          <Body list={list} />
        </table>
      </div>
      <DocumentDetail document={documents.rowAt(list.active)} />
    </>
  )
}

function Body({ list }: { readonly list: Omit<VirtualRows, 'scroller'> }): ReactNode {
  const { documents } = downloadsStore
  // Rows come page by page, and change while the job runs.
  useStore(documents.store, (shown) => shown.pages)
  const items = list.virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    documents.need(first, last)
  }, [documents, first, last])
  return (
    <tbody className={styles.rows} style={{ height: list.virtualizer.getTotalSize() }}>
      {items.map(({ index, start }) => (
        <DocumentRow
          key={index}
          place={{ id: list.rowId(index), index, start, isActive: index === list.active }}
          document={documents.rowAt(index)}
          onPress={() => list.setActive(index)}
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
        <th>File, or why not</th>
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

interface DocumentRowProps {
  readonly place: { readonly id: string; readonly index: number; readonly start: number; readonly isActive: boolean }
  /** Undefined while it is read. */
  readonly document: JobDocument | undefined
  readonly onPress: () => void
}

/** One document: how it stands, and its file; or why it has none. */
function DocumentRow({ place, document, onPress }: DocumentRowProps): ReactNode {
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

interface DocumentsBarProps {
  readonly job: Job
  readonly filter: DocumentState | null
}

type Shown = DocumentState | 'all'

const STATES: readonly DocumentState[] = ['failed', 'pending', 'saved', 'skipped']

/** Which documents are listed, with how many there are of each, and the list for a spreadsheet. */
export function DocumentsBar({ job, filter }: DocumentsBarProps): ReactNode {
  const [isCopying, setIsCopying] = useState(false)
  const choices: { id: Shown; title: string }[] = [{ id: 'all', title: `All ${job.planned.toLocaleString('en')}` }]
  for (const state of STATES) {
    const { title, count } = DOCUMENT_STATES[state]
    if (count(job) > 0 || state === filter)
      choices.push({ id: state, title: `${title} ${count(job).toLocaleString('en')}` })
  }
  const copy = async (): Promise<void> => {
    setIsCopying(true)
    await copyList(job.jobId)
    setIsCopying(false)
  }
  return (
    <div className={jobViewStyles.line}>
      <div className={jobViewStyles.inline}>
        <Segmented<Shown>
          label="Documents"
          choices={choices}
          value={filter ?? 'all'}
          onChange={(id) => downloadsStore.documents.show(job.jobId, id === 'all' ? null : id)}
        />
      </div>
      <Button variant="quiet" icon={Copy} isDisabled={isCopying} onPress={() => void copy()}>
        {isCopying ? 'Copying…' : 'Copy list'}
      </Button>
    </div>
  )
}
