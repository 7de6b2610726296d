import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { ShownFailure } from '../../client/desk-client.ts'
import { useLocked } from '../../client/desk-store.ts'
import { Foreign } from '../../ui/base/Foreign.tsx'
import { LockedField } from '../../ui/fields/LockedField.tsx'
import styles from '../SaveDialog.module.css'
import type { SaveStore } from '../store/save-store.ts'
import { NamedPatterns } from './NamedPatterns.tsx'
import { PatternField } from './PatternField.tsx'

/** The name pattern of a save, and an example of the names it makes. */
export function PatternEditor({ store }: { readonly store: SaveStore }): ReactNode {
  const pattern = useStore(store, (state) => state.form.pattern)
  const tokens = useStore(store, (state) => state.tokens)
  const { texts, failure } = useStore(store, (state) => state.example)
  const by = useLocked('pattern')
  if (by !== undefined) {
    return (
      <div className={styles.pattern}>
        <LockedField label="Name pattern" isMono value={pattern} by={by} />
        {failure === null && <Example texts={texts} />}
      </div>
    )
  }
  return (
    <div className={styles.pattern}>
      <PatternField
        pattern={pattern}
        tokens={tokens}
        error={failure === null ? undefined : fieldError(failure)}
        onChange={(text) => store.actions.change({ pattern: text })}
      >
        <NamedPatterns store={store} />
      </PatternField>
      {failure === null && <Example texts={texts} />}
    </div>
  )
}

const MAX_NEXT_CHARS = 120

/** A long next step lists the tokens, which can be clicked below the field. */
function fieldError({ message, next }: ShownFailure): string {
  return next.length > MAX_NEXT_CHARS ? message : `${message} ${next}`
}

function Example({ texts }: { readonly texts: readonly string[] }): ReactNode {
  if (texts.length === 0) return null
  return (
    <div className={styles.example} aria-live="polite">
      <span className={styles.label}>Example</span>
      <ul>
        {/* Equal names show once: as keys of a list they would leave stale names behind. */}
        {[...new Set(texts)].slice(0, 2).map((text) => (
          <li key={text}>
            <Foreign text={text} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A pattern that was changed in a save dialog but not used: the next dialog in this window starts with it. */
interface PatternDraft {
  /** The draft, or `stored` if there is none or the stored pattern has changed since. */
  read(stored: string): string
  keep(draft: { readonly stored: string; readonly pattern: string }): void
}

function createPatternDraft(): PatternDraft {
  let kept: { readonly stored: string; readonly pattern: string } | undefined
  return {
    read: (stored) => (kept?.stored === stored ? kept.pattern : stored),
    keep: (draft) => {
      kept = draft
    },
  }
}

export const patternDraft = createPatternDraft()
