import { CircleDashed, CircleHelp, CircleX, Copy, type LucideIcon, Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Glyph } from '../ui/actions/Glyph.tsx'
import { FOUND_WORDS } from './found-words.ts'
import styles from './WorklistScreen.module.css'
import type { WorklistLine } from './worklist-line.ts'
import { StateChip } from '../parcel/StateChip.tsx'
import { Unknown } from '../ui/feedback/Unknown.tsx'

const ICONS: Readonly<Record<WorklistLine['state'], LucideIcon>> = {
  waiting: CircleDashed,
  found: Check,
  several: Copy,
  missing: CircleX,
  unknown: CircleHelp,
}

/** Whether there is a set for a reference, as icon and word. */
export function FoundMark({ state }: { readonly state: WorklistLine['state'] }): ReactNode {
  return (
    <span className={styles.found} data-state={state}>
      <Glyph icon={ICONS[state]} size="small" />
      {FOUND_WORDS[state]}
    </span>
  )
}

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
