import { type KeyboardEvent, memo, type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import { useVirtualRows, type VirtualRows } from '../../grid/window/use-virtual-rows.ts'
import { FailureNotice } from '../../ui/feedback/FailureNotice.tsx'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { DocumentDetail } from './DocumentDetail.tsx'
import styles from './DocumentList.module.css'
import { DocumentRow } from './DocumentRow.tsx'
import { downloadsStore } from '../downloads-store.ts'
import { askDocument } from './ask-document.ts'
import { DOCUMENT_STATES } from '../job-words.ts'

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
