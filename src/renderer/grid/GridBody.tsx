import { type CSSProperties, memo, type ReactNode, type RefObject, useLayoutEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { RegionFormats } from '../../shared/text/region.ts'
import base from '../ui/base/base.module.css'
import { classes } from '../ui/base/classes.ts'
import { foreignCell } from '../ui/base/Foreign.tsx'
import { useRegion } from '../ui/base/use-region.ts'
import tickStyles from '../ui/fields/TickBox.module.css'
import { useRowPx } from '../ui/rows/use-rem-px.ts'
import { useVisibleRows } from '../ui/rows/use-visible-rows.ts'
import { isFirstPinned } from './columns/column-template.ts'
import type { GridColumn, GridLayout } from './columns/grid-column.ts'
import { type ColumnRange, useVisibleColumns } from './columns/use-visible-columns.ts'
import { useFilterMarks } from './events/use-filter-marks.ts'
import styles from './Grid.module.css'
import type { GridStore } from './store/create-grid-store.ts'
import { TICK_COLUMN } from './store/grid-state.ts'
import { GroupRow } from './GroupRow.tsx'

interface GridBodyProps<Row> {
  readonly store: GridStore<Row>
  readonly columns: readonly GridColumn<Row>[]
  readonly scroller: RefObject<HTMLElement | null>
  readonly layout: GridLayout
  readonly remPx: number
  readonly keepFocus: () => void
}

/** The rows in view, each at its position in the height of all rows. */
export function GridBody<Row>(props: GridBodyProps<Row>): ReactNode {
  const { store, columns, scroller, layout, remPx, keepFocus } = props
  const lines = useStore(store, (state) => state.lines)
  const count = lines.length
  const isGrouped = useStore(store, ({ groups }) => groups.length > 0)
  const selection = useStore(store, (state) => state.selection)
  const focus = useStore(store, (state) => state.focus)
  const currentId = useStore(store, (state) => state.currentId)
  useStore(store, ({ revision }) => revision)
  const rowPx = useRowPx()
  const keptPosition = store.actions.positionOf(focus.rowId)
  const visible = useVisibleRows({ scroller, count, rowPx, keptPosition })
  const isPinned = isFirstPinned(layout.columns)
  const focusedColumn = columns.findIndex(({ id }) => id === focus.columnId)
  // The pinned column is always drawn; there is no need to draw all columns between it and those in view.
  const keptColumn = isPinned && focusedColumn === 0 ? -1 : focusedColumn
  const { from, to } = useVisibleColumns({ scroller, layout: layout.columns, remPx, keptColumn })
  const cells = useMemo(() => cellColumns(columns, { from, to }, isPinned), [columns, from, to, isPinned])
  const region = useRegion()
  useLayoutEffect(keepFocus)
  const quickFilter = useStore(store, (state) => state.quickFilter)
  useFilterMarks(scroller, { quickFilter, columns })
  return (
    <tbody className={styles.body} style={{ height: count * rowPx }}>
      {visible.map(({ position, slot }) => {
        const row = store.actions.rowAt(position)
        const id = store.actions.idAt(position)
        const group = store.actions.groupAt(position)
        if (group !== undefined) {
          const place = { position, topPx: position * rowPx, columnCount: columns.length }
          return <GroupRow key={slot} store={store} group={group} place={place} isFocused={focus.rowId === group.id} />
        }
        if (row === undefined || id === undefined) return null
        return (
          <GridRow
            key={slot}
            row={row}
            cells={cells}
            region={region}
            position={position}
            topPx={position * rowPx}
            level={isGrouped ? 2 : undefined}
            isSelected={selection.has(id)}
            isCurrent={currentId === id}
            isDraggable={selection.size > 0 ? selection.has(id) : currentId === id}
            focusedColumn={focus.rowId === id ? focus.columnId : null}
          />
        )
      })}
    </tbody>
  )
}

/** What the cells of a column have in common, worked out once for all rows. */
interface CellColumn<Row> {
  readonly column: GridColumn<Row>
  readonly index: number
  readonly className: string
  readonly style: CSSProperties | undefined
}

/** Only the columns from `from` up to `to` are drawn, and the first one if it stays in view. */
function cellColumns<Row>(
  columns: readonly GridColumn<Row>[],
  { from, to }: ColumnRange,
  isPinned: boolean,
): CellColumn<Row>[] {
  const pinned = isPinned ? 1 : 0
  const first = Math.max(from, pinned)
  return columns.flatMap((column, index) => {
    if (index >= pinned && (index < first || index >= to)) return []
    const className = classes(
      styles.cell,
      column.align === 'end' && styles.end,
      column.isMono === true && base.mono,
      index < pinned && styles.pinned,
    )
    // The cells that follow are placed one after the other.
    const style = index < pinned || index === first ? { gridColumnStart: index + 2 } : undefined
    return { column, index, className, style }
  })
}

interface GridRowProps<Row> {
  readonly row: Row
  readonly position: number
  readonly topPx: number
  readonly cells: readonly CellColumn<Row>[]
  /** In which numbers and dates are written: another one draws the row again. */
  readonly region: RegionFormats
  /** Under the heading of a group. */
  readonly level: number | undefined
  readonly isSelected: boolean
  readonly isCurrent: boolean
  /** What commands are about can be dragged out of the window, as the files that were saved of it. */
  readonly isDraggable: boolean
  /** Null if the focus is in another row. */
  readonly focusedColumn: string | null
}

function PlainGridRow<Row>(props: GridRowProps<Row>): ReactNode {
  const { row, position, topPx, cells, level, isSelected, isCurrent, isDraggable, focusedColumn } = props
  return (
    <tr
      className={styles.row}
      style={{ transform: `translateY(${topPx}px)` }}
      aria-rowindex={position + 2}
      aria-level={level}
      aria-selected={isSelected}
      aria-current={isCurrent ? true : undefined}
      data-current={isCurrent ? true : undefined}
      data-position={position}
      draggable={isDraggable}
    >
      <td
        className={TICK_CLASS}
        aria-colindex={1}
        aria-label="Tick"
        tabIndex={focusedColumn === TICK_COLUMN ? 0 : -1}
        data-column={TICK_COLUMN}
      >
        {TICK_BOX}
      </td>
      {cells.map(({ column, index, className, style }) => {
        // The column that names the row, so that whoever moves through another hears which row it is.
        const Cell = index === 0 ? 'th' : 'td'
        return (
          <Cell
            key={column.id}
            scope={index === 0 ? 'row' : undefined}
            className={className}
            aria-colindex={index + 2}
            style={style}
            tabIndex={focusedColumn === column.id ? 0 : -1}
            data-column={column.id}
          >
            {cellContent(column, row)}
          </Cell>
        )
      })}
    </tr>
  )
}

const TICK_CLASS = classes(styles.cell, styles.tick, styles.pinned)
/** One element for all rows: React looks no further where it finds the same. */
const TICK_BOX = <span className={tickStyles.box} aria-hidden />

/** Memoised: scrolling only draws the rows that come into view. */
const GridRow = memo(PlainGridRow)

/** An unreadable cell does not affect the others. */
function cellContent<Row>(column: GridColumn<Row>, row: Row): ReactNode {
  try {
    if (column.render !== undefined) return column.render(row)
    const value = column.value(row)
    if (value === null || value === '') return '–'
    return typeof value === 'string' ? foreignCell(value) : value
  } catch {
    return '–'
  }
}
