import type { ReactNode } from 'react'
import { cleanQuantity } from '../../shared/text/clean-quantity.ts'
import type { SetRow } from '../search/set-columns.ts'
import { SignatureBar } from '../ui/SignatureBar.tsx'
import { StateChip } from '../ui/StateChip.tsx'
import { Unknown } from '../ui/Unknown.tsx'
import styles from './SetPane.module.css'

/** What tells one set from another at a glance. */
export function SetHeader({ row }: { readonly row: SetRow }): ReactNode {
  const cargo = [row.cargoName, cleanQuantity(row.quantity ?? ''), row.vesselName].filter((part) => !isBlank(part))
  return (
    <header className={styles.header}>
      <h2 className={styles.refs}>
        {isBlank(row.parcelRef) ? <Unknown /> : row.parcelRef}
        <span className={styles.shipment}>{isBlank(row.shipmentRef) ? <Unknown /> : row.shipmentRef}</span>
      </h2>
      <p className={styles.state}>
        <StateChip state={row.status ?? ''} isStrong />
        <SignatureBar signature={row.signature ?? ''} />
        <span className={styles.muted}>{row.customerName}</span>
      </p>
      <p>
        {cargo.join(' · ')}
        {cargo.length > 0 && <br />}
        {isBlank(row.loadPort) ? <Unknown /> : row.loadPort} →{' '}
        {isBlank(row.destinationName) ? <Unknown /> : row.destinationName}
      </p>
    </header>
  )
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === ''
}
