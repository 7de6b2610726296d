import { memo, type ReactNode } from 'react'
import { Foreign } from '../ui/base/Foreign.tsx'
import { classes } from '../ui/base/classes.ts'
import styles from './Grid.module.css'
import type { GridColumn } from './columns/grid-column.ts'
import { TICK_COLUMN } from './store/grid-state.ts'

interface GridRowProps<Row> {
  readonly row: Row
  readonly position: number
  readonly topPx: number
  readonly columns: readonly GridColumn<Row>[]
  /** Of the columns only these are drawn. */
  readonly from: number
  readonly to: number
  /** The first column is drawn whatever is scrolled, and stays in view. */
  readonly isPinned: boolean
  readonly isSelected: boolean
  readonly isCurrent: boolean
  /** Null where the keyboard is in another row. */
  readonly focusedColumn: string | null
}

function PlainGridRow<Row>(props: GridRowProps<Row>): ReactNode {
  const { row, position, topPx, columns, from, to, isPinned, isSelected, isCurrent, focusedColumn } = props
  const pinned = isPinned ? 1 : 0
  const first = Math.max(from, pinned)
  const drawn = [...columns.slice(0, pinned), ...columns.slice(first, to)]
  return (
    <tr
      className={styles.row}
      style={{ transform: `translateY(${topPx}px)` }}
      aria-rowindex={position + 2}
      aria-selected={isSelected}
      data-current={isCurrent ? true : undefined}
      data-position={position}
    >
      <td
        className={classes(styles.cell, styles.tick, styles.pinned)}
        aria-colindex={1}
        aria-label="Select"
        tabIndex={focusedColumn === TICK_COLUMN ? 0 : -1}
        data-column={TICK_COLUMN}
      >
        <span className={styles.box} aria-hidden />
      </td>
      {drawn.map((column, at) => {
        const index = at < pinned ? at : first + at - pinned
        return (
          <td
            key={column.id}
            className={classes(cellClass(column), at < pinned && styles.pinned)}
            aria-colindex={index + 2}
            style={at === 0 || at === pinned ? { gridColumnStart: index + 2 } : undefined}
            tabIndex={focusedColumn === column.id ? 0 : -1}
            data-column={column.id}
          >
            {cellContent(column, row)}
          </td>
        )
      })}
    </tr>
  )
}

/** One row; scrolling draws only those that come into view. */
export const GridRow = memo(PlainGridRow)

function cellClass<Row>({ align, isMono }: GridColumn<Row>): string {
  return classes(styles.cell, align === 'end' && styles.end, isMono === true && styles.mono)
}

/** One cell that cannot be read spoils no other. */
function cellContent<Row>(column: GridColumn<Row>, row: Row): ReactNode {
  try {
    if (column.render !== undefined) return column.render(row)
    const value = column.value(row)
    if (value === null || value === '') return '–'
    return typeof value === 'string' ? <Foreign text={value} /> : value
  } catch {
    return '–'
  }
}
