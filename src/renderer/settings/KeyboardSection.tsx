import type { ReactNode } from 'react'
import { useDesk } from '../client/desk-store.ts'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import { settingsStore } from '../client/settings-store.ts'
import { SettingsSection } from './section/SettingsSection.tsx'

/** Which keys act. */
export function KeyboardSection(): ReactNode {
  const singleKeys = useDesk((desk) => desk.settings.singleKeys)
  return (
    <SettingsSection
      section="keyboard"
      about="E for done, 1 for the first place, ? for all shortcuts: keys that act alone, outside of fields. Turn them off if you dictate, or press them without meaning to. Every command stays in the palette."
    >
      <Checkbox
        isSelected={singleKeys}
        onChange={(on) => void settingsStore.actions.change('keyboard', { singleKeys: on })}
      >
        Single keys are shortcuts
      </Checkbox>
    </SettingsSection>
  )
}
