import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../ui/base/classes.ts'
import { Glyph } from '../ui/actions/Glyph.tsx'
import type { GridColumn, SortRule } from './columns/grid-column.ts'
import styles from './Header.module.css'

interface HeaderCellProps<Row> {
  readonly column: GridColumn<Row>
  readonly columnIndex: number
  readonly sort: readonly SortRule[]
  readonly isFocused: boolean
  readonly isMoving: boolean
  readonly isPinned: boolean
  /** Where a dragged column would be put beside this one. */
  readonly drop: 'before' | 'after' | undefined
}

/** A column's title: click sorts, drag moves, the handle at its end resizes; the header row listens for all of its cells. */
export function HeaderCell<Row>(props: HeaderCellProps<Row>): ReactNode {
  const { column, columnIndex, sort, isFocused, isMoving, isPinned, drop } = props
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
      <span className={styles.handle} data-handle aria-hidden />
    </th>
  )
}
