import { type ReactNode, useEffect, useState } from 'react'
import { VisuallyHidden } from 'react-aria-components'
import styles from './SkeletonRows.module.css'

interface SkeletonRowsProps {
  /** What is loading, for screen readers: “Loading parcel sets”. */
  readonly label: string
  readonly rows: number
  /** Width of each column in rem. */
  readonly columnsRem: readonly number[]
}

// Varied, so that the rows look like text and not like a wall; repeats after five.
const SHARES = [0.8, 0.55, 0.9, 0.65, 0.75] as const

/** What is there sooner is not announced: the words would wait behind what the user is listening to. */
const SILENT_MS = 1_000

/** Placeholders for rows that are still loading. They do not move: only progress does. */
export function SkeletonRows({ label, rows, columnsRem }: SkeletonRowsProps): ReactNode {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), SILENT_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <output className={styles.rows}>
      {isLate && <VisuallyHidden elementType="span">{label}</VisuallyHidden>}
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={styles.row} aria-hidden>
          {columnsRem.map((widthRem, column) => (
            <span key={column} className={styles.cell} style={{ width: `${widthRem}rem` }}>
              <span className={styles.text} style={{ width: `${100 * (SHARES[(row + column * 2) % 5] ?? 1)}%` }} />
            </span>
          ))}
        </span>
      ))}
    </output>
  )
}
