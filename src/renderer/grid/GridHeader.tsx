import type { MouseEvent, ReactNode, RefObject } from 'react'
import { useStore } from 'zustand'
import { isFirstPinned } from './columns/column-template.ts'
import type { GridStore } from './store/create-grid-store.ts'
import { fitColumn } from './events/fit-column.ts'
import gridStyles from './Grid.module.css'
import type { GridColumn } from './columns/grid-column.ts'
import { TICK_COLUMN } from './store/grid-state.ts'
import { gridTarget } from './events/grid-target.ts'
import styles from './Header.module.css'
import { HeaderCell } from './HeaderCell.tsx'
import { TickAll } from './TickAll.tsx'
import { type ColumnDrag, useHeaderDrag } from './events/use-header-drag.ts'

interface GridHeaderProps<Row> {
  readonly store: GridStore<Row>
  readonly columns: readonly GridColumn<Row>[]
  readonly scroller: RefObject<HTMLElement | null>
  readonly onMenu: (columnId: string) => void
}

/** The row of titles. It is part of the grid's one tab stop: arrow keys go up into it. */
export function GridHeader<Row>(props: GridHeaderProps<Row>): ReactNode {
  const { store, columns, scroller } = props
  const sort = useStore(store, ({ layout }) => layout.sort)
  const focusedColumn = useStore(store, ({ focus }) => (focus.rowId === null ? focus.columnId : null))
  const isPinned = useStore(store, ({ layout }) => isFirstPinned(layout.columns))
  const { drag, handlers } = useHeaderDrag({ store, scroller })
  return (
    <thead className={gridStyles.head}>
      <tr className={styles.row} aria-rowindex={1} {...clickHandlers(props)} {...handlers}>
        <TickAll store={store} isFocused={focusedColumn === TICK_COLUMN} />
        {columns.map((column, columnIndex) => (
          <HeaderCell
            key={column.id}
            {...{ column, columnIndex, sort }}
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

function clickHandlers<Row>({ store, scroller, onMenu }: GridHeaderProps<Row>): ClickHandlers {
  return {
    onClick: ({ target, shiftKey }) => {
      const { columnId, isHandle, cell } = gridTarget(target)
      if (columnId === null || isHandle) return
      if (columnId !== TICK_COLUMN) store.actions.sortBy(columnId, shiftKey)
      // The box itself has told its own change.
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
