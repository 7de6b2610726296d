import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../../../client/desk-client.ts'
import { insertToken } from '../../../saving/pattern/insert-token.ts'
import type { Token } from '../../../saving/store/save-state.ts'
import { TokenChips } from '../../../saving/pattern/TokenChips.tsx'
import { Button } from '../../../ui/actions/Button.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import styles from '../feeds.module.css'

interface RulePatternProps {
  readonly pattern: string
  readonly error: string | undefined
  readonly onChange: (pattern: string) => void
}

/** How the files of a rule are called, with the tokens to click in. */
export function RulePattern({ pattern, error, onChange }: RulePatternProps): ReactNode {
  const field = useRef<HTMLDivElement>(null)
  const tokens = useTokens()
  const [areAllShown, setAreAllShown] = useState(false)
  const insert = (token: string): void => {
    const input = field.current?.querySelector('input')
    const end = pattern.length
    const range = { start: input?.selectionStart ?? end, end: input?.selectionEnd ?? end }
    const next = insertToken(pattern, range, token)
    // The caret can be put only once the field has its new text.
    flushSync(() => onChange(next.pattern))
    input?.focus()
    input?.setSelectionRange(next.caret, next.caret)
  }
  return (
    <div className={styles.pattern}>
      <div ref={field}>
        <TextField
          label="Name pattern"
          isMono
          spellCheck="false"
          description="A slash makes a folder. A click adds a token where the caret is."
          value={pattern}
          error={error}
          onChange={onChange}
        />
      </div>
      <TokenChips tokens={tokens} areAllShown={areAllShown} onInsert={insert} />
      {tokens.length > 0 && (
        <div>
          <Button variant="quiet" onPress={() => setAreAllShown(!areAllShown)}>
            {areAllShown ? 'Fewer tokens' : `All ${tokens.length} tokens`}
          </Button>
        </div>
      )}
    </div>
  )
}

function useTokens(): readonly Token[] {
  const [tokens, setTokens] = useState<readonly Token[]>([])
  useEffect(() => {
    let isWanted = true
    // Without them a pattern can still be typed.
    call('saving.tokens', {}).then(
      (known) => isWanted && setTokens(known.tokens),
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [])
  return tokens
}
