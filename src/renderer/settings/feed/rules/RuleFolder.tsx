import { FolderOpen } from 'lucide-react'
import { type ReactNode, useState, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { call, failureIn, type ShownFailure } from '../../../client/desk-client.ts'
import { settingsStore } from '../../section/settings-store.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import { FailureNotice } from '../../../ui/feedback/Banner.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import styles from '../feeds.module.css'
import { flushSync } from 'react-dom'
import { insertToken } from '../../../saving/pattern/insert-token.ts'
import type { Token } from '../../../saving/store/save-state.ts'
import { TokenChips } from '../../../saving/pattern/PatternField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'

interface RuleFolderProps {
  readonly folderId: string | undefined
  readonly error: string | undefined
  readonly onChange: (folderId: string) => void
}

/** Where a rule saves to: a folder chosen before, or another from the dialog of the system. */
export function RuleFolder({ folderId, error, onChange }: RuleFolderProps): ReactNode {
  const folders = useStore(settingsStore, (state) => state.folders) ?? []
  const [failure, setFailure] = useState<ShownFailure>()
  const choose = async (): Promise<void> => {
    try {
      const chosen = await call('saving.chooseFolder', {})
      if (chosen === null) return
      await settingsStore.actions.readFolders()
      onChange(chosen.folderId)
    } catch (thrown) {
      setFailure(failureIn(thrown))
    }
  }
  return (
    <>
      {failure !== undefined && <FailureNotice failure={failure} />}
      <div className={styles.inline}>
        <div className={styles.folder}>
          <Select
            label="to this folder"
            placeholder={folders.length === 0 ? 'No folder was chosen yet' : 'Choose a folder'}
            options={folders.map(({ folderId: id, path, isThere }) => ({
              id,
              title: path,
              ...(isThere ? {} : { more: 'not there now' }),
            }))}
            value={folderId}
            error={error}
            onChange={onChange}
          />
        </div>
        <Button icon={FolderOpen} onPress={() => void choose()}>
          Choose a folder…
        </Button>
      </div>
    </>
  )
}

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
