import { type ReactNode, type RefObject, useLayoutEffect } from 'react'
import { useStore } from 'zustand'
import { isFirstPinned } from './columns/column-template.ts'
import type { GridStore } from './store/create-grid-store.ts'
import styles from './Grid.module.css'
import type { GridColumn, GridLayout } from './columns/grid-column.ts'
import { GridRow } from './GridRow.tsx'
import { ROW_REM } from './window/row-size.ts'
import { useVisibleColumns } from './window/use-visible-columns.ts'
import { useVisibleRows } from './window/use-visible-rows.ts'

interface GridBodyProps<Row> {
  readonly store: GridStore<Row>
  readonly columns: readonly GridColumn<Row>[]
  readonly scroller: RefObject<HTMLElement | null>
  readonly layout: GridLayout
  readonly remPx: number
  readonly keepFocus: () => void
}

/** The rows in view, each at its place in the height that all of them would have. */
export function GridBody<Row>(props: GridBodyProps<Row>): ReactNode {
  const { store, columns, scroller, layout, remPx, keepFocus } = props
  const count = useStore(store, ({ shown }) => shown.length)
  const selection = useStore(store, (state) => state.selection)
  const focus = useStore(store, (state) => state.focus)
  const currentId = useStore(store, (state) => state.currentId)
  useStore(store, ({ revision }) => revision)
  const rowPx = ROW_REM * remPx
  const keptPosition = store.actions.positionOf(focus.rowId)
  const visible = useVisibleRows({ scroller, count, rowPx, keptPosition })
  const isPinned = isFirstPinned(layout.columns)
  const focusedColumn = columns.findIndex(({ id }) => id === focus.columnId)
  // The pinned one is drawn anyway, and to draw all between it and those in view is no use.
  const keptColumn = isPinned && focusedColumn === 0 ? -1 : focusedColumn
  const { from, to } = useVisibleColumns({ scroller, layout: layout.columns, remPx, keptColumn })
  useLayoutEffect(keepFocus)
  return (
    <tbody className={styles.body} style={{ height: count * rowPx }}>
      {visible.map(({ position, slot }) => {
        const row = store.actions.rowAt(position)
        const id = store.actions.idAt(position)
        if (row === undefined || id === undefined) return null
        return (
          <GridRow
            key={slot}
            {...{ row, columns, from, to, position, isPinned }}
            topPx={position * rowPx}
            isSelected={selection.has(id)}
            isCurrent={currentId === id}
            focusedColumn={focus.rowId === id ? focus.columnId : null}
          />
        )
      })}
    </tbody>
  )
}
