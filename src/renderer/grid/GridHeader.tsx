import { ArrowDown, ArrowUp, Funnel } from 'lucide-react'
import { memo, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { VisuallyHidden } from 'react-aria-components'
import { useStore } from 'zustand'
import { Glyph } from '../ui/actions/Glyph.tsx'
import { classes } from '../ui/base/classes.ts'
import tickStyles from '../ui/fields/TickBox.module.css'
import { isFirstPinned } from './columns/column-template.ts'
import type { GridColumn, GridLayout, SortRule } from './columns/grid-column.ts'
import { gridTarget } from './events/use-grid-focus.ts'
import { type ColumnDrag, fitColumn, useHeaderDrag } from './events/use-header-drag.ts'
import styles from './Header.module.css'
import type { GridStore } from './store/create-grid-store.ts'
import { useSelectionCounts } from './store/grid-hooks.ts'
import { TICK_COLUMN } from './store/grid-state.ts'

interface GridHeaderProps<Row> {
  readonly store: GridStore<Row>
  readonly columns: readonly GridColumn<Row>[]
  readonly layout: GridLayout
  readonly scroller: RefObject<HTMLElement | null>
  readonly onMenu: (columnId: string) => void
  readonly onFilter: (columnId: string) => void
}

/** The row of titles. It is part of the grid’s single tab stop: arrow keys go up into it. */
export function GridHeader<Row>(props: GridHeaderProps<Row>): ReactNode {
  const { store, columns, layout, scroller } = props
  const { sort } = layout
  const facets = useStore(store, (state) => state.facets)
  const focusedColumn = useStore(store, ({ focus }) => (focus.rowId === null ? focus.columnId : null))
  const isPinned = isFirstPinned(layout.columns)
  const { drag, handlers } = useHeaderDrag({ store, scroller })
  return (
    <thead className={styles.head}>
      <tr className={styles.row} aria-rowindex={1} {...clickHandlers(props)} {...handlers}>
        <TickAll store={store} isFocused={focusedColumn === TICK_COLUMN} />
        {columns.map((column, columnIndex) => (
          <HeaderCell
            key={column.id}
            column={column}
            columnIndex={columnIndex}
            sort={sort}
            isNarrowed={(facets[column.id]?.length ?? 0) > 0}
            isFocused={focusedColumn === column.id}
            isMoving={drag?.columnId === column.id}
            isPinned={columnIndex === 0 && isPinned}
            drop={dropAt(drag, column.id, columnIndex === columns.length - 1)}
          />
        ))}
      </tr>
    </thead>
  )
}

function dropAt(drag: ColumnDrag | undefined, columnId: string, isLast: boolean): 'before' | 'after' | undefined {
  if (drag?.beforeId === columnId) return 'before'
  return drag?.beforeId === null && isLast ? 'after' : undefined
}

type ClickHandlers = Record<'onClick' | 'onDoubleClick' | 'onContextMenu', (event: MouseEvent) => void>

function clickHandlers<Row>({ store, scroller, onMenu, onFilter }: GridHeaderProps<Row>): ClickHandlers {
  return {
    onClick: ({ target, shiftKey }) => {
      const { columnId, isHandle, isFunnel, cell } = gridTarget(target)
      if (columnId === null || isHandle) return
      if (isFunnel) onFilter(columnId)
      else if (columnId !== TICK_COLUMN) store.actions.sortBy(columnId, shiftKey)
      // The box reports its own change.
      else if (target === cell) store.actions.toggleAllShown()
    },
    onDoubleClick: ({ target }) => {
      const { columnId, isHandle } = gridTarget(target)
      if (columnId !== null && isHandle) fitColumn(store, scroller.current, columnId)
    },
    onContextMenu: (event) => {
      const { columnId } = gridTarget(event.target)
      if (columnId === null || columnId === TICK_COLUMN) return
      event.preventDefault()
      onMenu(columnId)
    },
  }
}

interface HeaderCellProps<Row> {
  readonly column: GridColumn<Row>
  readonly columnIndex: number
  readonly sort: readonly SortRule[]
  /** Only some of its values are shown. */
  readonly isNarrowed: boolean
  readonly isFocused: boolean
  readonly isMoving: boolean
  readonly isPinned: boolean
  /** On which side of this column a dragged one would be dropped. */
  readonly drop: 'before' | 'after' | undefined
}

/** A column’s title: click sorts, drag moves, the handle at its end resizes; the header row handles the events of all cells. */
function PlainHeaderCell<Row>(props: HeaderCellProps<Row>): ReactNode {
  const { column, columnIndex, sort, isNarrowed, isFocused, isMoving, isPinned, drop } = props
  const place = sort.findIndex(({ id }) => id === column.id)
  const direction = sort[place]?.direction
  return (
    <th
      scope="col"
      className={classes(
        styles.title,
        column.align === 'end' && styles.end,
        isMoving && styles.moving,
        isPinned && styles.pinned,
      )}
      aria-colindex={columnIndex + 2}
      aria-sort={direction ?? 'none'}
      aria-keyshortcuts="Alt+ArrowDown"
      tabIndex={isFocused ? 0 : -1}
      data-column={column.id}
      data-drop={drop}
    >
      <span className={styles.words}>{column.title}</span>
      {direction !== undefined && (
        <span className={styles.sort} aria-hidden>
          <Glyph icon={direction === 'ascending' ? ArrowUp : ArrowDown} size="small" />
          {sort.length > 1 && place + 1}
        </span>
      )}
      {column.hasFacet === true && (
        // By keys it is reached through the column’s menu: the title is one stop.
        <span
          className={classes(styles.funnel, isNarrowed && styles.narrowed)}
          title={`Filter by ${column.title.toLowerCase()}`}
          data-funnel
          aria-hidden={!isNarrowed}
        >
          <Glyph icon={Funnel} size="small" />
          {isNarrowed && <VisuallyHidden elementType="span">filtered</VisuallyHidden>}
        </span>
      )}
      <span className={styles.handle} data-handle aria-hidden />
    </th>
  )
}

const HeaderCell = memo(PlainHeaderCell)

interface TickAllProps<Row> {
  readonly store: GridStore<Row>
  readonly isFocused: boolean
}

/** The box over the ticks: none, some or all of the shown rows. */
function TickAll<Row>({ store, isFocused }: TickAllProps<Row>): ReactNode {
  const { selected, hidden, shown } = useSelectionCounts(store)
  const ticked = selected - hidden
  const isAll = ticked > 0 && ticked === shown
  return (
    <th
      scope="col"
      className={classes(styles.title, styles.tick, styles.pinned)}
      aria-colindex={1}
      data-column={TICK_COLUMN}
    >
      <input
        type="checkbox"
        className={tickStyles.box}
        ref={(box) => {
          if (box !== null) box.indeterminate = ticked > 0 && !isAll
        }}
        checked={isAll}
        onChange={store.actions.toggleAllShown}
        aria-label="Tick all rows shown"
        tabIndex={isFocused ? 0 : -1}
      />
    </th>
  )
}
