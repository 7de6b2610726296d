import { CircleDashed, CircleHelp, CircleX, Copy, type LucideIcon, Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Glyph } from '../ui/actions/Glyph.tsx'
import { FOUND_WORDS } from './found-words.ts'
import styles from './WorklistScreen.module.css'
import type { WorklistLine } from './worklist-line.ts'

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
