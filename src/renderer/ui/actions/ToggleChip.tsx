import type { ReactNode } from 'react'
import { ToggleButton } from 'react-aria-components'
import base from '../base/base.module.css'
import { classes } from '../base/classes.ts'
import styles from './ToggleChip.module.css'

export type ChipTone = 'plain' | 'warning' | 'danger'

interface ToggleChipProps {
  /** What it is about, in few words: “5 missing”. */
  readonly children: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  /** For what should catch the eye also while it is off. */
  readonly tone?: ChipTone
}

/** One of several conditions in a row, on or off. */
export function ToggleChip({ children, isOn, onChange, tone = 'plain' }: ToggleChipProps): ReactNode {
  return (
    <ToggleButton className={classes(styles.chip, base[tone])} isSelected={isOn} onChange={onChange}>
      {children}
    </ToggleButton>
  )
}
