import { type ReactNode, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { VisuallyHidden } from 'react-aria-components'
import { useStore } from 'zustand'
import type { MenuPlace } from '../../ui/actions/Menu.tsx'
import { useLandmark } from '../../ui/base/landmarks.ts'
import { SkeletonRows } from '../../ui/feedback/SkeletonRows.tsx'
import { useRemPx, useRowPx } from '../../ui/rows/use-rem-px.ts'
import { useVisibleRows, type VisibleRow } from '../../ui/rows/use-visible-rows.ts'
import { inboxStore } from '../store/inbox-store.ts'
import { type DayRows, dayRows } from './day-rows.ts'
import styles from './EntryList.module.css'
import { EntryRow } from './EntryRow.tsx'
import { type ListEvents, useListEvents, useListScroll } from './use-list-events.ts'

/** How much higher a row is than those of a grid, as in EntryList.module.css: rows are positioned by their height. */
const MORE_REM = 0.25

interface EntryListProps {
  /** Double click. */
  readonly onOpen: () => void
  /** A right click or the Menu key; the entry is then the current one, or one of the ticked. */
  readonly onMenu: (place: MenuPlace) => void
  /** Shown when there are no rows. */
  readonly empty: ReactNode
}

/** The entries by day, newest first; only those in view are in the document. New entries do not move what is being read. */
export function EntryList({ onOpen, onMenu, empty }: EntryListProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null)
  const rowPx = useRowPx() + MORE_REM * useRemPx()
  const { entries, isLoading, hasMore, count } = useStore(inboxStore)
  const today = useToday()
  const rows = useMemo(() => dayRows(entries, today), [entries, today])
  const visible = useVisibleRows({ scroller, count: rows.count, rowPx })
  const noteScroll = useListScroll({ scroller, rowPx, visible, rows })
  const events = useListEvents({ scroller, rowPx, onOpen, onMenu })
  useTopWhenSeen(scroller)
  useLandmark('list', scroller)
  const isEmpty = entries.length === 0
  return (
    <div className={styles.list}>
      <div ref={scroller} className={styles.scroller} onScroll={noteScroll}>
        <Table events={events} visible={visible} rowPx={rowPx} rows={rows} total={count} isBusy={isLoading === true} />
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
  readonly visible: readonly VisibleRow[]
  readonly rowPx: number
  readonly rows: DayRows
  /** All that match, loaded or not. */
  readonly total: number
  readonly isBusy: boolean
}

function Table({ events, visible, rowPx, rows, total, isBusy }: TableProps): ReactNode {
  const prefix = useId()
  const { entries, focusedId, ticked, newAbove } = useStore(inboxStore)
  const isShown = visible.some(({ position }) => {
    const row = rows.rowAt(position)
    return row?.kind === 'item' && entries[row.place]?.entryId === focusedId
  })
  return (
    <table
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- ARIA names table as the element for a grid
      role="grid"
      aria-label="Inbox"
      aria-rowcount={total + rows.count - entries.length + 1}
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
      <tbody className={styles.rows} style={{ height: rows.count * rowPx }}>
        {visible.map(({ position, slot }) => {
          const row = rows.rowAt(position)
          const topPx = position * rowPx
          if (row?.kind === 'heading')
            return <DayHeading key={slot} title={rows.titleOf(row.group)} position={position} topPx={topPx} />
          const entry = row === undefined ? undefined : entries[row.place]
          if (row === undefined || entry === undefined) return null
          const { entryId } = entry
          return (
            <EntryRow
              key={slot}
              entry={entry}
              position={position}
              isTicked={ticked.has(entryId)}
              isOfDay={rows.isOfDay(entry, row.group)}
              id={`${prefix}-${entryId}`}
              topPx={topPx}
              isCurrent={entryId === focusedId}
            />
          )
        })}
      </tbody>
    </table>
  )
}

interface DayHeadingProps {
  readonly title: string
  readonly position: number
  readonly topPx: number
}

/** The keyboard passes over it: it is no entry. */
function DayHeading({ title, position, topPx }: DayHeadingProps): ReactNode {
  return (
    <tr className={styles.day} style={{ transform: `translateY(${topPx}px)` }} aria-rowindex={position + 2}>
      <th scope="rowgroup">{title}</th>
    </tr>
  )
}

function Titles(): ReactNode {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {['Ticked', 'What happened', 'Marks and rules', 'State', 'Customer and shipment', 'Sent'].map((title) => (
          <th key={title}>
            <VisuallyHidden elementType="span">{title}</VisuallyHidden>
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** The time of the last render on this day, and a render when the next day begins: “Today” must not stay true by mistake. */
function useToday(): Date {
  const [today, setToday] = useState(() => new Date())
  useEffect(() => {
    const midnight = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1)
    const timer = setTimeout(() => setToday(new Date()), Math.max(1_000, midnight.getTime() - Date.now()))
    return () => clearTimeout(timer)
  }, [today])
  return today
}
