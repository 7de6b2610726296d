import type { ReactNode } from 'react'
import { Foreign, Unknown } from '../base/Foreign.tsx'
import base from '../base/base.module.css'
import styles from './Facts.module.css'

/** Names and values, one per line. */
export function Facts({ children }: { readonly children: ReactNode }): ReactNode {
  return <dl className={styles.facts}>{children}</dl>
}

interface FactProps {
  readonly name: string
  /** Text counts as text from outside; null is unknown. */
  readonly children: ReactNode
  /** For ids, paths and references. */
  readonly isMono?: boolean
}

export function Fact({ name, children, isMono = false }: FactProps): ReactNode {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd className={isMono ? base.path : undefined}>
        {typeof children === 'string' ? <Foreign text={children} /> : (children ?? <Unknown />)}
      </dd>
    </div>
  )
}
