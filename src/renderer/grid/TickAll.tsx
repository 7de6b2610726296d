import type { ReactNode } from 'react'
import { classes } from '../ui/base/classes.ts'
import type { GridStore } from './store/create-grid-store.ts'
import styles from './Grid.module.css'
import { TICK_COLUMN } from './store/grid-state.ts'
import headerStyles from './Header.module.css'
import { useSelectionCounts } from './store/use-selection-counts.ts'

interface TickAllProps<Row> {
  readonly store: GridStore<Row>
  readonly isFocused: boolean
}

/** The box over the ticks: none, some or all of the rows that are shown. */
export function TickAll<Row>({ store, isFocused }: TickAllProps<Row>): ReactNode {
  const { selected, hidden, shown } = useSelectionCounts(store)
  const ticked = selected - hidden
  const isAll = ticked > 0 && ticked === shown
  return (
    <th
      scope="col"
      className={classes(headerStyles.title, styles.tick, headerStyles.pinned)}
      aria-colindex={1}
      data-column={TICK_COLUMN}
    >
      <input
        type="checkbox"
        className={styles.box}
        ref={(box) => {
          if (box !== null) box.indeterminate = ticked > 0 && !isAll
        }}
        checked={isAll}
        onChange={store.actions.toggleAllShown}
        aria-label="Select all rows shown"
        tabIndex={isFocused ? 0 : -1}
      />
    </th>
  )
}
