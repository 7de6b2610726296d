import type { ReactNode } from 'react'
import { useDesk } from '../state/use-desk.ts'
import { Segmented } from '../ui/RadioGroup.tsx'
import { applyAppearance } from './apply-appearance.ts'
import { SettingsSection } from './SettingsSection.tsx'
import { settingsStore } from './settings-store.ts'

const CHOICES = [
  { id: 'system', title: 'As the system' },
  { id: 'light', title: 'Light' },
  { id: 'dark', title: 'Dark' },
] as const

/** Light or dark. Whoever draws the page first calls `applyAppearance`; here a choice shows without waiting. */
export function AppearanceSection(): ReactNode {
  const appearance = useDesk((desk) => desk.settings.appearance)
  const choose = async (wanted: (typeof CHOICES)[number]['id']): Promise<void> => {
    applyAppearance(wanted)
    // What could not be kept does not hold.
    if (!(await settingsStore.actions.change('appearance', { appearance: wanted }))) applyAppearance(appearance)
  }
  return (
    <SettingsSection
      section="appearance"
      title="Appearance"
      about="The size of text follows the system; Ctrl and + or − changes it for this window."
    >
      <Segmented label="Colours" choices={CHOICES} value={appearance} onChange={(id) => void choose(id)} />
    </SettingsSection>
  )
}
