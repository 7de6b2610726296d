import type { ReactNode } from 'react'
import { useDesk } from '../client/desk-store.ts'
import { Segmented } from '../ui/fields/RadioGroup.tsx'
import { chooseAppearance } from './appearance.ts'
import { SettingsSection } from './section/SettingsSection.tsx'

const CHOICES = [
  { id: 'system', title: 'As the system' },
  { id: 'light', title: 'Light' },
  { id: 'dark', title: 'Dark' },
] as const

/** Light, dark, or as the system. */
export function AppearanceSection(): ReactNode {
  const appearance = useDesk((desk) => desk.settings.appearance)
  return (
    <SettingsSection
      section="appearance"
      about="The text size follows the system; Ctrl with + or − changes it for this window."
    >
      <Segmented label="Colours" choices={CHOICES} value={appearance} onChange={(id) => void chooseAppearance(id)} />
    </SettingsSection>
  )
}
