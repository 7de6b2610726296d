import { FolderPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useDesk, useLocked } from '../client/desk-store.ts'
import { CommandButton } from '../commands/CommandButton.tsx'
import { Button } from '../ui/actions/Button.tsx'
import base from '../ui/base/base.module.css'
import { SkeletonRows } from '../ui/feedback/SkeletonRows.tsx'
import { showToast } from '../ui/feedback/toast-queue.ts'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { Chip } from '../ui/fields/ChipList.tsx'
import { LockedField } from '../ui/fields/LockedField.tsx'
import { type SettingsState, settingsStore } from '../client/settings-store.ts'
import { SettingsRow } from './section/SettingsRow.tsx'
import { SettingsSection } from './section/SettingsSection.tsx'
import { useSectionCommands } from './section/use-section-commands.ts'
import styles from './SettingsScreen.module.css'

/** The folders to which documents may be saved. */
export function FoldersSection(): ReactNode {
  const folders = useStore(settingsStore, (state) => state.folders)
  const roots = useDesk(({ organisation }) => organisation.roots) ?? []
  const by = useLocked('folders')
  useSectionCommands('folders', [{ id: 'folders.choose', title: 'Choose a folder…', run: () => void choose() }])
  const indexesTexts = useDesk(({ settings }) => settings.indexesTexts)
  return (
    <SettingsSection
      section="folders"
      about="Parcel Desk writes only to folders that you chose. The last used comes first when you save."
    >
      {by !== undefined && (
        <LockedField
          label="Only in and below"
          isMono
          value={roots.length === 0 ? 'no folder: nothing can be saved' : roots.join(' or ')}
          by={by}
        />
      )}
      {folders === undefined && <SkeletonRows label="Reading folders" rows={2} columnsRem={[20]} />}
      {folders?.length === 0 && <p>No folder chosen yet.</p>}
      {folders !== undefined && folders.length > 0 && (
        <ul className={styles.rows}>
          {folders.map((folder) => (
            <FolderRow key={folder.folderId} folder={folder} />
          ))}
        </ul>
      )}
      <div>
        <CommandButton id="folders.choose" icon={FolderPlus} />
      </div>
      <Checkbox
        isSelected={indexesTexts}
        onChange={(on) => void settingsStore.actions.change('folders', { indexesTexts: on })}
      >
        Read saved documents in the background, to find words in them
      </Checkbox>
    </SettingsSection>
  )
}

type Folder = NonNullable<SettingsState['folders']>[number]

function FolderRow({ folder }: { readonly folder: Folder }): ReactNode {
  const { folderId, path, isThere } = folder
  const open = (): void =>
    void settingsStore.actions.attempt('folders', (call) => call('saving.openFolder', { folderId }))
  return (
    <SettingsRow
      actions={
        <>
          {isThere && (
            <Button variant="quiet" aria-label={`Open ${path}`} onPress={open}>
              Open
            </Button>
          )}
          <Button variant="quiet" aria-label={`Forget ${path}`} onPress={() => void forget(folderId)}>
            Forget
          </Button>
        </>
      }
    >
      <p className={base.path}>{path}</p>
      {!isThere && <Chip tone="warning">Not there now</Chip>}
    </SettingsRow>
  )
}

async function choose(): Promise<void> {
  await settingsStore.actions.attempt('folders', async (call) => {
    if ((await call('saving.chooseFolder', {})) !== null) await settingsStore.actions.readFolders()
  })
}

async function forget(folderId: string): Promise<void> {
  const isDone = await settingsStore.actions.attempt('folders', (call) => call('saving.forgetFolder', { folderId }))
  if (!isDone) return
  showToast({ text: 'Folder forgotten. Its contents stay.', undo: () => void recall(folderId) })
  await settingsStore.actions.readFolders()
}

async function recall(folderId: string): Promise<void> {
  await settingsStore.actions.attempt('folders', async (call) => {
    await call('saving.recallFolder', { folderId })
    await settingsStore.actions.readFolders()
  })
}
