import { Check, CircleDashed, CircleHelp, CircleX, Copy, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Output } from '../../shared/contract/contract.ts'
import { StateChip } from '../parcel/StateChip.tsx'
import { Glyph } from '../ui/actions/Glyph.tsx'
import { Unknown } from '../ui/feedback/Unknown.tsx'
import styles from './WorklistScreen.module.css'

export type WorklistLine = Output<'search.lines'>['lines'][number]
type LineState = WorklistLine['state']

/** `unknown` is never called missing: the search did not get that far. */
export const LINE_STATE_LABELS: Readonly<Record<LineState, string>> = {
  waiting: 'Waiting',
  found: 'Found',
  several: 'Several',
  missing: 'Missing',
  unknown: 'Not known',
}

const ICONS: Readonly<Record<LineState, LucideIcon>> = {
  waiting: CircleDashed,
  found: Check,
  several: Copy,
  missing: CircleX,
  unknown: CircleHelp,
}

/** Whether there is a set for a reference, as icon and word. */
export function LineStateMark({ state }: { readonly state: LineState }): ReactNode {
  return (
    <span className={styles.found} data-state={state}>
      <Glyph icon={ICONS[state]} size="small" />
      {LINE_STATE_LABELS[state]}
    </span>
  )
}

/** The states of the sets of one reference, each once. */
export function LineStatuses({ statuses }: { readonly statuses: readonly string[] }): ReactNode {
  if (statuses.length === 0) return <Unknown />
  return (
    <span className={styles.statuses}>
      {statuses.map((status) => (
        <StateChip key={status} state={status} />
      ))}
    </span>
  )
}
