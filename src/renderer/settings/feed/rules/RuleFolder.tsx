import { FolderOpen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { call, failureIn } from '../../../client/desk-client.ts'
import type { ShownFailure } from '../../../client/caller.ts'
import { settingsStore } from '../../section/settings-store.ts'
import { Button } from '../../../ui/actions/Button.tsx'
import { FailureNotice } from '../../../ui/feedback/FailureNotice.tsx'
import { Select } from '../../../ui/fields/Select.tsx'
import styles from '../feeds.module.css'

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
              ...{ id, title: path },
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
