import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { Glyph } from '../ui/actions/Glyph.tsx'
import base from '../ui/base/base.module.css'
import { classes } from '../ui/base/classes.ts'
import { Foreign } from '../ui/base/Foreign.tsx'
import { countOf } from '../ui/base/words.ts'
import tickStyles from '../ui/fields/TickBox.module.css'
import styles from './Grid.module.css'
import type { GridStore } from './store/create-grid-store.ts'
import { TICK_COLUMN } from './store/grid-state.ts'
import type { RowGroup } from './store/group-rows.ts'

interface GroupRowProps<Row> {
  readonly store: GridStore<Row>
  readonly group: RowGroup
  readonly place: { readonly position: number; readonly topPx: number; readonly columnCount: number }
  readonly isFocused: boolean
}

/** The heading of a group: what its rows have in common, how many they are, and whether they are drawn. */
export function GroupRow<Row>({ store, group, place, isFocused }: GroupRowProps<Row>): ReactNode {
  const isCollapsed = useStore(store, ({ collapsed }) => collapsed.has(group.id))
  const focusedColumn = useStore(store, ({ focus }) => focus.columnId)
  const isOnTick = focusedColumn === TICK_COLUMN
  const isTicked = useStore(store, () => store.actions.isGroupTicked(group))
  return (
    <tr
      className={classes(styles.row, styles.group)}
      style={{ transform: `translateY(${place.topPx}px)` }}
      aria-rowindex={place.position + 2}
      aria-level={1}
      aria-expanded={!isCollapsed}
      aria-selected={isTicked}
      data-position={place.position}
    >
      <td
        className={classes(styles.cell, styles.tick, styles.pinned)}
        aria-colindex={1}
        aria-label="Tick the group"
        tabIndex={isFocused && isOnTick ? 0 : -1}
        data-column={TICK_COLUMN}
      >
        <span className={tickStyles.box} aria-hidden />
      </td>
      <td
        className={classes(styles.cell, styles.heading)}
        aria-colindex={2}
        aria-colspan={place.columnCount}
        tabIndex={isFocused && !isOnTick ? 0 : -1}
        // It spans all columns: the one from which the focus came is that to which it goes on.
        data-column={isOnTick ? store.actions.shownColumns()[0]?.id : focusedColumn}
      >
        <span className={styles.words}>
          <Glyph icon={isCollapsed ? ChevronRight : ChevronDown} size="small" />
          <Foreign text={group.value} />
          <span className={base.aside}>{countOf(group.count, 'row')}</span>
        </span>
      </td>
    </tr>
  )
}
