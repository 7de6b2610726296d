import type { ReactNode } from 'react'
import { useDesk, useLocked } from '../client/desk-store.ts'
import { ConcurrencySelect, ConflictChoice } from '../saving/SaveOptions.tsx'
import { KeptField } from '../ui/fields/KeptField.tsx'
import { LockedField } from '../ui/fields/LockedField.tsx'
import { settingsStore } from '../client/settings-store.ts'
import { SettingsSection } from './section/SettingsSection.tsx'
import styles from './SettingsScreen.module.css'

/** The initial settings of the save dialog. */
export function SavingSection(): ReactNode {
  const { conflict, concurrency, bandwidth, callsPerMinute } = useDesk((desk) => desk.settings)
  const noDragging = useLocked('drag')
  const { change } = settingsStore.actions
  return (
    <SettingsSection section="saving" about="The defaults for a save; each save can change them.">
      <ConflictChoice value={conflict} onChange={(id) => void change('saving', { conflict: id })} />
      <div className={styles.narrow}>
        <ConcurrencySelect value={concurrency} onChange={(next) => void change('saving', { concurrency: next })} />
      </div>
      <div className={styles.narrow}>
        <KeptField
          label="Bytes a second"
          description="For a line that others need, too: 2M, or by the time of day 08:00,2M 18:00,off."
          placeholder="no limit"
          value={bandwidth}
          onKeep={(text) => void change('saving', { bandwidth: text })}
        />
      </div>
      <div className={styles.narrow}>
        <KeptField
          label="Calls a minute"
          description="For a service that counts them. What it shows of its own limit is kept to anyway."
          placeholder="no limit"
          value={callsPerMinute === null ? '' : String(callsPerMinute)}
          onKeep={(text) => void change('saving', { callsPerMinute: Number(text.replaceAll(/\D/g, '')) || null })}
        />
      </div>
      {noDragging !== undefined && (
        <LockedField label="Dragging documents into other programs" value="not allowed" by={noDragging} />
      )}
    </SettingsSection>
  )
}
