import { Check, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SavedCounts } from '../../shared/words/saved-states.ts'
import { Glyph } from '../ui/actions/Glyph.tsx'
import { Unknown } from '../ui/base/Foreign.tsx'
import base from '../ui/base/base.module.css'
import { classes } from '../ui/base/classes.ts'
import { numberText } from '../ui/base/words.ts'
import styles from './SavedCount.module.css'

const CHANGED = <Glyph icon={RefreshCw} size="small" />
const SAVED = <Glyph icon={Check} size="small" />

/** “5 ✓5”: how many documents there are, and how many of them are on this computer; amber if the set has changed since. */
export function SavedCount({ documents, savedDocuments, changedDocuments }: SavedCounts): ReactNode {
  const hasChanged = changedDocuments > 0
  return (
    <span className={styles.count}>
      {documents === null ? <Unknown received="not listed by the service yet" /> : documents}
      {savedDocuments > 0 && (
        <span
          className={classes(styles.saved, hasChanged ? base.warning : base.success)}
          title={savedWords(savedDocuments, changedDocuments)}
        >
          {hasChanged ? CHANGED : SAVED}
          {savedDocuments}
        </span>
      )}
    </span>
  )
}

function savedWords(saved: number, changed: number): string {
  const words = `${numberText(saved)} saved on this computer`
  if (changed === 0) return words
  return `${words}, ${changed === saved ? '' : `${numberText(changed)} of them `}before the set changed`
}
