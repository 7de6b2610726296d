import type { ReactNode } from 'react'
import { parseSignature } from '../../shared/text/set-fields.ts'
import { classes } from '../ui/base/classes.ts'
import { Unknown } from '../ui/base/Foreign.tsx'
import styles from './SignatureBar.module.css'

interface SignatureBarProps {
  /** As received: `2 of 3`. Any other form is shown as it is. */
  readonly signature: string
  /** “2/3” for a narrow column; screen readers still get “2 of 3 signatures”. */
  readonly isShort?: boolean
}

/** More strokes than this would be too thin to count. */
const MAX_STROKES = 6

/** How many have signed, as words and as strokes. */
export function SignatureBar({ signature, isShort = false }: SignatureBarProps): ReactNode {
  if (signature.trim() === '') return <Unknown received={signature} />
  const progress = parseSignature(signature)
  if (progress === undefined) return <span>{signature}</span>
  const { signed, total } = progress
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- words and strokes together are the picture, and no file
    <span role="img" aria-label={`${signed} of ${total} signatures`} className={styles.signature} title={signature}>
      {isShort ? `${signed}/${total}` : `${signed} of ${total}`}
      <span className={classes(styles.strokes, signed === total && styles.complete)}>
        {total <= MAX_STROKES ? (
          Array.from({ length: total }, (_, place) => (
            <span key={place} className={classes(styles.stroke, place < signed && styles.signed)} />
          ))
        ) : (
          <span className={styles.line}>
            <span className={styles.signed} style={{ width: `${(100 * signed) / total}%` }} />
          </span>
        )}
      </span>
    </span>
  )
}
