import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { VisuallyHidden } from 'react-aria-components'
import { useStore } from 'zustand'
import { isNew } from '../../parcel/entry-words.ts'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { useRemPx } from '../../ui/rows/use-rem-px.ts'
import { useVisibleRows } from '../../ui/rows/use-visible-rows.ts'
import { inboxStore } from '../store/inbox-store.ts'
import styles from './EntryList.module.css'
import { EntryRow } from './EntryRow.tsx'
import { type ListEvents, useListEvents, useListScroll } from './use-list-events.ts'

/** The height of `.row` in EntryList.module.css, as a number, because rows are positioned with it. */
const ROW_REM = 2.75

interface EntryListProps {
  /** Double click. */
  readonly onOpen: () => void
  /** Shown when there are no rows. */
  readonly empty: ReactNode
}

/** The entries, newest first; only those in view are in the document. New entries do not move what is being read. */
export function EntryList({ onOpen, empty }: EntryListProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null)
  const rowPx = ROW_REM * useRemPx()
  const { entries, isLoading, hasMore, count } = useStore(inboxStore)
  const visible = useVisibleRows({ scroller, count: entries.length, rowPx })
  const noteScroll = useListScroll({ scroller, rowPx, visible })
  const events = useListEvents({ scroller, rowPx, onOpen })
  useTopWhenSeen(scroller)
  const isEmpty = entries.length === 0
  return (
    <div className={styles.list}>
      <div ref={scroller} className={styles.scroller} onScroll={noteScroll}>
        <Table events={events} visible={visible} rowPx={rowPx} rows={count} isBusy={isLoading === true} />
        {isEmpty && isLoading !== false && <SkeletonRows label="Reading the inbox" rows={12} columnsRem={[8, 16, 8]} />}
        {!isEmpty && hasMore && <SkeletonRows label="Reading older entries" rows={3} columnsRem={[8, 16, 8]} />}
      </div>
      {isEmpty && isLoading === false && <div className={styles.empty}>{empty}</div>}
    </div>
  )
}

/** Scrolls to the new entries above, once they are requested. */
function useTopWhenSeen(scroller: RefObject<HTMLElement | null>): void {
  useEffect(
    () =>
      inboxStore.subscribe((now, before) => {
        if (before.newAbove > 0 && now.newAbove === 0) scroller.current?.scrollTo({ top: 0 })
      }),
    [scroller],
  )
}

interface TableProps {
  readonly events: ListEvents
  readonly visible: ReturnType<typeof useVisibleRows>
  readonly rowPx: number
  readonly rows: number
  readonly isBusy: boolean
}

function Table({ events, visible, rowPx, rows, isBusy }: TableProps): ReactNode {
  const prefix = useId()
  const { entries, focusedId, ticked, freshFrom, newAbove } = useStore(inboxStore)
  const isShown = visible.some(({ position }) => entries[position]?.entryId === focusedId)
  return (
    <table
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- ARIA names table as the element for a grid
      role="grid"
      aria-label="Inbox"
      aria-rowcount={rows + 1}
      aria-multiselectable
      aria-busy={isBusy}
      tabIndex={0}
      aria-activedescendant={isShown ? `${prefix}-${focusedId}` : undefined}
      className={styles.table}
      // Room to scroll past new entries above, however few there are: otherwise they would push down what is being read.
      style={{ minHeight: `calc(100% + ${newAbove * rowPx}px)` }}
      {...events}
    >
      <Titles />
      <tbody className={styles.rows} style={{ height: entries.length * rowPx }}>
        {visible.map(({ position, slot }) => {
          const entry = entries[position]
          if (entry === undefined) return null
          const { entryId } = entry
          return (
            <EntryRow
              key={slot}
              entry={entry}
              position={position}
              isTicked={ticked.has(entryId)}
              isFresh={isNew(entry, freshFrom)}
              id={`${prefix}-${entryId}`}
              topPx={position * rowPx}
              isCurrent={entryId === focusedId}
            />
          )
        })}
      </tbody>
    </table>
  )
}

function Titles(): ReactNode {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {['Selected', 'State and kind', 'Parcel, customer, who', 'Marks and rules', 'Seen and sent'].map((title) => (
          <th key={title}>
            <VisuallyHidden elementType="span">{title}</VisuallyHidden>
          </th>
        ))}
      </tr>
    </thead>
  )
}
