import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Glyph } from '../actions/Glyph.tsx'
import styles from './EmptyState.module.css'

interface EmptyStateProps {
  readonly icon: LucideIcon
  /** What belongs in this place. */
  readonly title: string
  /** How to fill it, and what else may help, such as recent searches. */
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** An empty place explains what it is for. */
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
