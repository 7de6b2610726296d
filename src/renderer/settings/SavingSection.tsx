import type { ReactNode } from 'react'
import { useDesk, useLocked } from '../client/desk-store.ts'
import { ConcurrencySelect, ConflictChoice } from '../saving/SaveOptions.tsx'
import { LockedField } from '../ui/fields/LockedField.tsx'
import { settingsStore } from './section/settings-store.ts'
import { SettingsSection } from './section/SettingsSection.tsx'
import styles from './SettingsScreen.module.css'

/** The initial settings of the save dialog. */
export function SavingSection(): ReactNode {
  const { conflict, concurrency } = useDesk((desk) => desk.settings)
  const noDragging = useLocked('drag')
  const { change } = settingsStore.actions
  return (
    <SettingsSection section="saving" about="The defaults for a save; each save can change them.">
      <ConflictChoice value={conflict} onChange={(id) => void change('saving', { conflict: id })} />
      <div className={styles.narrow}>
        <ConcurrencySelect value={concurrency} onChange={(next) => void change('saving', { concurrency: next })} />
      </div>
      {noDragging !== undefined && (
        <LockedField label="Dragging documents into other programs" value="not allowed" by={noDragging} />
      )}
    </SettingsSection>
  )
}
