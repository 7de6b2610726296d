import type { DragEvent, ReactNode } from 'react'
import { classes } from '../base/classes.ts'
import styles from './ListColumn.module.css'

interface ListColumnProps {
  /** Bars and notices. */
  readonly head: ReactNode
  /** The list; it takes the height that is left. */
  readonly children: ReactNode
  readonly foot: ReactNode
  /** The list is older than the latest question: drawn pale. */
  readonly isStale?: boolean
  /** Something was dropped anywhere on the column. */
  readonly onDrop?: ((event: DragEvent) => void) | undefined
}

/** A list with bars above and a foot below, as in Search, Worklist and Inbox. */
export function ListColumn({ head, children, foot, isStale = false, onDrop }: ListColumnProps): ReactNode {
  const drop = onDrop === undefined ? {} : { onDrop, onDragOver: (event: DragEvent) => event.preventDefault() }
  return (
    <div className={styles.column} data-scope="list" {...drop}>
      {head}
      <div className={classes(styles.list, isStale && styles.stale)}>{children}</div>
      {foot}
    </div>
  )
}
