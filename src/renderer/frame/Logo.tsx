import type { ReactNode } from 'react'
import styles from './Logo.module.css'

/** The application’s logo, as in its icon: a sheet tied like a parcel and sealed. */
export function Logo({ size = '1.375rem' }: { readonly size?: string }): ReactNode {
  return (
    <svg width={size} height={size} viewBox="0 0 22 22" aria-hidden className={styles.mark}>
      <path className={styles.sheet} d="M5 1h8.5L18 5.5V20a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V2a1 1 0 0 1 1-1Z" />
      <path className={styles.string} d="M11 1v20M4 12h14" />
      <circle className={styles.seal} cx="11" cy="12" r="3.75" />
    </svg>
  )
}
