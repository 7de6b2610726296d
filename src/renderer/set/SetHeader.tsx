import { Fragment, type ReactNode } from 'react'
import { Foreign } from '../ui/base/Foreign.tsx'
import { cleanQuantity } from '../../shared/text/fields.ts'
import type { SetRow } from './set-columns.ts'
import { SignatureBar } from '../parcel/SignatureBar.tsx'
import { StateChip } from '../parcel/StateChip.tsx'
import styles from './SetPane.module.css'

/** What tells one set from another at a glance. */
export function SetHeader({ row }: { readonly row: SetRow }): ReactNode {
  const cargo = [row.cargoName, cleanQuantity(row.quantity ?? ''), row.vesselName].filter((part) => !isBlank(part))
  return (
    <header className={styles.header}>
      <h2 className={styles.refs}>
        <Foreign text={row.parcelRef} />
        <span className={styles.shipment}>
          <Foreign text={row.shipmentRef} />
        </span>
      </h2>
      <p className={styles.state}>
        <StateChip state={row.status ?? ''} isStrong />
        <SignatureBar signature={row.signature ?? ''} />
        <span className={styles.muted}>
          <Foreign text={row.customerName} />
        </span>
      </p>
      <p>
        {cargo.map((part, at) => (
          <Fragment key={at}>
            {at > 0 && ' · '}
            <Foreign text={part} />
          </Fragment>
        ))}
        {cargo.length > 0 && <br />}
        <Foreign text={row.loadPort} /> → <Foreign text={row.destinationName} />
      </p>
    </header>
  )
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === ''
}
