import type { ReactNode } from 'react'
import { useDesk } from '../client/desk-store.ts'
import { ConcurrencySelect, ConflictChoice } from '../saving/SaveOptions.tsx'
import { settingsStore } from './section/settings-store.ts'
import { SettingsSection } from './section/SettingsSection.tsx'
import styles from './SettingsScreen.module.css'

/** The initial settings of the save dialog. */
export function SavingSection(): ReactNode {
  const { conflict, concurrency } = useDesk((desk) => desk.settings)
  const { change } = settingsStore.actions
  return (
    <SettingsSection section="saving" about="The defaults for a save; each save can change them.">
      <ConflictChoice value={conflict} onChange={(id) => void change('saving', { conflict: id })} />
      <div className={styles.narrow}>
        <ConcurrencySelect value={concurrency} onChange={(next) => void change('saving', { concurrency: next })} />
      </div>
    </SettingsSection>
  )
}
