import type { ReactNode } from 'react'
import { StateChip } from '../parcel/StateChip.tsx'
import { Unknown } from '../ui/feedback/Unknown.tsx'
import styles from './WorklistScreen.module.css'

/** The states of the sets of one reference, each once. */
export function Statuses({ statuses }: { readonly statuses: readonly string[] }): ReactNode {
  if (statuses.length === 0) return <Unknown />
  return (
    <span className={styles.statuses}>
      {statuses.map((status) => (
        <StateChip key={status} state={status} />
      ))}
    </span>
  )
}
