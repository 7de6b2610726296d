import type { ReactNode } from 'react'
import { visibleText } from '../../../shared/text/plain-text.ts'
import { Unknown } from '../feedback/Unknown.tsx'

/** Text from outside: it turns the reading direction of nothing around it, what is hidden in it is seen, and blank is unknown. */
export function Foreign({ text }: { readonly text: string | null }): ReactNode {
  return text === null || text.trim() === '' ? <Unknown /> : <bdi>{visibleText(text)}</bdi>
}
