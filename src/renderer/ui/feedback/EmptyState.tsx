import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'
import { Glyph } from '../actions/Glyph.tsx'

interface EmptyStateProps {
  readonly icon: LucideIcon
  /** What belongs here. */
  readonly title: string
  /** How it gets here, and what else may help, such as the last searches. */
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** An empty place teaches what it is for. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps): ReactNode {
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>
        <Glyph icon={icon} size="large" />
      </span>
      <h2>{title}</h2>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
