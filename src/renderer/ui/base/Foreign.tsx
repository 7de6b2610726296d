import type { ReactNode } from 'react'
import { visibleText } from '../../../shared/text/plain-text.ts'
import { Unknown } from '../feedback/Unknown.tsx'

/** Text from outside: isolated in its reading direction, with hidden characters made visible; blank text is unknown. */
export function Foreign({ text }: { readonly text: string | null }): ReactNode {
  return text === null || text.trim() === '' ? <Unknown /> : <bdi>{visibleText(text)}</bdi>
}
