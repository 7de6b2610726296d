import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { Button } from '../../ui/actions/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import type { ShownFailure } from '../../client/desk-client.ts'
import type { SaveStore } from '../store/save-store.ts'
import { insertToken } from './insert-token.ts'
import { NamedPatterns } from './NamedPatterns.tsx'
import styles from '../SaveDialog.module.css'
import { TokenChips } from './PatternField.tsx'

const LONGEST_NEXT_CHARS = 120

/** How folders and files are called: the pattern, what can be clicked into it, and what comes of it. */
export function PatternEditor({ store }: { readonly store: SaveStore }): ReactNode {
  const field = useRef<HTMLDivElement>(null)
  const pattern = useStore(store, (state) => state.form.pattern)
  const tokens = useStore(store, (state) => state.tokens)
  const example = useStore(store, (state) => state.example)
  const [areAllShown, setAreAllShown] = useState(false)
  const insert = (token: string): void => {
    const input = field.current?.querySelector('input')
    const end = pattern.length
    const range = { start: input?.selectionStart ?? end, end: input?.selectionEnd ?? end }
    const next = insertToken(pattern, range, token)
    // The caret can be put only once the field has its new text.
    flushSync(() => store.actions.change({ pattern: next.pattern }))
    input?.focus()
    input?.setSelectionRange(next.caret, next.caret)
  }
  return (
    <div className={styles.pattern}>
      <div ref={field}>
        <PatternField store={store} />
      </div>
      <TokenChips tokens={tokens} areAllShown={areAllShown} onInsert={insert} />
      <div className={styles.bar}>
        {tokens.length > 0 && (
          <Button variant="quiet" onPress={() => setAreAllShown(!areAllShown)}>
            {areAllShown ? 'Fewer tokens' : `All ${tokens.length} tokens`}
          </Button>
        )}
        <NamedPatterns store={store} />
      </div>
      <Example texts={example.texts} isStale={example.failure !== null} />
    </div>
  )
}

function PatternField({ store }: { readonly store: SaveStore }): ReactNode {
  const pattern = useStore(store, (state) => state.form.pattern)
  const failure = useStore(store, (state) => state.example.failure)
  return (
    <TextField
      label="Name pattern"
      isMono
      value={pattern}
      spellCheck="false"
      error={failure === null ? undefined : fieldError(failure)}
      description="A slash makes a folder. A click adds a token where the caret is."
      onChange={(text) => store.actions.change({ pattern: text })}
    />
  )
}

/** A long next step lists the tokens, which are below the field to click. */
function fieldError({ message, next }: ShownFailure): string {
  return next.length > LONGEST_NEXT_CHARS ? message : `${message} ${next}`
}

function Example({ texts, isStale }: { readonly texts: readonly string[]; readonly isStale: boolean }): ReactNode {
  if (texts.length === 0 || isStale) return null
  return (
    <div className={styles.example} aria-live="polite">
      <span className={styles.label}>Example</span>
      <ul>
        {/* Equal ones show once: as keys of a list they would leave stale names behind. */}
        {[...new Set(texts)].slice(0, 2).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}
