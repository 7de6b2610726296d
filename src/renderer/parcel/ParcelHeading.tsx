import type { ReactNode } from 'react'
import { classes } from '../ui/base/classes.ts'
import styles from './ParcelHeading.module.css'

interface ParcelHeadingProps {
  /** The parcel’s reference, or what stands for it. */
  readonly parcel: ReactNode
  /** Undefined if it is not known. */
  readonly shipment: ReactNode
  /** The title is words and not a reference. */
  readonly isWords?: boolean
  /** State, signatures and the like, in one line. */
  readonly state: ReactNode
  /** The customer, after the state. */
  readonly customer: ReactNode
  readonly children?: ReactNode
}

/** The heading of a pane about one parcel: its references and its state. */
export function ParcelHeading(props: ParcelHeadingProps): ReactNode {
  const { parcel, shipment, isWords = false, state, customer, children } = props
  return (
    <header>
      <h2 className={classes(styles.references, !isWords && styles.mono)}>
        {parcel}
        {shipment !== undefined && <span className={styles.muted}>{shipment}</span>}
      </h2>
      <p className={styles.state}>
        {state}
        <span className={styles.muted}>{customer}</span>
      </p>
      {children}
    </header>
  )
}
