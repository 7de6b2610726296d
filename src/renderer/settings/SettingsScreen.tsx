import { type ReactNode, useEffect } from 'react'
import { AppearanceSection } from './AppearanceSection.tsx'
import type { Section } from './create-settings-store.ts'
import { DiagnosticsSection } from './DiagnosticsSection.tsx'
import { FoldersSection } from './FoldersSection.tsx'
import { PatternsSection } from './PatternsSection.tsx'
import { ProfilesSection } from './ProfilesSection.tsx'
import { SavingSection } from './SavingSection.tsx'
import { sectionElementId } from './SettingsSection.tsx'
import { settingsStore } from './settings-store.ts'
import { useSettingsCommands } from './use-settings-commands.ts'
import styles from './SettingsScreen.module.css'

interface SettingsScreenProps {
  /** Opens the sign-in for one more profile. */
  readonly onAddProfile: () => void
}

const SPACE_ABOVE_PX = 16

const SECTIONS = [
  { id: 'profiles', title: 'Profiles' },
  { id: 'folders', title: 'Folders' },
  { id: 'patterns', title: 'Name patterns' },
  { id: 'saving', title: 'Saving' },
  { id: 'appearance', title: 'Appearance' },
  { id: 'diagnostics', title: 'Diagnostics' },
] as const

/** Brings a section to the top, and the keyboard to it. */
function goTo(section: Section): void {
  const element = document.getElementById(sectionElementId(section))
  element?.focus({ preventScroll: true })
  // Of its own scroller alone: `scrollIntoView` and links would move the whole window as well.
  element?.parentElement?.scrollTo({ top: element.offsetTop - SPACE_ABOVE_PX })
}

/** Everything that can be set, on one page; each change holds at once. */
export function SettingsScreen({ onAddProfile }: SettingsScreenProps): ReactNode {
  useSettingsCommands(onAddProfile)
  useEffect(() => settingsStore.actions.open(), [])
  return (
    <div className={styles.screen}>
      <nav aria-label="Sections" className={styles.nav}>
        <ul>
          {SECTIONS.map(({ id, title }) => (
            <li key={id}>
              <button type="button" onClick={() => goTo(id)}>
                {title}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.page}>
        <ProfilesSection onAddProfile={onAddProfile} />
        <FoldersSection />
        <PatternsSection />
        <SavingSection />
        <AppearanceSection />
        <DiagnosticsSection />
      </div>
    </div>
  )
}
