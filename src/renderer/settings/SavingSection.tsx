import type { ReactNode } from 'react'
import { ConcurrencySelect } from '../saving/SaveOptions.tsx'
import { CONFLICT_CHOICES } from '../saving/store/conflict-choices.ts'
import { useDesk } from '../client/desk-store.ts'
import { RadioGroup } from '../ui/fields/RadioGroup.tsx'
import { SettingsSection } from './section/SettingsSection.tsx'
import { settingsStore } from './section/settings-store.ts'
import styles from './SettingsScreen.module.css'

/** What the save dialog starts with. */
export function SavingSection(): ReactNode {
  const { conflict, concurrency } = useDesk((desk) => desk.settings)
  const { change } = settingsStore.actions
  return (
    <SettingsSection
      section="saving"
      title="Saving"
      about="What a save starts with; each save can still be set otherwise."
    >
      <RadioGroup
        label="Where a file of that name is there"
        choices={CONFLICT_CHOICES}
        value={conflict}
        onChange={(id) => void change('saving', { conflict: id })}
      />
      <div className={styles.narrow}>
        <ConcurrencySelect value={concurrency} onChange={(next) => void change('saving', { concurrency: next })} />
      </div>
    </SettingsSection>
  )
}
