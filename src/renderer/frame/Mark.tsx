import type { ReactNode } from 'react'
import styles from './Mark.module.css'

/** The sign of the application, as in its icon: a sheet that is tied like a parcel and sealed. */
export function Mark(): ReactNode {
  return (
    <svg width="1.25rem" height="1.25rem" viewBox="0 0 20 20" fill="none" aria-hidden className={styles.mark}>
      <path d="M4 1.75h8l4 4v12.5H4z" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
      <path d="M10 2v5.5M10 14v4M4 11h3M13 11h3" stroke="currentColor" strokeWidth="1.5" />
      <circle cx="10" cy="11" r="3" className={styles.seal} />
    </svg>
  )
}
