import type { ReactNode } from 'react'
import type { GridStore } from '../../grid/store/create-grid-store.ts'
import { useCurrentRow } from '../../grid/store/grid-hooks.ts'
import base from '../../ui/base/base.module.css'
import { classes } from '../../ui/base/classes.ts'
import { Foreign } from '../../ui/base/Foreign.tsx'
import styles from './ReadingNow.module.css'

interface ReadingNowProps<Row> {
  readonly grid: GridStore<Row>
  readonly referenceOf: (row: Row) => string | null
}

/** Which set is read, beside what is ticked: the row itself may be scrolled out of sight. Its row is announced, not this. */
export function ReadingNow<Row>({ grid, referenceOf }: ReadingNowProps<Row>): ReactNode {
  const row = useCurrentRow(grid)
  const reference = row === undefined ? null : referenceOf(row)
  if (reference === null) return null
  return (
    <span className={classes(styles.reading, base.muted)}>
      Reading <Foreign text={reference} />
    </span>
  )
}
