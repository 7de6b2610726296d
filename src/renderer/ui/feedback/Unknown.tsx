import type { ReactNode } from 'react'
import { VisuallyHidden } from 'react-aria-components'

interface UnknownProps {
  /** What the service sent, if it could not be read. */
  readonly received?: string
}

/** “–” for what the service did not say: never blank, never a guess. */
export function Unknown({ received = '' }: UnknownProps): ReactNode {
  return (
    <span title={received === '' ? 'Unknown: the service did not say' : `Unknown. Received: “${received}”`}>
      <span aria-hidden>–</span>
      <VisuallyHidden elementType="span">unknown</VisuallyHidden>
    </span>
  )
}
