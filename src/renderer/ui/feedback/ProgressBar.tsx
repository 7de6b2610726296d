import type { ReactNode } from 'react'
import { ProgressBar as AriaProgressBar, Label } from 'react-aria-components'
import base from '../base/base.module.css'
import { classes } from '../base/classes.ts'
import styles from './ProgressBar.module.css'

interface ProgressBarProps {
  readonly label: string
  /** Between 0 and `total`. Undefined while unknown: the bar then moves. */
  readonly done: number | undefined
  readonly total: number
  /** What the bar means: “480 of 2,000 documents, 31 MB of 128 MB”. */
  readonly text: string
  readonly tone?: 'running' | 'paused' | 'danger' | 'success'
  /** For a row that already shows label and text beside the bar. */
  readonly isBare?: boolean
}

export function ProgressBar(props: ProgressBarProps): ReactNode {
  const { label, done, total, text, tone = 'running', isBare = false } = props
  const filled = done === undefined || total <= 0 ? 0 : Math.min(1, Math.max(0, done / total))
  return (
    <AriaProgressBar
      value={filled}
      maxValue={1}
      isIndeterminate={done === undefined}
      valueLabel={text}
      className={classes(styles.progress, styles[tone])}
      {...(isBare ? { 'aria-label': label } : {})}
    >
      {!isBare && (
        <span className={styles.words}>
          <Label>{label}</Label>
          <span className={base.muted}>{text}</span>
        </span>
      )}
      <span className={styles.track}>
        {done === undefined ? (
          <span className={styles.moving} />
        ) : (
          <span className={styles.bar} style={{ width: `${filled * 100}%` }} />
        )}
      </span>
    </AriaProgressBar>
  )
}
