import type { ReactNode } from 'react'
import styles from './Chip.module.css'
import { classes } from '../base/classes.ts'

interface ChipProps {
  readonly children: ReactNode
  readonly tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger'
  readonly isMono?: boolean
}

/** A short fact in a frame: “saved”, “new”, a token of a pattern. Its words say it; the colour only repeats it. */
export function Chip({ children, tone = 'neutral', isMono = false }: ChipProps): ReactNode {
  return <span className={classes(styles.chip, styles[tone], isMono && styles.mono)}>{children}</span>
}
