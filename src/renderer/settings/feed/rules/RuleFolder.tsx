import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { call } from '../../../client/desk-client.ts'
import { useDesk, useLocked } from '../../../client/desk-store.ts'
import { useAttempt } from '../../../client/use-attempt.ts'
import { PatternField } from '../../../saving/pattern/PatternField.tsx'
import { ChooseFolderButton, FolderSelect } from '../../../saving/SaveOptions.tsx'
import type { Token } from '../../../saving/store/save-state.ts'
import { FailureNotice } from '../../../ui/feedback/Banner.tsx'
import { LockedField } from '../../../ui/fields/LockedField.tsx'
import { settingsStore } from '../../../client/settings-store.ts'
import styles from '../feeds.module.css'

interface RuleFolderProps {
  readonly folderId: string | undefined
  readonly error: string | undefined
  readonly onChange: (folderId: string) => void
}

/** Where a rule saves to. */
export function RuleFolder({ folderId, error, onChange }: RuleFolderProps): ReactNode {
  const folders = useStore(settingsStore, (state) => state.folders) ?? []
  const { attempt, failure } = useAttempt()
  const choose = async (): Promise<void> => {
    const chosen = await call('saving.chooseFolder', {})
    if (chosen === null) return
    await settingsStore.actions.readFolders()
    onChange(chosen.folderId)
  }
  return (
    <>
      {failure !== undefined && <FailureNotice failure={failure} />}
      <div className={styles.inline}>
        <div className={styles.folder}>
          <FolderSelect
            label="to this folder"
            folders={folders}
            value={folderId}
            placeholder={folders.length === 0 ? 'No folder chosen yet' : 'Choose a folder'}
            error={error}
            onChange={onChange}
          />
        </div>
        <ChooseFolderButton onPress={() => attempt(choose)} />
      </div>
    </>
  )
}

interface RulePatternProps {
  readonly pattern: string
  readonly error: string | undefined
  readonly onChange: (pattern: string) => void
}

/** How the files of a rule are named. */
export function RulePattern({ pattern, error, onChange }: RulePatternProps): ReactNode {
  const by = useLocked('pattern')
  const tokens = useTokens()
  const set = useDesk(({ settings }) => settings.pattern)
  if (by !== undefined) return <LockedField label="Name pattern" isMono value={set} by={by} />
  return (
    <div className={styles.pattern}>
      <PatternField pattern={pattern} tokens={tokens} error={error} onChange={onChange} />
    </div>
  )
}

function useTokens(): readonly Token[] {
  const [tokens, setTokens] = useState<readonly Token[]>([])
  useEffect(() => {
    let isCurrent = true
    // Without them a pattern can still be typed.
    call('saving.tokens', {}).then(
      (known) => isCurrent && setTokens(known.tokens),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [])
  return tokens
}
