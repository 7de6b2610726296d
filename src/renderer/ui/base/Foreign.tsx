import type { ReactNode } from 'react'
import { VisuallyHidden } from 'react-aria-components'
import { isReadFromLeft, visibleText } from '../../../shared/text/plain-text.ts'

/** Text from outside: isolated in its reading direction, with hidden characters made visible; blank text is unknown. */
export function Foreign({ text }: { readonly text: string | null }): ReactNode {
  return text === null || text.trim() === '' ? <Unknown /> : <bdi>{visibleText(text)}</bdi>
}

/** The same for thousands of cells, each of one text alone: most text has nothing to isolate, and an element for it is laid out too. */
export function foreignCell(text: string): ReactNode {
  return isReadFromLeft(text) && text.trim() !== '' ? text : <Foreign text={text} />
}

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
