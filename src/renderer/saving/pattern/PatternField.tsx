import { type ReactNode, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { flushSync } from 'react-dom'
import { Button } from '../../ui/actions/Button.tsx'
import { classes } from '../../ui/base/classes.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import type { Token } from '../store/save-state.ts'
import styles from './PatternField.module.css'

/** Enough for most patterns; the rest is one press away. */
const SHOWN_FIRST = 7

interface PatternFieldProps {
  readonly pattern: string
  readonly tokens: readonly Token[]
  readonly error: string | undefined
  readonly onChange: (pattern: string) => void
  /** More that can be done with the pattern, beside the button for all tokens. */
  readonly children?: ReactNode
}

/** How folders and files are named: the pattern, and the tokens that can be clicked into it. */
export function PatternField({ pattern, tokens, error, onChange, children }: PatternFieldProps): ReactNode {
  const field = useRef<HTMLDivElement>(null)
  const [areAllShown, setAreAllShown] = useState(false)
  const insert = (token: string): void => {
    const input = field.current?.querySelector('input')
    const end = pattern.length
    const range = { start: input?.selectionStart ?? end, end: input?.selectionEnd ?? end }
    const next = insertToken(pattern, range, token)
    // The caret can only be placed once the field has its new text.
    flushSync(() => onChange(next.pattern))
    input?.focus()
    input?.setSelectionRange(next.caret, next.caret)
  }
  return (
    <>
      <div ref={field}>
        <TextField
          label="Name pattern"
          isMono
          spellCheck="false"
          description="A slash makes a folder. Click a token to insert it at the caret."
          value={pattern}
          error={error}
          onChange={onChange}
        />
      </div>
      <fieldset aria-label="Tokens" className={styles.chips}>
        {tokens.slice(0, areAllShown ? undefined : SHOWN_FIRST).map(({ token, label }) => (
          <AriaButton
            key={token}
            aria-label={`Add {${token}} ${label}`.trim()}
            className={classes(styles.chip)}
            onPress={() => insert(token)}
          >
            <span title={label}>{`{${token}}`}</span>
          </AriaButton>
        ))}
      </fieldset>
      <div className={styles.bar}>
        {tokens.length > 0 && (
          <Button variant="quiet" onPress={() => setAreAllShown(!areAllShown)}>
            {areAllShown ? 'Fewer tokens' : `All ${tokens.length} tokens`}
          </Button>
        )}
        {children}
      </div>
    </>
  )
}

export interface TextRange {
  readonly start: number
  readonly end: number
}

/** The pattern with a token in place of the selected text, and where the caret goes then. */
export function insertToken(
  pattern: string,
  { start, end }: TextRange,
  token: string,
): { readonly pattern: string; readonly caret: number } {
  const before = pattern.slice(0, start)
  const inserted = `{${token}}`
  return { pattern: before + inserted + pattern.slice(end), caret: before.length + inserted.length }
}
