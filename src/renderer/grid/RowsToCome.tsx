import type { ReactNode } from 'react'
import { SkeletonRows } from '../ui/feedback/SkeletonRows.tsx'
import { BASE_REM_PX } from './columns/column-template.ts'
import styles from './Grid.module.css'
import type { ColumnLayout } from './columns/grid-column.ts'

/** Enough to fill a tall screen before anything has come, and a hint of more once something has. */
const FIRST_ROWS = 40
const FURTHER_ROWS = 3

interface RowsToComeProps {
  readonly columns: readonly ColumnLayout[]
  readonly isFirst: boolean
}

/** Skeletons in place of rows that are on their way. The grid says that it is busy, so a screen reader passes them over. */
export function RowsToCome({ columns, isFirst }: RowsToComeProps): ReactNode {
  const shown = columns.filter(({ isHidden }) => !isHidden)
  return (
    <div aria-hidden className={styles.skeleton}>
      <SkeletonRows
        label=""
        rows={isFirst ? FIRST_ROWS : FURTHER_ROWS}
        columnsRem={shown.map(({ width }) => width / BASE_REM_PX)}
      />
    </div>
  )
}
