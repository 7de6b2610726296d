import { FolderOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { Button } from '../ui/actions/Button.tsx'
import { Select } from '../ui/fields/Select.tsx'
import type { SaveStore } from './store/save-store.ts'
import styles from './SaveDialog.module.css'

/** Where to: a folder chosen before, or another from the dialog of the system. */
export function FolderChooser({ store }: { readonly store: SaveStore }): ReactNode {
  const folders = useStore(store, (state) => state.folders)
  const folderId = useStore(store, (state) => state.form.folderId)
  const chosen = folders?.find((folder) => folder.folderId === folderId)
  const isEmpty = folders?.length === 0
  return (
    <div className={styles.folder}>
      {isEmpty ? (
        <p className={styles.note}>
          <strong>Folder</strong> No folder was chosen yet. Parcel Desk writes only to folders that you choose.
        </p>
      ) : (
        <div className={styles.fill}>
          <Select
            label="Folder"
            value={folderId}
            placeholder={folders === undefined ? 'Reading…' : 'Choose a folder'}
            isDisabled={folders === undefined}
            options={(folders ?? []).map((folder) => ({
              id: folder.folderId,
              title: folder.path,
              ...(folder.isThere ? {} : { more: 'not there now' }),
            }))}
            error={
              chosen?.isThere === false
                ? 'This folder is not there now. Connect its drive, or choose another folder.'
                : undefined
            }
            onChange={(id) => store.actions.change({ folderId: id })}
          />
        </div>
      )}
      <Button icon={FolderOpen} onPress={() => void store.actions.chooseFolder()}>
        Choose a folder…
      </Button>
    </div>
  )
}
