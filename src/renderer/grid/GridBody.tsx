import { type ReactNode, type RefObject, useLayoutEffect } from 'react'
import { useStore } from 'zustand'
import type { GridStore } from './create-grid-store.ts'
import styles from './Grid.module.css'
import type { GridColumn } from './grid-column.ts'
import { GridRow } from './GridRow.tsx'
import { ROW_REM } from './row-size.ts'
import { useVisibleRows } from './use-visible-rows.ts'

interface GridBodyProps<Row> {
  readonly store: GridStore<Row>
  readonly columns: readonly GridColumn<Row>[]
  readonly scroller: RefObject<HTMLElement | null>
  readonly remPx: number
  readonly keepFocus: () => void
}

/** The rows in view, each at its place in the height that all of them would have. */
export function GridBody<Row>({ store, columns, scroller, remPx, keepFocus }: GridBodyProps<Row>): ReactNode {
  const count = useStore(store, ({ shown }) => shown.length)
  const selection = useStore(store, (state) => state.selection)
  const focus = useStore(store, (state) => state.focus)
  useStore(store, ({ revision }) => revision)
  const rowPx = ROW_REM * remPx
  const keptPosition = store.actions.positionOf(focus.rowId)
  const visible = useVisibleRows({ scroller, count, rowPx, keptPosition })
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
            {...{ row, columns, position }}
            topPx={position * rowPx}
            isSelected={selection.has(id)}
            focusedColumn={focus.rowId === id ? focus.columnId : null}
          />
        )
      })}
    </tbody>
  )
}
