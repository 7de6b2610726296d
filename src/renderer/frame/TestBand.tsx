import type { ReactNode } from 'react'
import styles from './TestBand.module.css'

/** Says on every screen of a test environment that it is one: by colour, hatching and words, one line high. */
export function TestBand(): ReactNode {
  return (
    <p className={styles.band}>
      <span>
        <strong>Test environment</strong>: nothing here is in production
      </span>
    </p>
  )
}
