import { type ReactNode, useState } from 'react'
import { useDesk, useLocked } from '../client/desk-store.ts'
import { ConcurrencySelect, ConflictChoice } from '../saving/SaveOptions.tsx'
import { LockedField } from '../ui/fields/LockedField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { settingsStore } from '../client/settings-store.ts'
import { SettingsSection } from './section/SettingsSection.tsx'
import styles from './SettingsScreen.module.css'

interface LimitFieldProps {
  readonly label: string
  readonly description: string
  readonly value: string
  readonly onChange: (text: string) => void
}

/** A limit that counts once the field is left or Enter is pressed. */
function LimitField({ value, onChange, ...field }: LimitFieldProps): ReactNode {
  const [draft, setDraft] = useState(value)
  const keep = (): void => {
    if (draft.trim() !== value) onChange(draft.trim())
  }
  return (
    <div className={styles.narrow}>
      <TextField
        {...field}
        placeholder="no limit"
        value={draft}
        onChange={setDraft}
        onBlur={keep}
        onKeyDown={({ key }) => {
          if (key === 'Enter') keep()
        }}
      />
    </div>
  )
}

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
      <LimitField
        label="Bytes a second"
        description="For a line that others need, too: 2M, or by the time of day 08:00,2M 18:00,off."
        value={bandwidth}
        onChange={(text) => void change('saving', { bandwidth: text })}
      />
      <LimitField
        label="Calls a minute"
        description="For a service that counts them. What it shows of its own limit is kept to anyway."
        value={callsPerMinute === null ? '' : String(callsPerMinute)}
        onChange={(text) => void change('saving', { callsPerMinute: Number(text.replaceAll(/\D/g, '')) || null })}
      />
      {noDragging !== undefined && (
        <LockedField label="Dragging documents into other programs" value="not allowed" by={noDragging} />
      )}
    </SettingsSection>
  )
}
