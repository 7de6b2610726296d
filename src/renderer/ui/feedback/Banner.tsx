import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DescribedFailure } from '../../../shared/errors/failure.ts'
import { Glyph } from '../actions/Glyph.tsx'
import { classes } from '../base/classes.ts'
import styles from './Banner.module.css'

interface BannerProps {
  readonly tone: 'info' | 'success' | 'warning' | 'danger'
  /** What happened, in one sentence. */
  readonly title: string
  /** Why, and what to do next. */
  readonly children?: ReactNode
  readonly action?: ReactNode
}

const ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert } as const

/** What happened, why, and what next, with the button for it. A failure is announced at once, the rest at the next pause. */
export function Banner({ tone, title, children, action }: BannerProps): ReactNode {
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classes(styles.banner, styles[tone], children === undefined && styles.line)}
    >
      <span className={styles.icon}>
        <Glyph icon={ICONS[tone]} />
      </span>
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        {children !== undefined && <div>{children}</div>}
      </div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  )
}

interface FailureNoticeProps {
  readonly failure: Pick<DescribedFailure, 'message' | 'next'>
  readonly action?: ReactNode
}

/** A failure in the words of the failure table, the same as in the log and on the command line. */
export function FailureNotice({ failure, action }: FailureNoticeProps): ReactNode {
  return (
    <Banner tone="danger" title={failure.message} action={action}>
      {failure.next}
    </Banner>
  )
}
