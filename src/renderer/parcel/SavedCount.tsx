import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Glyph } from '../ui/actions/Glyph.tsx'
import { Unknown } from '../ui/feedback/Unknown.tsx'
import styles from './SavedCount.module.css'

interface SavedCountProps {
  /** Null while the service has not listed them. */
  readonly documents: number | null
  readonly savedDocuments: number
}

/** “2 ✓1”: how many documents there are, and how many of them are on this computer. */
export function SavedCount({ documents, savedDocuments }: SavedCountProps): ReactNode {
  return (
    <span className={styles.count}>
      {documents === null ? <Unknown received="not listed by the service yet" /> : documents}
      {savedDocuments > 0 && (
        <span className={styles.saved} title={`${savedDocuments} saved on this computer`}>
          <Glyph icon={Check} size="small" />
          {savedDocuments}
        </span>
      )}
    </span>
  )
}

/** The documents of several sets; null while the service has not listed them all. */
export function totalDocuments(sets: readonly Pick<SavedCountProps, 'documents'>[]): number | null {
  return sets.reduce<number | null>(
    (sum, { documents }) => (sum === null || documents === null ? null : sum + documents),
    0,
  )
}
